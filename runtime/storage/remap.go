package storage

import (
	"time"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/persist"
	"onelane.test/runtime/query"
	"onelane.test/runtime/timely"
	"onelane.test/sim"
)

// DefaultTick is how often a binding is minted for an ingestion that doesn't say.
const DefaultTick = time.Second

// remapper is the operator that mints bindings from upstream offsets to times. One worker mints, by
// compare-and-append on the remap shard; what it hands on is what it reads from that shard. So an incarnation that
// lost an append to another one hands on the other's binding, and all agree about every time for ever.
type remapper struct {
	*operator
	flow      *flow
	ingestion *query.Ingestion
	asOf      frontier.Time
	shard     query.Shard
	out       *timely.Output
	cap       *timely.Capability
	faults    *reporter

	asked   bool
	listen  *persist.Listen
	fetched *frontier.Antichain
	minted  *persist.AppendResult

	known    bool
	minting  bool
	shardEnd frontier.Antichain // upper of the shard, as far as is known
	readEnd  frontier.Antichain // upper of what was read from it
	offset   int64              // bound by what was read
	due      sim.Time
}

// remap builds the operator and returns the stream of bindings, and how the operator is.
func (f *flow) remap(i *query.Ingestion, asOf frontier.Time) (bindings, health timely.Stream) {
	r := &remapper{
		operator:  f.operator("remap"),
		flow:      f,
		ingestion: i,
		asOf:      asOf,
		shard:     query.ShardOf(i.Remap),
	}
	r.out = r.Output(typeBindings)
	r.faults = f.reporter(r.operator)
	if owner(i.Remap, f.state.worker.Peers()) == f.state.worker.Index() {
		r.cap = r.out.Initial()
		r.faults.hold()
		r.work, r.finish = r.step, r.close
	}
	f.build(r.operator)
	return r.out.Stream(), r.faults.stream()
}

func (r *remapper) step(op *timely.Op) {
	if r.faults.raised || !r.begin() {
		return
	}
	r.take()
	r.read()
	r.mint(op)
}

// begin opens the shard, once writing is allowed.
func (r *remapper) begin() bool {
	if r.asked {
		return true
	}
	if !r.flow.state.writes.passes(r.activator) {
		return false
	}
	r.asked = true
	wake := func() { r.activator.Sync(nil) }
	r.flow.state.persist.FetchUpper(r.shard, func(u frontier.Antichain) {
		r.fetched = &u
		wake()
	})
	r.listen = r.flow.state.persist.Listen(r.shard, r.asOf, wake)
	return true
}

// take takes the answers that have come from persist.
func (r *remapper) take() {
	if r.fetched != nil {
		r.learn(*r.fetched)
		r.fetched = nil
	}
	if r.minted != nil {
		r.learn(r.minted.Current)
		r.minted, r.minting = nil, false
	}
}

func (r *remapper) learn(end frontier.Antichain) {
	r.known = true
	r.shardEnd = r.shardEnd.Join(end)
	if end.IsEmpty() {
		r.faults.raise("remap shard is closed")
	}
}

// read hands on the bindings that have appeared in the shard.
func (r *remapper) read() {
	if err := r.listen.Err(); err != nil {
		r.faults.raise(err.Error())
	}
	for !r.faults.raised {
		batch, ok := r.listen.Next()
		if !ok {
			return
		}
		r.handOn(batch)
	}
}

// handOn gives the bindings of one batch, in one container at the earliest time that any of them may have: downstream,
// the frontier then moves once for the batch and not once for each of its times.
func (r *remapper) handOn(batch persist.Batch) {
	var bindings []binding
	for _, u := range batch.Updates {
		if u.Diff > 0 && u.Row.Value > r.offset {
			bindings = append(bindings, binding{At: u.Time, From: r.offset, To: u.Row.Value})
			r.offset = u.Row.Value
		}
	}
	if len(bindings) > 0 {
		r.out.Give(r.cap.Time(), bindings)
	}
	r.readEnd = batch.Upper
	r.shardEnd = r.shardEnd.Join(r.readEnd)
	end, ok := batch.Upper.Time()
	if !ok {
		r.faults.raise("remap shard is closed")
		return
	}
	r.cap.Downgrade(end)
}

// mint appends a binding when the next one is due. It has to have read all earlier ones, so that it can retract the
// last.
func (r *remapper) mint(op *timely.Op) {
	if r.faults.raised {
		return
	}
	if now := op.Task().Now(); now < r.due {
		return
	}
	if r.minting || !r.ready() {
		return
	}
	r.schedule(op)
	now, ok := wallMillis(op.Task().Node())
	if !ok || !r.shardEnd.LessEqual(now) {
		return
	}
	r.append(now)
}

// ready reports whether all of the shard has been read. Before its first binding there is nothing to read.
func (r *remapper) ready() bool {
	return r.known && (r.shardEnd.LessEqual(r.asOf) || r.readEnd == r.shardEnd)
}

// schedule sets when the next binding is due: at the next multiple of the tick.
func (r *remapper) schedule(op *timely.Op) {
	tick := r.ingestion.Tick
	if tick <= 0 {
		tick = DefaultTick
	}
	now := op.Task().Now()
	wait := tick - time.Duration(now)%tick
	r.due = now.Add(wait)
	op.ActivateAfter(wait)
}

func (r *remapper) append(now frontier.Time) {
	r.minting = true
	var updates []query.Update
	if reached := offsetAt(r.ingestion.Rate, now); reached > r.offset {
		if r.offset > 0 {
			updates = append(updates, bindingUpdate(r.offset, now, -1))
		}
		updates = append(updates, bindingUpdate(reached, now, 1))
	}
	done := func(result persist.AppendResult) {
		r.minted = &result
		r.activator.Sync(nil)
	}
	r.flow.state.persist.CompareAndAppend(r.shard, updates, r.shardEnd, frontier.At(now+1), done)
}

func (r *remapper) close() {
	if r.listen != nil {
		r.listen.Close()
	}
}

// bindingUpdate is a row of the remap shard: the offset that the upstream has come to.
func bindingUpdate(offset int64, at frontier.Time, diff int64) query.Update {
	return query.Update{Row: query.Row{Value: offset}, Time: at, Diff: diff}
}

// wallMillis returns the time of a node's wall clock in milliseconds; a clock before its beginning has none.
func wallMillis(n *sim.Node) (frontier.Time, bool) {
	wall := n.WallClock()
	if wall < 0 {
		return 0, false
	}
	return frontier.Time(wall / sim.Time(time.Millisecond)), true
}
