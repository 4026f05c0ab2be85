package storage

import (
	"onelane.test/runtime/query"
	"onelane.test/runtime/timely"
)

// token keeps one dataflow of an object running on this worker: a button for each operator that holds something.
// When it is dropped, the operators here stop at once. They give up their capabilities only when all workers have
// dropped theirs, because a frontier that advanced on the way would look like data being complete to a worker that
// still runs (builder_async.rs of src/timely-util).
type token struct {
	dataflow int
	dropped  bool
	buttons  []*timely.Button
}

func (t *token) drop() {
	t.dropped = true
	for _, b := range t.buttons {
		b.Press()
	}
}

// flow is a storage dataflow while it is being built.
type flow struct {
	state *State
	scope *timely.Scope
	// id is the object that the dataflow belongs to.
	id    query.ID
	token *token
}

// render builds a dataflow for an object and returns its token.
func (s *State) render(kind Kind, id query.ID, build func(*flow)) *token {
	t := &token{}
	t.dataflow = s.worker.Dataflow(id.Name, func(scope *timely.Scope) {
		build(&flow{state: s, scope: scope, id: id, token: t})
	})
	s.emit(Rendered{Worker: s.worker.Index(), ID: id, Kind: kind, Dataflow: t.dataflow})
	return t
}

// operator is one operator of a storage dataflow that its token ends.
type operator struct {
	*timely.Builder
	activator *timely.Activator
	// work is what the operator does when it is scheduled, until its token is dropped.
	work func(*timely.Op)
	// finish gives up what timely does not know of.
	finish func()
}

// operator begins an operator with a button of the dataflow's token. It does nothing on this worker unless work is set.
func (f *flow) operator(name string) *operator {
	b := f.scope.Operator(name)
	f.token.buttons = append(f.token.buttons, b.WithButton())
	return &operator{Builder: b, activator: b.Activator(), work: func(*timely.Op) {}, finish: func() {}}
}

// build completes the operator. Between the drop of the token here and the last drop elsewhere it stands still.
func (f *flow) build(o *operator) {
	o.Build(func(op *timely.Op) {
		switch {
		case !f.token.dropped:
			o.work(op)
		case op.Shut():
			o.finish()
		}
	})
}

// observe keeps a shared upper at the frontier of a stream, on each worker. The end of a dataflow that was dropped is
// not the end of its collection, so nothing is observed from then on.
func (f *flow) observe(s timely.Stream, shared *upper) {
	b := f.scope.Operator("observe")
	in := b.Input(s, timely.Pipeline())
	b.Build(func(*timely.Op) {
		for {
			if _, _, ok := in.Next(); !ok {
				break
			}
		}
		if !f.token.dropped {
			shared.frontier = in.Frontier()
		}
	})
}
