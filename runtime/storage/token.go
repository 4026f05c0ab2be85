package storage

import (
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
	"onelane.test/runtime/timely"
)

// token keeps one dataflow of an object running on this worker. When it is dropped, the operators here stop at once.
//
// Usually each operator that holds something has a button. It gives up its capabilities only when all workers have
// pressed theirs, because a frontier that advanced on the way would look like data being complete to a worker that still
// runs (builder_async.rs of Materialize's src/timely-util). A bare dataflow is taken away from this worker as
// a whole, and its frontiers stand still elsewhere until they have done the same.
type token struct {
	dataflow  int
	execution protocol.Execution
	dropped   bool
	buttons   []*timely.Button
	// remove takes a bare dataflow away.
	remove []func()
}

func (t *token) drop() {
	t.dropped = true
	for _, b := range t.buttons {
		b.Press()
	}
	for _, remove := range t.remove {
		remove()
	}
}

// flow is a storage dataflow while it is being built.
type flow struct {
	state *State
	scope *timely.Scope
	// id is the object that the dataflow belongs to.
	id    query.ID
	token *token
	// bare dataflows have neither buttons nor a health operator.
	bare bool
	// monitor is what the operators of a bare dataflow report to, on the worker where it is.
	monitor *monitor
}

// render builds a dataflow for an object and returns its token.
func (s *State) render(kind Kind, id query.ID, e protocol.Execution, build func(*flow)) *token {
	f := &flow{state: s, id: id, token: &token{execution: e}, bare: kind == KindSink}
	t := f.token
	t.dataflow = s.worker.Dataflow(id.Name, func(scope *timely.Scope) {
		f.scope = scope
		build(f)
	})
	if f.bare {
		t.remove = append(t.remove, func() { s.worker.Drop(t.dataflow) })
	}
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

// operator begins an operator that the dataflow's token ends. It does nothing on this worker unless work is set.
func (f *flow) operator(name string) *operator {
	b := f.scope.Operator(name)
	if !f.bare {
		f.token.buttons = append(f.token.buttons, b.WithButton())
	}
	return &operator{Builder: b, activator: b.Activator(), work: func(*timely.Op) {}, finish: func() {}}
}

// build completes the operator. Between the drop of the token here and the last drop elsewhere it stands still.
func (f *flow) build(o *operator) {
	if f.bare {
		f.token.remove = append(f.token.remove, o.finish)
	}
	o.Build(func(op *timely.Op) {
		switch {
		case !f.token.dropped:
			o.work(op)
		case op.Shut():
			o.finish()
		}
	})
}

// stage builds an operator that hands on its rows, wherever they are sent.
func (f *flow) stage(name string, rows timely.Stream, p timely.Pact) timely.Stream {
	b := f.scope.Operator(name)
	b.Interest(timely.InterestNever)
	in, out := b.Input(rows, p), b.Output(typeRows)
	b.Build(func(*timely.Op) {
		for at, data, ok := in.Next(); ok; at, data, ok = in.Next() {
			out.Give(at, data)
		}
	})
	return out.Stream()
}

// observe keeps a shared upper at the frontier of a stream, on each worker. The end of a dataflow that was dropped is
// not the end of its collection, so nothing is observed from then on.
func (f *flow) observe(id query.ID, s timely.Stream, shared *upper) {
	b := f.scope.Operator("observe")
	in := b.Input(s, timely.Pipeline())
	b.Build(func(*timely.Op) {
		for _, _, ok := in.Next(); ok; _, _, ok = in.Next() {
		}
		if !f.token.dropped {
			f.state.see(id, shared, in.Frontier())
		}
	})
}
