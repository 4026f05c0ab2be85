package lane

import (
	"onelane.test/runtime/frontier"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/timely"
	"onelane.test/sim"
)

// The types of the lane's two channels.
const (
	taggedType = "lane.tagged"
	placedType = "lane.placed"
)

// line is one source, sequencer and sinks: all of the lane in a sound design. Its state belongs to the worker and
// outlives a dataflow that was built again.
type line struct {
	lane      *Lane
	name      string
	compute   bool // accepts compute commands
	storage   bool // accepts storage commands
	activator *timely.Activator
	accepted  uint64 // items that this worker's source has numbered
	// The sequencer's, used on worker 0.
	producers []*inOrder[tagged]
	sequenced uint64
	// The sink's.
	sink *inOrder[placed]
}

func newLine(l *Lane, name string, compute, storage bool) *line {
	n := &line{lane: l, name: name, compute: compute, storage: storage, sink: newInOrder[placed](l.cfg.NoContiguity)}
	for range l.worker.Peers() {
		n.producers = append(n.producers, newInOrder[tagged](l.cfg.NoContiguity))
	}
	return n
}

func (n *line) build(scope *timely.Scope) {
	n.buildSink(scope, n.buildSequencer(scope, n.buildSource(scope)))
}

func (n *line) buildSource(scope *timely.Scope) timely.Stream {
	b := scope.Operator("source")
	out := b.Output(taggedType)
	out.Initial() // held for ever
	n.activator = b.Activator()
	b.Build(func(op *timely.Op) { n.accept(op.Task(), out) })
	return out.Stream()
}

// accept numbers what the producers of this worker have queued, compute commands first.
func (n *line) accept(t *sim.Task, out *timely.Output) {
	for n.compute {
		item, ok := n.lane.compute.TryPop(t)
		if !ok {
			break
		}
		if n.lane.worker.Index() == 0 {
			n.number(t, out, item)
			continue
		}
		if _, ok := item.Compute.(protocol.ComputeUpdateConfiguration); !ok {
			t.Exit(sim.ExitPanic, "lane: worker %d is given %s, which only worker 0 may put into the lane", n.lane.worker.Index(), item.Compute)
		}
	}
	for n.storage {
		item, ok := n.lane.storage.pop()
		if !ok {
			break
		}
		n.number(t, out, item)
	}
}

func (n *line) number(t *sim.Task, out *timely.Output, item Item) {
	tag := tagged{producer: n.lane.worker.Index(), index: n.accepted, item: item, text: item.String()}
	n.accepted++
	t.Emit(Accepted{
		Generation: n.lane.cfg.Generation, Line: n.name,
		Producer: tag.producer, Index: tag.index, Item: item, Text: tag.text,
	})
	out.Give(frontier.Min, tag)
}

func (n *line) buildSequencer(scope *timely.Scope, from timely.Stream) timely.Stream {
	b := scope.Operator("sequencer")
	in := b.Input(from, timely.Exchange(func(data any, _ int, give func(int, any)) { give(0, data) }))
	out := b.Output(placedType)
	out.Initial() // held for ever: an item may have to wait for its predecessor
	b.Build(func(op *timely.Op) {
		for {
			_, data, ok := in.Next()
			if !ok {
				break
			}
			tag := data.(tagged)
			n.producers[tag.producer].offer(tag.index, tag)
		}
		n.sequence(op.Task(), out)
	})
	return out.Stream()
}

// sequence places each producer's contiguous run at the end of the lane.
func (n *line) sequence(t *sim.Task, out *timely.Output) {
	for _, producer := range n.producers {
		for {
			tag, ok := producer.take()
			if !ok {
				break
			}
			t.Emit(Sequenced{
				Generation: n.lane.cfg.Generation, Line: n.name,
				Global: n.sequenced, Producer: tag.producer, Index: tag.index,
			})
			for target, item := range split(tag.item, n.lane.worker.Peers()) {
				part := placed{tagged: tag, line: n.name, global: n.sequenced, target: target}
				part.item = item
				out.Give(frontier.Min, part)
			}
			n.sequenced++
		}
	}
}

func (n *line) buildSink(scope *timely.Scope, from timely.Stream) {
	b := scope.Operator("sink")
	in := b.Input(from, timely.Exchange(func(data any, _ int, give func(int, any)) { give(data.(placed).target, data) }))
	b.Build(func(op *timely.Op) {
		for {
			_, data, ok := in.Next()
			if !ok {
				break
			}
			part := data.(placed)
			if part.target != n.lane.worker.Index() {
				op.Task().Exit(sim.ExitPanic, "lane: item %d for worker %d reached worker %d", part.global, part.target, n.lane.worker.Index())
			}
			n.sink.offer(part.global, part)
		}
		n.release()
	})
}

// release hands the contiguous prefix to the worker.
func (n *line) release() {
	for {
		part, ok := n.sink.take()
		if !ok {
			return
		}
		n.lane.received.push(part)
	}
}
