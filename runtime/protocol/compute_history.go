package protocol

import (
	"slices"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/query"
)

// ComputeHistory keeps the commands that lead to the state a replica should be in, and forgets those that later ones
// made void. The zero history is empty.
type ComputeHistory struct {
	commands []ComputeCommand
	// reduced is the number of commands after the last reduction.
	reduced int
}

// Push adds a command. The history reduces itself when it has become more than twice as long as it was after the last
// reduction.
func (h *ComputeHistory) Push(command ComputeCommand) {
	h.commands = append(h.commands, command)
	if len(h.commands) > 2*h.reduced {
		h.Reduce()
	}
}

// Commands returns the history from its beginning; the caller must not change it.
func (h *ComputeHistory) Commands() []ComputeCommand { return h.commands }

// Reduce replaces the history by the shortest that leads to the same state: the commands that open the connection,
// one configuration, the dataflows that still have an export, with their as_of moved to what they may have compacted
// to, then what is left to be said about their exports.
func (h *ComputeHistory) Reduce() {
	s := summarizeCompute(h.commands)
	s.advanceDataflows()
	h.commands = s.commands()
	h.reduced = len(h.commands)
}

// computeSummary is what a compute history comes to.
type computeSummary struct {
	hello, instance ComputeCommand
	initialized     bool
	params          Params
	dataflows       []*query.Description
	scheduled       []query.ID
	writable        []query.ID
	compaction      map[query.ID]frontier.Antichain
}

func summarizeCompute(commands []ComputeCommand) *computeSummary {
	s := &computeSummary{params: NoParams(), compaction: map[query.ID]frontier.Antichain{}}
	for _, command := range commands {
		s.observe(command)
	}
	return s
}

func (s *computeSummary) observe(command ComputeCommand) {
	switch c := command.(type) {
	case ComputeHello:
		s.hello = once(s.hello, command)
	case CreateInstance:
		s.instance = once(s.instance, command)
	case ComputeInitializationComplete:
		s.initialized = true
	case ComputeUpdateConfiguration:
		s.params = s.params.Merge(c.Params)
	case CreateDataflow:
		s.dataflows = append(s.dataflows, c.Description)
	case Schedule:
		s.scheduled = append(s.scheduled, c.ID)
	case ComputeAllowCompaction:
		s.compaction[c.ID] = s.compaction[c.ID].Join(c.Frontier) // a frontier that regresses means nothing, as to the trace
	case ComputeAllowWrites:
		s.writable = append(s.writable, c.ID)
	}
}

// once returns the command that a history may have only once.
func once(earlier, command ComputeCommand) ComputeCommand {
	if earlier != nil {
		panic("protocol: two commands in a compute history that may have one: " + command.String())
	}
	return command
}

// advanceDataflows moves the as_of of each dataflow to the meet over its exports of what they may compact to, leaves
// out the dataflows that thereby are gone, and forgets the compactions that the new as_of implies as well as what is
// said about exports that are gone.
func (s *computeSummary) advanceDataflows() {
	retained := map[query.ID]bool{}
	var kept []*query.Description
	for _, d := range s.dataflows {
		asOf := frontier.Empty()
		for _, id := range d.ExportIDs() {
			asOf = asOf.Meet(s.compactionOr(id, d.AsOf))
		}
		for _, id := range d.ExportIDs() {
			if s.compactionOr(id, d.AsOf) == asOf {
				delete(s.compaction, id)
			}
			retained[id] = !asOf.IsEmpty()
		}
		if !asOf.IsEmpty() {
			advanced := *d
			advanced.AsOf = asOf
			kept = append(kept, &advanced)
		}
	}
	s.dataflows = kept
	isGone := func(id query.ID) bool { return !retained[id] }
	s.scheduled = slices.DeleteFunc(s.scheduled, isGone)
	s.writable = slices.DeleteFunc(s.writable, isGone)
}

func (s *computeSummary) compactionOr(id query.ID, asOf frontier.Antichain) frontier.Antichain {
	return asOf.Join(s.compaction[id])
}

func (s *computeSummary) commands() []ComputeCommand {
	var commands []ComputeCommand
	if s.hello != nil {
		commands = append(commands, s.hello)
	}
	if s.instance != nil {
		commands = append(commands, s.instance)
	}
	if !s.params.IsEmpty() {
		commands = append(commands, ComputeUpdateConfiguration{Params: s.params})
	}
	for _, d := range s.dataflows {
		commands = append(commands, CreateDataflow{Description: d})
	}
	for _, id := range s.scheduled {
		commands = append(commands, Schedule{ID: id})
	}
	for _, id := range sortedIDs(s.compaction) {
		commands = append(commands, ComputeAllowCompaction{ID: id, Frontier: s.compaction[id]})
	}
	if s.initialized {
		commands = append(commands, ComputeInitializationComplete{})
	}
	for _, id := range distinctIDs(s.writable) {
		commands = append(commands, ComputeAllowWrites{ID: id})
	}
	return commands
}
