package timely

import "onelane.test/runtime/frontier"

// Probe tells the frontier of a stream from outside of its dataflow.
type Probe struct{ frontier frontier.Antichain }

// Probe attaches a probe to a stream: an operator with a pipeline, as in timely.
func (s *Scope) Probe(stream Stream) *Probe {
	p := &Probe{}
	b := s.Operator("Probe")
	in := b.Input(stream, Pipeline())
	b.Build(func(*Op) {
		for {
			if _, _, ok := in.Next(); !ok {
				break
			}
		}
		p.frontier = in.Frontier()
	})
	return p
}

// Frontier returns the stream's frontier as of the last time that the probe was scheduled. It stays what it was when the
// dataflow is dropped.
func (p *Probe) Frontier() frontier.Antichain { return p.frontier }
