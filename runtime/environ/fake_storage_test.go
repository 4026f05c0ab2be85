package environ

import (
	"slices"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
	"onelane.test/sim"
)

type storageHandler = queueHandler[protocol.StorageCommand, protocol.StorageResponse]

// fakeStorage is the storage side of one process, which hears every command.
type fakeStorage struct {
	process     int
	initialized bool
	pending     []protocol.StorageCommand
	running     []query.ID
	// mute keeps the process from saying that it dropped anything.
	mute bool
}

func newFakeStorage(process int) *fakeStorage { return &fakeStorage{process: process} }

func (s *fakeStorage) hear(t *sim.Task, h *storageHandler, command protocol.StorageCommand) {
	if _, hello := command.(protocol.StorageHello); hello {
		s.initialized, s.pending, s.running = false, nil, nil
	}
	_, complete := command.(protocol.StorageInitializationComplete)
	if !s.initialized && !complete {
		s.pending = append(s.pending, command)
		return
	}
	s.initialized = true
	for _, earlier := range append(s.pending, command) {
		s.do(t, h, earlier)
	}
	s.pending = nil
}

func (s *fakeStorage) do(t *sim.Task, h *storageHandler, command protocol.StorageCommand) {
	switch command := command.(type) {
	case protocol.RunIngestion:
		for _, id := range command.Ingestion.CollectionIDs() {
			s.run(t, h, id, frontier.Min)
		}
	case protocol.RunSink:
		asOf, _ := command.Sink.AsOf.Time()
		s.run(t, h, command.Sink.ID, asOf)
	case protocol.StorageAllowCompaction:
		s.running = slices.DeleteFunc(s.running, func(id query.ID) bool { return id == command.ID })
		if !s.mute {
			h.answers.Push(t, protocol.DroppedID{ID: command.ID})
		}
	}
}

func (s *fakeStorage) run(t *sim.Task, h *storageHandler, id query.ID, asOf frontier.Time) {
	s.running = append(s.running, id)
	h.answers.Push(t, protocol.FrontierUpper{ID: id, Upper: frontier.At(asOf + fakeProgress)})
	h.answers.Push(t, protocol.StatusUpdate{ID: id, Status: protocol.Running})
}
