package controller

import (
	"fmt"

	"onelane.test/runtime/protocol"
	"onelane.test/sim"
)

// partition is the layer between a controller and the processes of one replica: it deals commands out and merges
// responses. An error of Absorb is a programmer's error on one of the two sides; the real layer panics.
type partition[C, R any] interface {
	Split(command C) []C
	Absorb(shard int, response R) ([]R, error)
}

// command is what the two protocols' commands have in common. Their zero value, nil, is no command.
type command interface {
	comparable
	fmt.Stringer
}

// report is what a replica task tells its controller. Reports of one task arrive in order, the end last.
type report[R any] struct {
	replica  int
	epoch    uint64
	response R
	ended    bool
}

// link is one incarnation of a replica task: it connects to all processes of a replica, forwards the controller's
// commands, and reports the merged responses, until any of the connections fails.
type link[C command, R fmt.Stringer] struct {
	plane      Plane
	cfg        Config
	index      int // of the replica
	epoch      uint64
	commands   *sim.Queue[C]
	reports    *sim.Queue[report[R]]
	partition  partition[C, R]
	specialise func(command C, nonce protocol.Nonce) C
	connected  *bool // what the outside sees

	nonce protocol.Nonce
	conns []*protocol.CTPConn[C, R]
	sent  int
	// zombies is empty but for a bug.
	zombies *zombies[C, R]
}

// run is the task's body.
func (l *link[C, R]) run(t *sim.Task) {
	l.nonce = protocol.Nonce(t.Stream("nonce").Uint64())
	l.conns = l.connect(t)
	*l.connected = true
	t.Emit(Connected{Plane: l.plane, Replica: l.replica().Name, Epoch: l.epoch, Nonce: l.nonce})
	err := l.serve(t)
	*l.connected = false
	for process, conn := range l.conns {
		if !l.zombies.keep(t, process, conn) {
			conn.Close(t)
		}
	}
	t.Emit(Disconnected{Plane: l.plane, Replica: l.replica().Name, Epoch: l.epoch, Nonce: l.nonce, Reason: err.Error()})
	l.reports.Push(t, report[R]{replica: l.index, epoch: l.epoch, ended: true})
}

func (l *link[C, R]) replica() Replica { return l.cfg.Replicas[l.index] }

// serve forwards in both directions until a connection fails, and returns why.
func (l *link[C, R]) serve(t *sim.Task) error {
	cases := []sim.Case{l.commands}
	for _, conn := range l.conns {
		cases = append(cases, conn.Case())
	}
	for {
		var err error
		if ready := sim.Select(t, cases...); ready == 0 {
			err = l.forward(t)
		} else {
			err = l.receive(t, ready-1)
		}
		if err != nil {
			return err
		}
	}
}

// forward sends the next command to those processes that the partition layer names. It fails in the middle when a
// connection does: then some processes have the command and others never will.
func (l *link[C, R]) forward(t *sim.Task) error {
	t.Point(sim.Write(l.commands.Object()))
	next, ok := l.commands.TryPop(t)
	if !ok {
		return nil
	}
	next = l.specialise(next, l.nonce)
	if l.cfg.Stall != nil {
		if pause := l.cfg.Stall(l.plane, l.replica().Name, l.sent, Last(next)); pause > 0 {
			t.Sleep(pause)
		}
	}
	t.Emit(ControllerSent{
		Plane: l.plane, Replica: l.replica().Name, Epoch: l.epoch, Nonce: l.nonce, Index: l.sent,
		Command: next,
	})
	l.sent++
	var none C
	for process, part := range l.partition.Split(next) {
		if part == none || l.zombies.misses(process, l.sent) {
			continue
		}
		if err := l.conns[process].Send(t, part); err != nil {
			return fmt.Errorf("controller: send to process %d: %w", process, err)
		}
	}
	return nil
}

// Last reports whether a command, of either plane, is the last of those that a connection begins with.
func Last(command fmt.Stringer) bool {
	switch command.(type) {
	case protocol.ComputeInitializationComplete, protocol.StorageInitializationComplete:
		return true
	}
	return false
}

// receive takes one response of one process and reports what the merge yields. A response that breaks the protocol
// ends the environment's process, as the panic of the real partition layer does.
func (l *link[C, R]) receive(t *sim.Task, process int) error {
	response, ok, err := l.conns[process].TryRecv(t)
	if err != nil {
		return fmt.Errorf("controller: receive from process %d: %w", process, err)
	}
	if !ok {
		return nil
	}
	merged, err := l.partition.Absorb(process, response)
	if err != nil {
		t.Exit(sim.ExitPanic, "controller: %s responses of replica %s: %v", l.plane, l.replica().Name, err)
	}
	for _, response := range merged {
		l.reports.Push(t, report[R]{replica: l.index, epoch: l.epoch, response: response})
	}
	return nil
}
