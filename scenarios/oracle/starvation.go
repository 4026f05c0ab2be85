package oracle

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"onelane.test/runtime/controller"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/storage"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// starvationSlack is what a command may take beside the time for which its worker is kept busy.
const starvationSlack = 2 * time.Second

// Starvation measures the price of the shared thread: a storage command waits for as long as a compute operator blocks
// the worker (the failure of test/testdrive/cluster-controller.td in MaterializeInc/materialize#38579). It demands that
// a command is handled within the time of a finite block and a little more, and that a worker which nobody blocks is
// not affected by one that is. A flood keeps its worker busy for about as long again as it lasts, as a command of storage is
// handled twice, when the worker hears of it and at its place in the lane: commands wait for that too.
type Starvation struct {
	Base
	busy  func(worker int) (longest time.Duration, forever bool)
	links map[string]*storageLink // per replica
	worst time.Duration
}

// storageLink is the latest connection of a replica's storage plane.
type storageLink struct {
	nonce   protocol.Nonce
	ready   bool // the initial commands are over
	sent    []sentCommand
	handled map[int]int // per worker: how many of sent
}

type sentCommand struct {
	at   sim.Time
	text string
}

// NewStarvation returns the oracle; busy says for how long in sum the plan blocks or floods a worker of each
// replica.
func NewStarvation(world Violator, busy func(worker int) (time.Duration, bool)) *Starvation {
	return &Starvation{
		Base:  newBase("starvation", "a storage command waits no longer than its worker is blocked, and a little more", world),
		busy:  busy,
		links: map[string]*storageLink{},
	}
}

// Observe matches the commands that a controller sends with their handling on each worker. What breaks or holds up the
// connection, or a worker, ends the measurement until the next one.
func (s *Starvation) Observe(r *trace.Record) {
	switch e := r.Event.(type) {
	case controller.ControllerSent:
		if e.Plane == controller.Storage {
			s.sent(sim.Time(r.At), e)
		}
	case storage.Told:
		s.told(r, e)
	case controller.Disconnected:
		if e.Plane == controller.Storage {
			delete(s.links, e.Replica)
		}
	case sim.NodeExited:
		delete(s.links, replicaOf(e.Node))
	case sim.NodePaused:
		delete(s.links, replicaOf(e.Node))
	case sim.NodeResumed:
		delete(s.links, replicaOf(e.Node))
	case sim.TaskPaused:
		delete(s.links, replicaOf(e.Node))
	case sim.TaskResumed:
		delete(s.links, replicaOf(e.Node))
	case sim.LinkCut:
		delete(s.links, replicaOf(e.A))
		delete(s.links, replicaOf(e.B))
	}
}

func (s *Starvation) sent(now sim.Time, e controller.ControllerSent) {
	link := s.links[e.Replica]
	if e.Index == 0 {
		link = &storageLink{nonce: e.Nonce, handled: map[int]int{}}
		s.links[e.Replica] = link
	}
	if link == nil || link.nonce != e.Nonce {
		return
	}
	if link.ready {
		link.sent = append(link.sent, sentCommand{now, e.Command.String()})
	}
	if _, ok := e.Command.(protocol.StorageInitializationComplete); ok {
		link.ready = true
	}
}

func (s *Starvation) told(r *trace.Record, e storage.Told) {
	link := s.links[replicaOf(r.Node)]
	if link == nil {
		return
	}
	next := link.handled[e.Worker]
	if next >= len(link.sent) || link.sent[next].text != e.Command.String() {
		return // of the initial commands, or of an earlier connection
	}
	link.handled[e.Worker] = next + 1
	s.looks++
	waited := sim.Time(r.At).Sub(link.sent[next].at)
	s.worst = max(s.worst, waited)
	if longest, forever := s.busy(e.Worker); !forever && waited > longest+starvationSlack {
		s.Violatef("a storage command waited longer than its worker is blocked\n%s worker %d handled %s after %s, but is busy for %s at most",
			r.Node, e.Worker, e.Command, waited, longest)
	}
}

// Settled says whether every command was handled by every worker that is not blocked for ever.
func (s *Starvation) Settled(st *State) (bool, string) {
	for _, replica := range slices.Sorted(maps.Keys(s.links)) {
		link := s.links[replica]
		for worker := range st.Peers {
			if _, forever := s.busy(worker); !forever && link.handled[worker] < len(link.sent) {
				return false, fmt.Sprintf("%s worker %d has not handled %s", replica, worker, link.sent[link.handled[worker]].text)
			}
		}
	}
	return true, ""
}

// Check judges the commands that were never handled.
func (s *Starvation) Check(st *State) Verdict {
	if settled, waiting := s.Settled(st); !settled && s.violation == "" {
		s.violation = waiting
	}
	if s.looks == 0 {
		return s.verdict("no storage command was sent on a connection in service")
	}
	return s.verdict("")
}

// Worst returns the longest time that a command waited.
func (s *Starvation) Worst() time.Duration { return s.worst }
