package compute

import (
	"fmt"

	"onelane.test/runtime/protocol"
	"onelane.test/sim"
)

// Handle applies a command and records it.
func (s *State) Handle(cmd protocol.ComputeCommand) {
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

// panic ends the process, as a panic of the worker thread does.
func (s *State) panic(format string, args ...any) {
	s.worker.Task().Exit(sim.ExitPanic, "compute: "+format, args...)
}
