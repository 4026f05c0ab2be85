package oracle

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"onelane.test/runtime/clusterd"
	"onelane.test/runtime/controller"
	"onelane.test/runtime/lane"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/render"
	"onelane.test/runtime/storage"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// starvationSlack is what a command may take beside the time for which its worker is kept busy.
const starvationSlack = 2 * time.Second

// Starvation measures the price of the shared thread: a storage command waits for as long as a compute operator blocks
// the worker (the failure of test/testdrive/cluster-controller.td in MaterializeInc/materialize#38579). It demands that
// a command is handled within the time of a finite block and a little more, and that a worker which nobody blocks is
// not affected by one that is. The time for which the worker handles other commands does not count: behind a flood a
// command waits for its turn.
//
// What holds up messages on their way, a link or the environment, makes the commands that are under way or sent meanwhile
// unmeasured, and those behind them are measured from when the last of these was handled.
type Starvation struct {
	Base
	command    time.Duration // what it takes to handle one command
	reply      time.Duration
	own        *ownTimes
	seats      map[string]map[int]*ownTime // per replica, of its workers
	links      map[string]*storageLink     // per replica
	hindrances hindrances
	worst      time.Duration
}

// storageLink is the latest connection of a replica's storage plane.
type storageLink struct {
	nonce    protocol.Nonce
	ready    bool // the initial commands are over
	sent     []sentCommand
	hindered int          // how many of sent were held up on their way
	serving  map[int]bool // the workers that have reconciled
	handled  map[int]int  // per worker: how many of sent
	freed    map[int]mark // per worker: when the last that was held up was handled
}

type sentCommand struct {
	at   sim.Time
	lost map[int]time.Duration // per worker, until then
	text string
}

// mark is a moment in the life of a worker.
type mark struct {
	at   sim.Time
	lost time.Duration
}

// NewStarvation returns the oracle; command says how long a worker takes to handle one command, reply for how long it may
// wait for replies in the turn in which a command comes.
func NewStarvation(world Violator, command, reply time.Duration) *Starvation {
	return &Starvation{
		Base:    newBase("starvation", "a storage command waits no longer than its worker is blocked, and a little more", world),
		command: command, reply: reply,
		own: newOwnTimes(), seats: map[string]map[int]*ownTime{}, links: map[string]*storageLink{}, hindrances: hindrances{},
	}
}

// Observe matches the commands that a controller sends with their handling on each worker. What ends the connection ends
// the measurement until the next one.
func (s *Starvation) Observe(r *trace.Record) {
	s.own.observe(r)
	if replica, everybody := s.hindrances.observe(r); replica != "" || everybody {
		s.hinder(replica)
	}
	switch e := r.Event.(type) {
	case controller.ControllerSent:
		if e.Plane == controller.Storage {
			s.sent(sim.Time(r.At), e)
		}
	case clusterd.GuestReconciled:
		if link := s.links[replicaOf(r.Node)]; link != nil && link.nonce == e.Nonce {
			link.serving[e.Worker] = true
		}
	case storage.Told:
		s.seat(r, e.Worker).spend(s.command)
		s.told(r, e)
	case lane.Delivered:
		s.seat(r, e.Worker).spend(s.command)
	case render.Blocked:
		s.seat(r, e.Worker)
	case controller.Disconnected:
		if link := s.links[e.Replica]; e.Plane == controller.Storage && link != nil && link.nonce == e.Nonce {
			delete(s.links, e.Replica)
		}
	case sim.NodeExited:
		delete(s.links, replicaOf(e.Node))
		delete(s.seats, replicaOf(e.Node))
	}
}

// seat returns the time of the worker that emitted an event.
func (s *Starvation) seat(r *trace.Record, worker int) *ownTime {
	replica := replicaOf(r.Node)
	seats := s.seats[replica]
	if seats == nil {
		seats = map[int]*ownTime{}
		s.seats[replica] = seats
	}
	seats[worker] = s.own.of(threadOf(r), sim.Time(r.At))
	return seats[worker]
}

// hinder makes what is under way to a replica, "" for all, unmeasured.
func (s *Starvation) hinder(replica string) {
	for name, link := range s.links {
		if replica == "" || name == replica {
			link.hindered = len(link.sent)
		}
	}
}

func (s *Starvation) sent(now sim.Time, e controller.ControllerSent) {
	link := s.links[e.Replica]
	if e.Index == 0 {
		link = &storageLink{nonce: e.Nonce, serving: map[int]bool{}, handled: map[int]int{}, freed: map[int]mark{}}
		s.links[e.Replica] = link
	}
	if link == nil || link.nonce != e.Nonce {
		return
	}
	if link.ready {
		link.sent = append(link.sent, sentCommand{now, s.lost(e.Replica, now), e.Command.String()})
		if s.hindrances.last(e.Replica) {
			link.hindered = len(link.sent)
		}
	}
	if _, ok := e.Command.(protocol.StorageInitializationComplete); ok {
		link.ready = true
	}
}

// lost returns what the workers of a replica have lost until now.
func (s *Starvation) lost(replica string, now sim.Time) map[int]time.Duration {
	lost := make(map[int]time.Duration, len(s.seats[replica]))
	for worker, own := range s.seats[replica] {
		lost[worker] = own.at(now)
	}
	return lost
}

func (s *Starvation) told(r *trace.Record, e storage.Told) {
	link := s.links[replicaOf(r.Node)]
	if link == nil || !link.serving[e.Worker] {
		return
	}
	next := link.handled[e.Worker]
	if next >= len(link.sent) || link.sent[next].text != e.Command.String() {
		return // of an earlier connection
	}
	link.handled[e.Worker] = next + 1
	now, own := sim.Time(r.At), s.seat(r, e.Worker)
	if next < link.hindered {
		link.freed[e.Worker] = mark{now, own.at(now)}
		return
	}
	s.looks++
	c := link.sent[next]
	s.worst = max(s.worst, now.Sub(c.at))
	from := mark{c.at, c.lost[e.Worker]}
	if m, ok := link.freed[e.Worker]; ok && m.at > from.at {
		from = m
	}
	lost := own.at(now) - from.lost
	if waited := now.Sub(from.at); waited > lost+s.reply+starvationSlack {
		s.Violatef("a storage command waited longer than its worker is blocked\n%s worker %d handled %s after %s, but was kept from it for %s only",
			r.Node, e.Worker, e.Command, waited, lost)
	}
}

// Settled says whether every command was handled by every worker that does not stand still.
func (s *Starvation) Settled(st *State) (bool, string) {
	for _, replica := range slices.Sorted(maps.Keys(s.links)) {
		link := s.links[replica]
		for worker := range st.Peers {
			own := s.seats[replica][worker]
			if (own == nil || !own.held()) && link.handled[worker] < len(link.sent) {
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
