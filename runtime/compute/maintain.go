package compute

import "onelane.test/runtime/frontier"

// Maintain does what the worker does from time to time: it merges batches of traces, and reports the frontiers that
// have changed.
func (s *State) Maintain() {
	for _, c := range s.collections {
		if c.export.Trace != nil {
			c.export.Trace.Maintain()
		}
		f := c.export.Frontiers()
		s.report(c, [numKinds]frontier.Antichain{kindWrite: f.Write, kindInput: f.Input, kindOutput: f.Output})
	}
}
