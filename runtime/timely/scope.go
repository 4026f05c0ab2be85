package timely

import "onelane.test/runtime/frontier"

// Scope is where operators are built: a dataflow, or a region of it. It is valid during the build function only.
type Scope struct{ flow *dataflow }

// Worker returns the worker that builds.
func (s *Scope) Worker() *Worker { return s.flow.worker }

// Dataflow returns the index of the dataflow.
func (s *Scope) Dataflow() int { return s.flow.index }

// Operator begins an operator, whose node and identifier are taken now.
func (s *Scope) Operator(name string) *Builder {
	f := s.flow
	f.worker.identity.take()
	f.shape.add('o', "")
	op := &operator{flow: f, node: len(f.ops), name: name, incomplete: true, consumed: frontier.Empty()}
	op.public.op = op
	f.ops = append(f.ops, op)
	return &Builder{op: op}
}

// Region builds a nested scope. It costs what one costs in timely, an identifier and a progress channel, but its
// operators are tracked with those of the dataflow.
func (s *Scope) Region(_ string, build func(*Scope)) {
	f := s.flow
	f.worker.identity.take()
	f.shape.add('s', "")
	build(&Scope{flow: f})
	f.worker.allocate(kindProgress, progressType, path{f, 0})
	f.shape.add('g', progressType)
}

// Stream is an output port that operators of the same dataflow can be connected to. Type names what its containers hold.
type Stream struct {
	Type string
	from *Output
}
