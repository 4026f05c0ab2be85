package fail

// timelyBugs concern what dataflows are made of.
var timelyBugs = []Entry{
	{
		Name: MixedGenerations, Kind: Hit, Where: "timely",
		Restores: "a process that comes up joins whatever peer it meets, of whatever generation",
		Source:   "MaterializeInc/materialize#13141, #14301, #15598, #15132",
		Oracle:   "mesh",
	},
	{
		Name: EarlyFramesLost, Kind: Hit, Where: "timely",
		Restores: "frames for a channel that is not built yet are thrown away",
		Source:   "TimelyDataflow/timely-dataflow#63, #197",
		Oracle:   "channels",
	},
	{
		Name: RegistryRace, Kind: Hit, Where: "timely",
		Restores: "two workers that build a channel at once both find it missing, and each makes one",
		Source:   "TimelyDataflow/timely-dataflow#198, #306",
		Oracle:   "lane-order",
	},
	{
		Name: ActivationKept, Kind: Structural, Where: "timely",
		Restores: "an activation is not taken back when its dataflow has been scheduled",
		Source:   "MaterializeInc/materialize#11429",
		Oracle:   "spin",
	},
}
