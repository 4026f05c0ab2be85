package protocol

import (
	"maps"
	"slices"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/query"
)

// StorageHistory keeps the commands that lead to the state a replica should be in, and forgets those that later ones
// made void. The zero history is empty.
type StorageHistory struct {
	commands []StorageCommand
	// reduced is the number of commands after the last reduction.
	reduced int
}

// Push adds a command. The history reduces itself when it has become more than twice as long as it was after the last
// reduction.
func (h *StorageHistory) Push(command StorageCommand) {
	h.commands = append(h.commands, command)
	if len(h.commands) > 2*h.reduced {
		h.Reduce()
	}
}

// Commands returns the history from its beginning; the caller must not change it.
func (h *StorageHistory) Commands() []StorageCommand { return h.commands }

// Reduce replaces the history by the shortest that leads to the same state: the last Hello, one configuration, the
// newest description of each ingestion and sink that was not dropped, and the compactions of the ingestions'
// collections. Compactions of anything else are left out.
func (h *StorageHistory) Reduce() {
	h.commands = summarizeStorage(h.commands).commands()
	h.reduced = len(h.commands)
}

// storageSummary is what a storage history comes to.
type storageSummary struct {
	hello                 StorageCommand
	initialized, writable bool
	params                Params
	ingestions            map[query.ID]RunIngestion
	sinks                 map[query.ID]RunSink
	compaction            map[query.ID]frontier.Antichain
}

func summarizeStorage(commands []StorageCommand) *storageSummary {
	s := &storageSummary{
		params:     NoParams(),
		ingestions: map[query.ID]RunIngestion{},
		sinks:      map[query.ID]RunSink{},
		compaction: map[query.ID]frontier.Antichain{},
	}
	for _, command := range commands {
		s.observe(command)
	}
	return s
}

func (s *storageSummary) observe(command StorageCommand) {
	switch c := command.(type) {
	case StorageHello:
		s.hello = command
	case StorageInitializationComplete:
		s.initialized = true
	case StorageAllowWrites:
		s.writable = true
	case StorageUpdateConfiguration:
		s.params = s.params.Merge(c.Params)
	case RunIngestion:
		s.ingestions[c.Ingestion.ID] = c
	case RunSink:
		s.sinks[c.Sink.ID] = c
	case StorageAllowCompaction:
		s.compaction[c.ID] = c.Frontier
	}
}

func (s *storageSummary) isDropped(id query.ID) bool {
	compaction, ok := s.compaction[id]
	return ok && compaction.IsEmpty()
}

func (s *storageSummary) commands() []StorageCommand {
	var commands []StorageCommand
	if s.hello != nil {
		commands = append(commands, s.hello)
	}
	if !s.params.IsEmpty() {
		commands = append(commands, StorageUpdateConfiguration{Params: s.params})
	}
	commands = s.appendObjects(commands)
	if s.initialized {
		commands = append(commands, StorageInitializationComplete{})
	}
	if s.writable {
		commands = append(commands, StorageAllowWrites{})
	}
	return commands
}

// appendObjects appends what is still to run, and after it the compactions of the ingestions' collections.
func (s *storageSummary) appendObjects(commands []StorageCommand) []StorageCommand {
	var compactions []StorageCommand
	for _, id := range sortedIDs(s.ingestions) {
		if s.isDropped(id) {
			continue
		}
		commands = append(commands, s.ingestions[id])
		for _, collection := range s.ingestions[id].Ingestion.CollectionIDs() {
			if compaction, ok := s.compaction[collection]; ok {
				compactions = append(compactions, StorageAllowCompaction{ID: collection, Frontier: compaction})
			}
		}
	}
	for _, id := range sortedIDs(s.sinks) {
		if !s.isDropped(id) {
			commands = append(commands, s.sinks[id])
		}
	}
	return append(commands, compactions...)
}

// sortedIDs returns the keys ordered by creation.
func sortedIDs[V any](m map[query.ID]V) []query.ID {
	return slices.SortedFunc(maps.Keys(m), query.ID.Compare)
}

// distinctIDs returns each id once, ordered by creation.
func distinctIDs(ids []query.ID) []query.ID {
	sorted := slices.SortedFunc(slices.Values(ids), query.ID.Compare)
	return slices.Compact(sorted)
}
