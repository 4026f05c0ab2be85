package fail

// equivalents are bugs that others had and that change nothing here which anybody could see. They are not evaluated
// anywhere and cannot be armed; they stand here so that nobody looks for them.
var equivalents = []Entry{
	{
		Name: AsymmetricFanOut, Kind: Hit, Where: "controller",
		Restores: "a connection breaks while a compute command is on its way to some of a replica's processes",
		Source:   "MaterializeInc/materialize#16271, #12843",
		Equivalent: "all but Hello and configurations go to process 0 alone, whose worker 0 puts them into the lane for all " +
			"workers or for none; of a configuration, the other processes' copies are thrown away",
	},
	{
		Name: DroppedFramesKept, Kind: Hit, Where: "timely",
		Restores: "frames for a channel of a dataflow that was dropped are kept instead of thrown away",
		Source:   "TimelyDataflow/timely-dataflow#306, #519",
		Equivalent: "identifiers are never given out again, so nobody comes to read them; what is lost is memory, until the " +
			"process ends",
	},
}
