package fail

// controllerBugs concern the controllers.
var controllerBugs = []Entry{
	{
		Name: PartialRehydration, Kind: Hit, Where: "controller",
		Restores: "when the connections to a replica break one by one, the commands are replayed only where one was made again",
		Source:   "MaterializeInc/materialize#12233",
		Oracle:   "progress",
	},
	{
		Name: ForgetsAtDrop, Kind: Hit, Where: "controller",
		Restores: "the compute controller forgets a collection when it drops it, though replicas still report",
		Source:   "MaterializeInc/materialize#23037",
		Oracle:   "no-panic",
	},
}
