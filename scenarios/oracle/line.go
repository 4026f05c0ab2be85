package oracle

import (
	"fmt"
	"time"
)

// line is one ordered channel of a lane: producers, one sequencer, and every worker as a consumer.
type line struct {
	name                          string
	accepted, sequenced, consumed stages
	global                        stage
	first                         int64 // when the sequencer gave out its first item
}

// stage is a place where items must come in order.
type stage struct {
	next uint64
	// since is when it last moved, or the stage before it got ahead of it.
	since int64
}

// stages are those of all producers, or of all workers.
type stages []stage

func (s *stages) of(n int) *stage {
	for len(*s) <= n {
		*s = append(*s, stage{})
	}
	return &(*s)[n]
}

// line returns the line of a name.
func (o *laneOrder) line(name string) *line {
	for _, l := range o.lines {
		if l.name == name {
			return l
		}
	}
	l := &line{name: name}
	o.lines = append(o.lines, l)
	return l
}

// hand notes that an item is there for a stage to take.
func (l *line) hand(to *stage, index uint64, now int64) {
	if to.next == index {
		to.since = now
	}
}

// broadcast notes that an item is there for all workers to consume.
func (l *line) broadcast(global uint64, now int64) {
	if global == 0 {
		l.first = now
	}
	for worker := range l.consumed {
		l.hand(&l.consumed[worker], global, now)
	}
}

// stuck says where items have stood still for longer than a bound; "" if nowhere.
func (l *line) stuck(s *State, bound time.Duration) string {
	for producer := range l.accepted {
		accepted, sequenced := l.accepted[producer].next, l.sequenced.of(producer)
		if sequenced.next < accepted && s.stood(sequenced.since, bound) {
			return fmt.Sprintf("producer %d sent %d, %d are sequenced", producer, accepted, sequenced.next)
		}
	}
	for worker := range s.Peers {
		consumed := l.consumed.of(worker)
		if consumed.next < l.global.next && s.stood(max(consumed.since, l.first), bound) {
			return fmt.Sprintf("%d are sequenced, worker %d consumed %d", l.global.next, worker, consumed.next)
		}
	}
	return ""
}
