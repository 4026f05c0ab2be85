package timely

import (
	"fmt"

	"onelane.test/sim"
)

// receiveFrom starts the task that takes what a peer sends, as timely's receive threads do.
func (p *Process) receiveFrom(i int, conn *sim.Conn) {
	p.node.Go(fmt.Sprintf("mesh-recv.p%d", i), func(t *sim.Task) {
		for {
			msg, err := conn.Recv(t)
			if err != nil {
				p.failed(t, i, err)
			}
			p.accept(t, msg.(*batch))
		}
	})
}

// failed ends the process: timely panics in its network threads, which Materialize turns into a halt.
func (p *Process) failed(t *sim.Task, peer int, err error) {
	t.Emit(MeshFailed{Generation: p.generation, Process: p.index, Peer: peer, Reason: err.Error()})
	t.Exit(sim.ExitHalt, "timely communication error: %v", err)
}
