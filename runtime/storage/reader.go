package storage

import (
	"onelane.test/runtime/frontier"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
	"onelane.test/runtime/timely"
)

// reader is the operator that reads a worker's partitions of the upstream: for each binding, the rows of each export
// at the offsets that the binding is about. It reads nothing that an export already holds.
type reader struct {
	*operator
	flow      *flow
	ingestion *query.Ingestion
	resume    []int64 // by export
	in        *timely.Input
	outs      []*timely.Output // by export
	faults    *reporter
	running   bool
}

// read builds the operator and returns a stream of rows for each export, and how the readers are.
func (f *flow) read(i *query.Ingestion, resume []protocol.IDOffset, bindings timely.Stream) (
	rows []timely.Stream, health timely.Stream,
) {
	r := &reader{operator: f.operator("reader"), flow: f, ingestion: i}
	r.in = r.Input(bindings, toAll())
	for _, id := range i.Exports {
		out := r.Output(typeRows)
		r.resume = append(r.resume, offsetOf(resume, id))
		r.outs = append(r.outs, out)
		rows = append(rows, out.Stream())
	}
	r.faults = f.reporter(r.operator)
	r.faults.hold()
	r.work = r.step
	f.build(r.operator)
	return rows, r.faults.stream()
}

// step reads what the bindings that have come are about. A reader that has failed takes no more of them, which keeps
// back the frontier.
func (r *reader) step(*timely.Op) {
	if r.faults.raised {
		return
	}
	if reason, fail := r.flow.state.hooks.sourceError(r.ingestion.ID, r.flow.state.worker.Index()); fail {
		r.faults.raise(reason)
		return
	}
	for {
		at, data, ok := r.in.Next()
		if !ok {
			break
		}
		r.bound(at, data.([]binding))
	}
	if !r.running && r.in.Frontier() != (frontier.Antichain{}) {
		r.running = true
		r.faults.tell(protocol.Running, "")
	}
}

// bound reads the rows at the offsets of bindings.
func (r *reader) bound(at frontier.Time, bindings []binding) {
	w := r.flow.state.worker
	mine := share{r.ingestion, w.Index(), w.Peers()}
	for export, out := range r.outs {
		var rows []query.Update
		for _, b := range bindings {
			rows = mine.rows(rows, export, r.resume[export], b)
		}
		if len(rows) > 0 {
			out.Give(at, rows)
		}
	}
}
