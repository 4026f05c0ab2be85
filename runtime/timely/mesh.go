package timely

import (
	"errors"

	"onelane.test/runtime/fail"
	"onelane.test/sim"
)

// meshPort is where processes meet.
const meshPort = "mesh"

// attemptsPerLife separates the epochs of two incarnations of process 0.
const attemptsPerLife = 1_000_000

// Why a round of bring-up cannot succeed and has to begin again.
var (
	errStale     = errors.New("a peer belongs to a later generation")
	errReconnect = errors.New("a peer has connected twice")
)

// hello opens a connection of the mesh: from the dialling process, and back. Epoch 0 is that of a process which has not
// learnt it yet.
type hello struct {
	process  int
	epoch    uint64
	topology string
}

// BringUp connects the process to all others and returns when that is done. Process 0 mints an epoch for each round;
// every process connects to those before it, of which process 0 comes first and tells the epoch, and awaits those behind
// it. A peer with an earlier epoch is a leftover and is tried again; against one with a later epoch this process is the
// leftover, and begins again, as it does when a peer connects twice. So a fresh process never joins a generation that is
// about to die (MaterializeInc/materialize cluster/src/communication.rs).
//
// Afterwards the processes share their fate: any failure of a connection ends the process with a halt.
func (p *Process) BringUp(t *sim.Task) {
	if p.up {
		panic("timely: mesh brought up twice")
	}
	if p.cfg.Processes == 1 {
		p.generation = p.mint(0)
	} else {
		p.connectAll(t)
	}
	p.up = true
	t.Emit(MeshUp{Generation: p.generation, Process: p.index})
	for i, conn := range p.conns {
		if conn != nil {
			p.receiveFrom(i, conn)
		}
	}
}

// mint returns the epoch of a round of process 0. Materialize takes milliseconds and a random number; what counts is
// that it grows.
func (p *Process) mint(attempt int) uint64 {
	return uint64(p.node.Incarnation())*attemptsPerLife + uint64(attempt)
}

func (p *Process) connectAll(t *sim.Task) {
	listener, err := p.node.Listen(t, meshPort)
	if err != nil {
		t.Exit(sim.ExitPanic, "timely: listen: %v", err)
	}
	for attempt := 1; ; attempt++ {
		p.generation = 0
		if p.index == 0 {
			p.generation = p.mint(attempt)
		}
		if p.connectOnce(t, listener) == nil {
			listener.Close()
			return
		}
		p.disconnect(t)
		t.Sleep(p.cfg.Bringup.Backoff)
	}
}

// connectOnce is one round.
func (p *Process) connectOnce(t *sim.Task, listener *sim.Listener) error {
	for i := range p.index {
		if err := p.dial(t, i); err != nil {
			return err
		}
	}
	for missing := p.cfg.Processes - 1 - p.index; missing > 0; {
		conn, err := listener.Accept(t)
		if err != nil {
			return err
		}
		joined, err := p.welcome(t, conn)
		if err != nil {
			conn.Close(t)
			return err
		}
		if !joined {
			conn.Close(t)
			continue
		}
		missing--
	}
	return nil
}

// dial connects to a process before this one, for as long as it takes.
func (p *Process) dial(t *sim.Task, i int) error {
	for {
		conn, err := p.node.Dial(t, p.peers(i), meshPort, p.cfg.Bringup.Dial)
		if err == nil {
			var joined bool
			joined, err = p.introduce(t, i, conn)
			if joined {
				return nil
			}
			conn.Close(t)
			if errors.Is(err, errStale) {
				return err
			}
		}
		t.Sleep(p.cfg.Bringup.Backoff)
	}
}

// introduce exchanges hellos with a process that was dialled.
func (p *Process) introduce(t *sim.Task, i int, conn *sim.Conn) (joined bool, err error) {
	if err := conn.Send(t, hello{p.index, p.generation, p.cfg.Topology}); err != nil {
		return false, err
	}
	peer, err := p.hear(t, conn)
	if err != nil {
		return false, err
	}
	if i == 0 {
		p.generation = peer.epoch
	}
	return p.join(t, peer, i, conn)
}

// welcome exchanges hellos with a process that has dialled.
func (p *Process) welcome(t *sim.Task, conn *sim.Conn) (joined bool, err error) {
	peer, err := p.hear(t, conn)
	if err != nil {
		return false, nil // gone again; others may come
	}
	if conn.Send(t, hello{p.index, p.generation, p.cfg.Topology}) != nil {
		return false, nil
	}
	return p.join(t, peer, peer.process, conn)
}

// join compares epochs and takes the connection. Process 0's callers have none of their own. A peer of this generation that
// was started for another topology ends the process: there is no use in going on together.
func (p *Process) join(t *sim.Task, peer hello, i int, conn *sim.Conn) (joined bool, err error) {
	stale := peer.epoch > p.generation
	leftover := peer.epoch < p.generation && (p.index != 0 || peer.epoch != 0)
	if (stale || leftover) && !fail.On(t, fail.MixedGenerations) {
		if stale {
			return false, errStale
		}
		return false, nil
	}
	if p.conns[i] != nil {
		return false, errReconnect
	}
	if peer.topology != p.cfg.Topology {
		t.Exit(sim.ExitHalt, "timely: process %d is started for topology %q, process %d for %q", p.index, p.cfg.Topology, i, peer.topology)
	}
	p.conns[i] = conn
	return true, nil
}

func (p *Process) hear(t *sim.Task, conn *sim.Conn) (hello, error) {
	msg, err := conn.RecvBy(t, t.Now().Add(p.cfg.Bringup.Hello))
	if err != nil {
		return hello{}, err
	}
	return msg.(hello), nil
}

func (p *Process) disconnect(t *sim.Task) {
	for i, conn := range p.conns {
		if conn != nil {
			conn.Close(t)
			p.conns[i] = nil
		}
	}
}
