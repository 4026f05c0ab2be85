package fail

// storageBugs concern what the guest knows.
var storageBugs = []Entry{
	{
		Name: DroppedUnfiltered, Kind: Hit, Where: "storage",
		Restores: "last words about collections that a new connection does not know are said on it",
		Source:   "MaterializeInc/materialize#20020",
		Oracle:   "partition",
	},
	{
		Name: UnexpectedReports, Kind: Hit, Where: "storage",
		Restores: "collections that a new connection does not know are reported about on it",
		Source:   "MaterializeInc/materialize#16271",
		Oracle:   "partition",
	},
	{
		Name: ReportedForgotten, Kind: Hit, Where: "storage",
		Restores: "reconciliation forgets which collections are to be reported about",
		Source:   "MaterializeInc/materialize#28841",
		Oracle:   "soft-assertion",
	},
	{
		Name: ReportedKept, Kind: Hit, Where: "storage",
		Restores: "reconciliation keeps what earlier connections were told, so that the new one is not told again",
		Source:   "reconcile_commands in src/storage/src/storage_state.rs of MaterializeInc/materialize#38579",
		Oracle:   "reports",
	},
	{
		Name: StaleKept, Kind: Hit, Where: "storage",
		Restores: "an object that was dropped while nobody was connected goes on running",
		Source:   "MaterializeInc/database-issues#8399",
		Oracle:   "tokens",
	},
	{
		Name: DropOutOfLane, Kind: Structural, Where: "clusterd",
		Restores: "each worker drops a dataflow when it hears so from the controller, not at a place of the lane",
		Source:   "rule of MaterializeInc/materialize#16958: what ends dataflows goes the way of what begins them",
		Oracle:   "tokens",
	},
	{
		Name: AnswerWithoutUnpark, Kind: Hit, Where: "storage",
		Restores: "the async worker queues an answer and does not unpark the worker, which may sleep beside it for ever",
		Source:   "src/storage/src/async_storage_worker.rs, MaterializeInc/materialize#13972",
		Oracle:   "lost-wakeup",
	},
}
