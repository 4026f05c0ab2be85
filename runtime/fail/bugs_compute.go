package fail

// computeBugs concern what is built for compute.
var computeBugs = []Entry{
	{
		Name: LocalTopology, Kind: Hit, Where: "render",
		Restores: "what a worker builds over an index depends on whether the worker has rows of it",
		Source:   "MaterializeInc/materialize#11341",
		Oracle:   "construction-identity",
	},
	{
		Name: UnorderedImports, Kind: Hit, Where: "render",
		Restores: "the imports of a dataflow are built in the order of a hash map, which differs from worker to worker",
		Source:   "MaterializeInc/materialize#6794",
		Oracle:   "contents",
	},
	{
		Name: ReportsFromMinimum, Kind: Hit, Where: "compute",
		Restores: "after reconciliation a collection is reported from the minimum on, not from its as_of",
		Source:   "MaterializeInc/materialize#17681",
		Oracle:   "frontiers",
	},
}
