package fail

// laneBugs concern the order of what workers consume.
var laneBugs = []Entry{
	{
		Name: TwoLanes, Kind: Structural, Where: "clusterd",
		Restores: "compute commands and storage commands are sequenced by two dataflows without a common order",
		Source:   "MaterializeInc/materialize#35851",
		Oracle:   "lane-order",
	},
	{
		Name: PerConnection, Kind: Structural, Where: "clusterd",
		Restores: "each worker renders the lane again when it notices a new client, and skips generations that it missed",
		Source:   "MaterializeInc/database-issues#8964, MaterializeInc/materialize#31523",
		Oracle:   "construction-identity",
	},
	{
		Name: StorageDroppedOnNonceChange, Kind: Hit, Where: "lane",
		Restores: "storage items that already wait behind a new connection's first command are thrown away with the old connection",
		Source:   "rule of MaterializeInc/materialize#38579: storage items are handed out irrespective of the nonce",
		Oracle:   "lane-order",
	},
	{
		Name: NoContiguity, Kind: Structural, Where: "clusterd",
		Restores: "sequencer and sinks release items in order of arrival instead of the contiguous prefix of their indices",
		Source:   "MaterializeInc/materialize#16958; timely promises no order between the containers of a channel",
		Oracle:   "lane-order",
	},
	{
		Name: DirectDrop, Kind: Structural, Where: "clusterd",
		Restores: "worker 0 injects DropDataflow itself, so that it overtakes a creation that still waits in the async worker",
		Source:   "review of MaterializeInc/materialize#16958",
		Oracle:   "tokens",
	},
	{
		Name: FollowerCommands, Kind: Hit, Where: "clusterd",
		Restores: "a worker other than worker 0 applies the commands that its own adapter hears, beside the lane",
		Source:   "MaterializeInc/materialize#12843, #12298",
		Oracle:   "no-panic",
	},
}
