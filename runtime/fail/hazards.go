package fail

// hazards are what the proposal does today and the hardened design does not.
var hazards = []Entry{
	{
		Name: SuspendByExternalPlane, Kind: Structural, Where: "clusterd", Design: Proposal, Hazard: "H1",
		Restores: "a suspension asks first whether the worker was told of the object, which workers learn at different times",
		Source:   "src/storage/src/storage_state.rs in MaterializeInc/materialize#38579, handling of SuspendAndRestart",
		Oracle:   "item-effects",
	},
	{
		Name: UnnumberedExecutions, Kind: Structural, Where: "clusterd", Design: Proposal, Hazard: "H3, H13, H20",
		Restores: "starts carry no execution numbers, so that a late wish to restart hits the successor, a late start an altered sink, a late drop what is wanted again",
		Source:   "src/storage/src/healthcheck.rs in MaterializeInc/materialize#38579; a later storage_state.rs numbers executions",
		Oracle:   "restarts",
	},
	{
		Name: DroppedIDOwed, Kind: Structural, Where: "environ", Design: Proposal, Hazard: "H5",
		Restores: "the storage controller goes on waiting for a last word that a reconnected replica will never say",
		Source:   "reconcile_commands in src/storage/src/storage_state.rs (MaterializeInc/materialize#20020); MaterializeInc/materialize#28166",
		Oracle:   "last-words",
	},
	{
		Name: UnboundedDrain, Kind: Structural, Where: "clusterd", Design: Proposal, Hazard: "H7",
		Restores: "the guest takes external commands until there are none, however many come meanwhile",
		Source:   "process_storage_guest in src/compute/src/server.rs of MaterializeInc/materialize#38579; a later generation bounds it",
		Oracle:   "turns",
	},
	{
		Name: ConfigByExternalPlane, Kind: Structural, Where: "clusterd", Design: Proposal, Hazard: "H9",
		Restores: "a setting that shapes dataflows takes effect when a worker hears of it, not at its place in the lane",
		Source:   "UpdateConfiguration in src/storage/src/storage_state.rs of MaterializeInc/materialize#38579; MaterializeInc/materialize#11341",
		Oracle:   "construction-identity",
	},
	{
		Name: ReportTimersKept, Kind: Structural, Where: "clusterd", Design: Proposal, Hazard: "H17",
		Restores: "the guest's timers of frontier and statistics reports run on from one connection to the next",
		Source:   "StorageGuest in src/compute/src/server.rs of MaterializeInc/materialize#38579",
		Oracle:   "first-reports",
	},
	{
		Name: MaintenanceAfterPark, Kind: Structural, Where: "clusterd", Design: Proposal, Hazard: "H18",
		Restores: "the guest looks whether frontier reports are due after the park, which a deadline that has come does not bound",
		Source:   "park_cap in src/compute/src/server.rs of MaterializeInc/materialize#38579; MaterializeInc/materialize#30346",
		Oracle:   "reports",
	},
	{
		Name: FlagSkewUnnoticed, Kind: Structural, Where: "clusterd", Design: Proposal, Hazard: "H19",
		Restores: "processes of one replica come up together though their topology flags differ",
		Source:   "MZ_UNIFIED_CLUSTER in MaterializeInc/materialize#38579, read by each process for itself; review of MaterializeInc/materialize#38886",
		Oracle:   "topology",
	},
	{
		Name: ParkBesideLane, Kind: Structural, Where: "clusterd", Design: Proposal, Hazard: "H21",
		Restores: "the first turn after a reconciliation parks before it looks at what the lane released together with InitializationComplete",
		Source:   "ClusterState::run_client in src/compute/src/server.rs of MaterializeInc/materialize#38579: maintenance, step or park, pending commands",
		Oracle:   "lost-wakeup",
	},
}
