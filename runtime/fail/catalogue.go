package fail

// Kind says when a failpoint is decided.
type Kind int

const (
	// Structural points are decided once for all processes of a replica, when the first of them starts.
	Structural Kind = iota
	// Hit points are decided at each evaluation.
	Hit
)

// String returns the kind as lists print it.
func (k Kind) String() string {
	if k == Structural {
		return "structural"
	}
	return "hit"
}

// Entry describes one failpoint.
type Entry struct {
	Name     Point
	Kind     Kind
	Where    string // the package below runtime that evaluates it
	Restores string // the behaviour that it brings back
	Source   string // where that behaviour, or the rule against it, is public
	Oracle   string // the oracle that must be the first to see it in some world
	Design   string // the design that behaves so; "" for a bug, which none has
	Hazard   string // under which ARCHITECTURE.md tells of it, such as "H1"; "" for a bug
}

var catalogue = append(bugs, hazards...)

var bugs = []Entry{
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
		Name: AsyncUndrained, Kind: Structural, Where: "clusterd",
		Restores: "a guest without a connection returns early and leaves async responses queued, which count as busy",
		Source:   "review of MaterializeInc/materialize#38885",
		Oracle:   "spin",
	},
	{
		Name: HandoffLost, Kind: Hit, Where: "clusterd",
		Restores: "on a nonce change the worker does not put the guest back, and goes on without storage",
		Source:   "hand-off of the guest in MaterializeInc/materialize#38579, src/compute/src/server.rs",
		Oracle:   "no-panic",
	},
}

// Catalogue returns all failpoints, ordered as their constants are.
func Catalogue() []Entry {
	return append([]Entry(nil), catalogue...)
}

// Lookup returns the entry of a name as users write it; ok is false for a name that no failpoint has.
func Lookup(name string) (entry Entry, ok bool) {
	for _, entry := range catalogue {
		if string(entry.Name) == name {
			return entry, true
		}
	}
	return Entry{}, false
}
