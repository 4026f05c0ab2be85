package fail

// adapterBugs concern the way between a connection and the workers.
var adapterBugs = []Entry{
	{
		Name: NoFutureStash, Kind: Hit, Where: "clusterd",
		Restores: "the adapter discards responses whose nonce is not its connection's, also those of a connection to come",
		Source:   "MaterializeInc/materialize#31558",
		Oracle:   "nonce",
	},
	{
		Name: UntaggedResponses, Kind: Hit, Where: "clusterd",
		Restores: "the adapter forwards responses to whatever client is connected",
		Source:   "MaterializeInc/materialize#31523",
		Oracle:   "nonce",
	},
	{
		Name: StashKept, Kind: Hit, Where: "clusterd",
		Restores: "the adapter keeps what it stashed for connections that are over",
		Source:   "rule of MaterializeInc/materialize#31558: a response to the live connection ends all earlier ones",
		Oracle:   "nonce",
	},
	{
		Name: StashClearedEarly, Kind: Hit, Where: "clusterd",
		Restores: "the adapter clears its stash for any response that it stashes, also of what belongs to a connection to come",
		Source:   "rule of MaterializeInc/materialize#31558: the stash is cleared by a response to the live connection only",
		Oracle:   "nonce",
	},
	{
		Name: EpochFilter, Kind: Hit, Where: "clusterd",
		Restores: "the adapter takes connections for ordered, and throws away the responses to one that is less than one before it",
		Source:   "MaterializeInc/materialize#31558",
		Oracle:   "nonce",
	},
	{
		Name: LockStep, Kind: Structural, Where: "clusterd",
		Restores: "a new connection is handed to the workers of a process one after the other, each when the one before has taken it",
		Source:   "MaterializeInc/database-issues#8957, MaterializeInc/materialize#31455",
		Oracle:   "starvation",
	},
	{
		Name: AcceptWaits, Kind: Structural, Where: "clusterd",
		Restores: "a process accepts a new connection only when its workers have noticed the end of the last",
		Source:   "MaterializeInc/database-issues#8467, MaterializeInc/materialize#29139, #29145",
		Oracle:   "reconnects",
	},
}
