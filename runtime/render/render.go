package render

import (
	"fmt"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/persist"
	"onelane.test/runtime/query"
	"onelane.test/runtime/timely"
	"onelane.test/sim"
)

// Dataflow is one worker's part of a rendered description.
type Dataflow struct {
	// Index is the dataflow's number on the worker.
	Index int
	// Exports are those of the description, in its order.
	Exports []*Export
	worker  *timely.Worker
	inputs  []*timely.Probe
	closers []func()
}

// Export is one worker's part of an export. Exactly one of Trace and Sink is set.
type Export struct {
	ID    query.ID
	Trace *Trace
	Sink  *ViewSink
	// written follows the shard of a materialized view, computed the dataflow's result.
	written, computed *timely.Probe
	dataflow          *Dataflow
}

// renderer is what the operators of one dataflow on one worker are made with.
type renderer struct {
	worker  *timely.Worker
	persist *persist.Client
	index   func(query.ID) *Trace
	asOf    frontier.Time
	start   *StartSignal
	stages  int
	streams map[query.ID]timely.Stream
	result  *Dataflow
}

// Build renders the description on the worker. Index finds the arrangements of the worker by id; an index that is not
// there ends the process. Imports wait for the start signal. Stages is the parameter of that name: all workers must build
// with the same. The description must have an as_of.
func Build(
	w *timely.Worker, client *persist.Client, index func(query.ID) *Trace, d *query.Description, start *StartSignal,
	stages int,
) *Dataflow {
	asOf, ok := d.AsOf.Time()
	if !ok {
		w.Task().Exit(sim.ExitPanic, "render: a dataflow with an empty as_of: %s", d)
	}
	r := &renderer{
		worker: w, persist: client, index: index, asOf: asOf, start: start, stages: stages,
		streams: map[query.ID]timely.Stream{}, result: &Dataflow{worker: w},
	}
	traces := r.imports(d)
	r.result.Index = w.Dataflow(d.Name, func(s *timely.Scope) { r.build(s, d, traces) })
	return r.result
}

// imports finds the traces of all index imports before anything is built.
func (r *renderer) imports(d *query.Description) []*Trace {
	traces := make([]*Trace, len(d.IndexImports))
	for i, id := range d.IndexImports {
		trace := r.index(id)
		if trace == nil {
			r.fail("import of index %s failed while building dataflow %s", id, d.Name)
		}
		if since := trace.Since(); !since.LessEqual(r.asOf) {
			r.fail("index %s has compacted to %s, beyond the as_of of dataflow %s", id, since, d)
		}
		traces[i] = trace
	}
	return traces
}

func (r *renderer) fail(format string, args ...any) {
	r.worker.Task().Exit(sim.ExitPanic, "render: "+format, args...)
}

func (r *renderer) build(s *timely.Scope, d *query.Description, traces []*Trace) {
	for _, i := range r.order(len(d.SourceImports)) {
		imported := d.SourceImports[i]
		r.provide(s, imported.ID, r.persistSource(s, imported))
	}
	for i, id := range d.IndexImports {
		r.provide(s, id, r.localised(s, traces[i], r.indexImport(s, id, traces[i])))
	}
	result := r.query(s, d.Query)
	computed := s.Probe(result)
	for _, export := range d.Exports {
		r.export(s, export, result, computed)
	}
}

// provide makes an import known to the query and to the input frontier.
func (r *renderer) provide(s *timely.Scope, id query.ID, stream timely.Stream) {
	r.streams[id] = stream
	r.result.inputs = append(r.result.inputs, s.Probe(stream))
}

// query renders a node of the tree behind its operands.
func (r *renderer) query(s *timely.Scope, q *query.Query) timely.Stream {
	of := make([]timely.Stream, len(q.Of))
	for i, operand := range q.Of {
		of[i] = r.query(s, operand)
	}
	switch op := q.Op.(type) {
	case query.InputOp:
		return r.input(op.ID)
	case query.ConstantOp:
		return r.constant(s, op)
	case query.FilterOp:
		return filter(s, op, of[0])
	case query.MapOp:
		return mapRows(s, op, of[0])
	case query.CountOp:
		return count(s, of[0])
	case query.UnionOp:
		return union(s, of)
	case query.SleepOp:
		return r.sleep(s, op, of[0])
	}
	panic(fmt.Sprintf("render: no operator for %s", q))
}

// input returns the stream of an import.
func (r *renderer) input(id query.ID) timely.Stream {
	stream, ok := r.streams[id]
	if !ok {
		r.fail("a query reads %s, which its dataflow does not import", id)
	}
	return stream
}

func (r *renderer) export(s *timely.Scope, export query.Export, result timely.Stream, computed *timely.Probe) {
	e := &Export{ID: export.ID, computed: computed, dataflow: r.result}
	if export.Kind == query.Index {
		var batches timely.Stream
		e.Trace, batches = r.arrange(s, export.ID.Name, result)
		e.computed = s.Probe(batches)
	} else {
		var upper timely.Stream
		e.Sink, upper = r.viewSink(s, export, r.staged(s, result))
		e.written = s.Probe(upper)
	}
	r.result.Exports = append(r.result.Exports, e)
}

// onDrop has something done when the dataflow goes.
func (r *renderer) onDrop(do func()) { r.result.closers = append(r.result.closers, do) }
