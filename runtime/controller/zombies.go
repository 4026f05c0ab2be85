package controller

import (
	"onelane.test/runtime/fail"
	"onelane.test/runtime/protocol"
	"onelane.test/sim"
)

// zombies are connections of one replica, by process, that outlive the task which made them. The next task goes on with
// them, and takes their processes for ones that know already what it replays. A sound controller has none: processes end
// together, but their connections break one by one, and each task begins with connections of its own
// (MaterializeInc/materialize#12233).
type zombies[C, R any] struct {
	left     map[int]*protocol.CTPConn[C, R]
	taken    map[int]bool // by the present task
	replayed int          // how many commands the present task begins with
}

func newZombies[C, R any]() *zombies[C, R] {
	return &zombies[C, R]{left: map[int]*protocol.CTPConn[C, R]{}, taken: map[int]bool{}}
}

// keep leaves a connection for the next task, if a failpoint wants that and it is not broken.
func (z *zombies[C, R]) keep(t *sim.Task, process int, conn *protocol.CTPConn[C, R]) bool {
	if conn.Err() != nil || !fail.On(t, fail.PartialRehydration) {
		return false
	}
	z.left[process] = conn
	return true
}

// take returns the connections that were left, by process, with room for all of them.
func (z *zombies[C, R]) take(processes int) []*protocol.CTPConn[C, R] {
	conns := make([]*protocol.CTPConn[C, R], processes)
	for process := range conns {
		conns[process] = z.left[process]
		z.taken[process] = conns[process] != nil
	}
	clear(z.left)
	return conns
}

// misses reports whether a process is not sent a command, which is the so many-th.
func (z *zombies[C, R]) misses(process, sent int) bool { return sent <= z.replayed && z.taken[process] }
