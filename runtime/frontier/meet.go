package frontier

// MeetOf holds one antichain for each of a fixed number of shards, and their meet: how far all of them are.
type MeetOf struct {
	shards []Antichain
	meet   Antichain
}

// NewShards returns n shards at [Min]. The meet of no shards is empty.
func NewShards(n int) *MeetOf {
	m := &MeetOf{shards: make([]Antichain, n)}
	m.meet = m.compute()
	return m
}

// Set gives a shard its antichain, which may also be earlier than the former one, and says whether the meet changed.
func (m *MeetOf) Set(shard int, a Antichain) (changed bool) {
	m.shards[shard] = a
	before := m.meet
	m.meet = m.compute()
	return m.meet != before
}

// Shard returns the antichain of one shard.
func (m *MeetOf) Shard(shard int) Antichain { return m.shards[shard] }

// Meet returns the earliest antichain of all shards.
func (m *MeetOf) Meet() Antichain { return m.meet }

func (m *MeetOf) compute() Antichain {
	meet := Empty()
	for _, a := range m.shards {
		meet = meet.Meet(a)
	}
	return meet
}
