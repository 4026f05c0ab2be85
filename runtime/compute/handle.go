package compute

import (
	"fmt"

	"onelane.test/runtime/protocol"
	"onelane.test/sim"
)

// Handle applies a command and records it.
func (s *State) Handle(cmd protocol.ComputeCommand) {
	if _, ok := cmd.(protocol.CreateInstance); ok {
		s.createInstance()
	}
	s.history.Push(cmd)
	s.apply(cmd)
}

func (s *State) apply(cmd protocol.ComputeCommand) {
	switch c := cmd.(type) {
	case protocol.CreateInstance, protocol.ComputeInitializationComplete:
	case protocol.ComputeUpdateConfiguration:
		s.params = s.params.Merge(c.Params)
	case protocol.CreateDataflow:
		s.create(c.Description)
	case protocol.Schedule:
		s.schedule(c.ID)
	case protocol.ComputeAllowCompaction:
		s.allowCompaction(c.ID, c.Frontier)
	case protocol.ComputeAllowWrites:
		s.allowWrites(c.ID)
	default:
		panic(fmt.Sprintf("compute: a command that no worker gets: %s", cmd))
	}
}

// createInstance refuses a second one. Materialize puts a fresh state in the place of what there is and forgets its
// collections without a word (src/compute/src/server.rs, handle_command); its history then meets two and panics
// (src/compute-client/src/protocol/history.rs).
func (s *State) createInstance() {
	if s.created {
		s.panic("a second CreateInstance")
	}
	s.created = true
}

// panic ends the process, as a panic of the worker thread does.
func (s *State) panic(format string, args ...any) {
	s.worker.Task().Exit(sim.ExitPanic, "compute: "+format, args...)
}
