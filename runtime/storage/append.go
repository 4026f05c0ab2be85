package storage

import (
	"fmt"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/persist"
	"onelane.test/runtime/query"
	"onelane.test/runtime/timely"
)

// appender is the operator that writes what arrives to a shard, on one worker: as soon as times are complete, it
// appends their updates if the shard's upper is what it left behind. It begins at the upper that it finds and leaves
// out what is before it, which some incarnation has written.
//
// It is not self-correcting: what it appends is what arrived. An upper that it does not expect means that another
// incarnation writes as well, and the dataflow is restarted from where the shard has come to.
type appender struct {
	*operator
	flow   *flow
	id     query.ID
	shard  query.Shard
	in     *timely.Input
	cap    *timely.Capability
	faults *reporter
	// admit says whether the appender may begin at an upper; nil admits all.
	admit func(frontier.Antichain) error
	// from is a time before which nothing arrives. Nothing is written before it is complete: a shard whose upper is
	// just from would look like one that was written up to there.
	from    frontier.Time
	lenient bool
	// ends makes the appender write the end of all input, so that the shard is finished when its input is. Otherwise
	// that is never written, since it would close the shard.
	ends bool
	// offset returns the upstream position up to which a list of updates commits; nil commits none.
	offset func([]query.Update) int64

	asked   bool
	ready   bool
	upper   frontier.Antichain
	rows    []query.Update
	fetched *frontier.Antichain
	flight  *flight
}

// flight is an append that was not answered yet, or whose answer was not taken.
type flight struct {
	updates []query.Update
	upper   frontier.Antichain
	result  *persist.AppendResult
}

// append builds the operator that writes rows to the shard of id, and returns a stream without data whose frontier is
// how far the shard is written.
func (f *flow) append(a *appender, rows timely.Stream) timely.Stream {
	a.operator, a.flow = f.operator("append"), f
	a.Interest(timely.InterestIfCapability)
	active := owner(a.id, f.state.worker.Peers())
	a.in = a.Input(rows, toWorker(active))
	out := a.Output(typeUpper)
	a.faults = f.reporter(a.operator)
	if f.state.worker.Index() == active {
		a.cap = out.Initial()
		a.faults.hold()
		a.work = a.step
	}
	f.build(a.operator)
	return out.Stream()
}

func (a *appender) step(op *timely.Op) {
	if a.flow.monitor != nil {
		a.flow.monitor.run(op)
	}
	if a.faults.raised {
		return
	}
	a.collect()
	a.begin()
	a.take()
	a.write()
}

func (a *appender) collect() {
	for {
		_, data, ok := a.in.Next()
		if !ok {
			return
		}
		a.rows = append(a.rows, data.([]query.Update)...)
	}
}

// begin asks for the shard's upper, once writing is allowed.
func (a *appender) begin() {
	if a.asked || !a.flow.state.writes.passes(a.activator) {
		return
	}
	a.asked = true
	a.flow.state.persist.FetchUpper(a.shard, func(u frontier.Antichain) {
		a.fetched = &u
		a.activator.Sync(nil)
	})
}

// take takes the answers that have come from persist.
func (a *appender) take() {
	if a.fetched != nil {
		a.start(*a.fetched)
		a.fetched = nil
	}
	if a.flight != nil && a.flight.result != nil {
		landed := a.flight
		a.flight = nil
		a.land(landed)
	}
}

func (a *appender) start(u frontier.Antichain) {
	if u.IsEmpty() && a.ends {
		a.cap.Drop() // an earlier incarnation wrote it all
		return
	}
	if u.IsEmpty() {
		a.faults.raise(fmt.Sprintf("shard %s is closed", a.shard))
		return
	}
	if a.admit != nil {
		if err := a.admit(u); err != nil {
			a.faults.raise(err.Error())
			return
		}
	}
	a.ready = true
	a.advance(u)
}

func (a *appender) advance(u frontier.Antichain) {
	a.upper = u
	if t, ok := u.Time(); ok {
		a.cap.Downgrade(t)
		return
	}
	a.cap.Drop()
}

func (a *appender) land(f *flight) {
	if !f.result.OK {
		a.lost(f)
		return
	}
	a.advance(f.upper)
	var offset int64
	if a.offset != nil {
		offset = a.offset(f.updates)
	}
	a.flow.state.statistics.committed(a.id, int64(len(f.updates)), offset)
}

// lost deals with another writer's append. Unless it is lenient, the appender gives up.
func (a *appender) lost(f *flight) {
	current := f.result.Current
	if !a.lenient || current.IsEmpty() || current.Lt(a.upper) {
		a.faults.raise("collection concurrently modified")
		return
	}
	a.rows = append(a.rows, f.updates...)
	a.advance(current)
}

// write appends what is complete, unless an append is under way.
func (a *appender) write() {
	complete := a.in.Frontier()
	if a.faults.raised || !a.ready || a.flight != nil || complete.IsEmpty() && !a.ends {
		return
	}
	if complete.LessEqual(a.from) || !a.upper.Lt(complete) {
		return
	}
	f := &flight{updates: a.completed(complete), upper: complete}
	a.flight = f
	a.flow.state.persist.CompareAndAppend(a.shard, f.updates, a.upper, complete, func(r persist.AppendResult) {
		f.result = &r
		a.activator.Sync(nil)
	})
}

// completed takes the updates that are before a frontier, without those that the shard has already.
func (a *appender) completed(complete frontier.Antichain) []query.Update {
	done := make([]query.Update, 0, len(a.rows))
	later := a.rows[:0]
	for _, u := range a.rows {
		switch {
		case complete.LessEqual(u.Time):
			later = append(later, u)
		case a.upper.LessEqual(u.Time):
			done = append(done, u)
		}
	}
	a.rows = later
	return query.Consolidate(done)
}
