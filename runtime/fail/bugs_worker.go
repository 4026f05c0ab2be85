package fail

// workerBugs concern the worker loop and its guest.
var workerBugs = []Entry{
	{
		Name: AsyncUndrained, Kind: Structural, Where: "clusterd",
		Restores: "a guest without a connection returns early and leaves async responses queued, which count as busy",
		Source:   "review of MaterializeInc/materialize#38885",
		Oracle:   "spin",
	},
	{
		Name: ParkUnchecked, Kind: Structural, Where: "clusterd",
		Restores: "a worker parks without a look at its own queues, though its wake-up may have been lost on something else that waited",
		Source:   "MaterializeInc/materialize#13972, #13973, #13888",
		Oracle:   "lost-wakeup",
	},
	{
		Name: ParkBesideClient, Kind: Structural, Where: "clusterd",
		Restores: "a worker looks at all its queues before it parks but at that of new connections",
		Source:   "storage_guest_busy in src/compute/src/server.rs of MaterializeInc/materialize#38579",
		Oracle:   "lost-wakeup",
	},
	{
		Name: NoParkCap, Kind: Structural, Where: "clusterd",
		Restores: "a worker parks for ever after maintenance, whatever its storage connection is owed",
		Source:   "MaterializeInc/materialize#30346",
		Oracle:   "reports",
	},
	{
		Name: HandoffLost, Kind: Hit, Where: "clusterd",
		Restores: "on a nonce change the worker does not put the guest back, and goes on without storage",
		Source:   "hand-off of the guest in MaterializeInc/materialize#38579, src/compute/src/server.rs",
		Oracle:   "no-panic",
	},
	{
		Name: AsyncRecreated, Kind: Hit, Where: "clusterd",
		Restores: "each storage connection makes a new async worker, and what the old one was asked is never answered",
		Source:   "MaterializeInc/materialize#17309, #17339",
		Oracle:   "tokens",
	},
	{
		Name: PartialReconcile, Kind: Hit, Where: "clusterd",
		Restores: "a connection that ends within its initialization is reconciled with as far as it came",
		Source:   "MaterializeInc/materialize#28841",
		Oracle:   "drops",
	},
}
