package controller

import (
	"fmt"

	"onelane.test/runtime/protocol"
	"onelane.test/sim"
)

// attempt is one try to connect to all processes of a replica at once. Nothing is sent before all of them answered; the
// first that fails fails the attempt, and what the others still open is closed again.
type attempt[C command, R fmt.Stringer] struct {
	results *sim.Queue[dialled[C, R]]
	over    bool
}

type dialled[C command, R fmt.Stringer] struct {
	process int
	conn    *protocol.CTPConn[C, R]
	err     error
}

// connect tries until all processes are connected. It never gives up: a replica that is down may come back.
func (l *link[C, R]) connect(t *sim.Task) []*protocol.CTPConn[C, R] {
	retry := backoff{next: l.cfg.BackoffMin, most: l.cfg.BackoffMax}
	for {
		conns, err := l.connectAll(t)
		if err == nil {
			return conns
		}
		t.Sleep(retry.pause(t.Stream("backoff")))
	}
}

// connectAll dials all processes side by side, so that a process may find its old connection replaced although the
// attempt as a whole fails.
func (l *link[C, R]) connectAll(t *sim.Task) ([]*protocol.CTPConn[C, R], error) {
	processes := l.replica().Processes
	try := &attempt[C, R]{results: sim.NewQueue[dialled[C, R]](t.World(), t.Name()+"/dialled")}
	conns := l.zombies.take(len(processes))
	missing := 0
	for i, node := range processes {
		if conns[i] != nil {
			continue
		}
		missing++
		t.Node().Go(fmt.Sprintf("%s/dial.p%d", t.Name(), i), func(t *sim.Task) {
			conn, err := protocol.DialCTP[C, R](t, node, l.plane.Port(), l.cfg.Version, l.cfg.CTP)
			try.settle(t, dialled[C, R]{process: i, conn: conn, err: err})
		})
	}
	for range missing {
		result, _ := try.results.Recv(t)
		if result.err != nil {
			try.abandon(t, conns)
			return nil, result.err
		}
		conns[result.process] = result.conn
	}
	return conns, nil
}

// settle hands a result to the attempt, or closes the connection if the attempt is over.
func (a *attempt[C, R]) settle(t *sim.Task, result dialled[C, R]) {
	if !a.over {
		a.results.Push(t, result)
		return
	}
	if result.err == nil {
		result.conn.Close(t)
	}
}

// abandon closes what was opened and lets dials that are still under way close theirs.
func (a *attempt[C, R]) abandon(t *sim.Task, conns []*protocol.CTPConn[C, R]) {
	a.over = true
	for _, conn := range conns {
		if conn != nil {
			conn.Close(t)
		}
	}
	for {
		result, ok := a.results.TryPop(t)
		if !ok {
			return
		}
		if result.err == nil {
			result.conn.Close(t)
		}
	}
}
