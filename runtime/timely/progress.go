package timely

import (
	"slices"

	"onelane.test/runtime/frontier"
)

// location is a place in a dataflow's graph where something can be at a time: an output port, where capabilities are,
// or an input port, where undelivered messages are.
type location uint32

const sourceBit location = 1 << 15

func sourceOf(node, port int) location { return location(node)<<16 | sourceBit | location(port) }
func targetOf(node, port int) location { return location(node)<<16 | location(port) }

func (l location) node() int      { return int(l >> 16) }
func (l location) port() int      { return int(l & (sourceBit - 1)) }
func (l location) isSource() bool { return l&sourceBit != 0 }

// change is a difference of the number of capabilities or messages at a location and time.
type change struct {
	time frontier.Time
	at   location
	diff int32
}

// progressMessage is what one worker broadcasts: changes that take effect together, so that what a message or a
// capability was justified by does not go before it comes.
type progressMessage struct {
	source  int
	seqno   uint64
	changes []change
}

// note records a change of this worker. It takes effect when the broadcast comes back.
func (f *dataflow) note(at location, time frontier.Time, diff int32) {
	if f.gone {
		return
	}
	if last := len(f.changes) - 1; last >= 0 && f.changes[last].at == at && f.changes[last].time == time {
		f.changes[last].diff += diff
	} else {
		f.changes = append(f.changes, change{time, at, diff})
	}
	if f.position < 0 {
		f.activate(0)
	}
}

// sendProgress broadcasts what has gathered, if it does not cancel. Timely's default mode holds back what it can; sending
// at the end of each pass is one of the delays that it allows.
func (f *dataflow) sendProgress() {
	f.changes = consolidate(f.changes)
	if len(f.changes) == 0 {
		return
	}
	m := &f.worker.messages.take(1)[0]
	*m = progressMessage{source: f.worker.index, seqno: f.sent, changes: f.worker.history.take(len(f.changes))}
	copy(m.changes, f.changes)
	f.sent++
	f.changes = f.changes[:0]
	f.progress.broadcast(container{payload: m})
}

func consolidate(changes []change) []change {
	if len(changes) > 1 {
		slices.SortStableFunc(changes, func(a, b change) int {
			switch {
			case a.at != b.at:
				return int(a.at) - int(b.at)
			case a.time < b.time:
				return -1
			case a.time > b.time:
				return 1
			default:
				return 0
			}
		})
	}
	kept := changes[:0]
	for _, c := range changes {
		if n := len(kept); n > 0 && kept[n-1].at == c.at && kept[n-1].time == c.time {
			kept[n-1].diff += c.diff
		} else {
			kept = append(kept, c)
		}
	}
	return slices.DeleteFunc(kept, func(c change) bool { return c.diff == 0 })
}

// receiveProgress applies the changes that have come from all workers, this one included.
func (f *dataflow) receiveProgress() {
	for {
		c, ok := f.incoming.pull()
		if !ok {
			return
		}
		for _, change := range c.payload.(*progressMessage).changes {
			f.tracker.apply(change)
		}
	}
}
