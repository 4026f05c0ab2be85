package environ

import (
	"fmt"

	"onelane.test/runtime/controller"
	"onelane.test/runtime/protocol"
	"onelane.test/sim"
)

const testVersion = "test-1"

// fakeReplica stands in for a replica: it speaks both protocols, does no work, and keeps what it heard. It is as silent
// as a replica may be and as talkative as it must be, so the environment's own behaviour is what a test sees.
type fakeReplica struct {
	name      string
	processes []*sim.Node
	compute   fakeCompute
	storage   []*fakeStorage // by process
	// heard has what each process was told, per plane, by connection.
	heard [2][]*[]*connection
	// zombie is the storage connection of process 0, to say on it what no replica should.
	zombie *storageHandler
}

// connection is what one process was told on one connection of one plane.
type connection struct {
	nonce    protocol.Nonce
	commands []fmt.Stringer
}

// queueHandler is a protocol.Handler whose answers are pushed by the fake.
type queueHandler[In, Out any] struct {
	answers *sim.Queue[Out]
	hear    func(t *sim.Task, h *queueHandler[In, Out], command In)
	over    func(h *queueHandler[In, Out])
	nonce   protocol.Nonce
	log     *connection
}

func (h *queueHandler[In, Out]) Send(t *sim.Task, command In) error {
	h.hear(t, h, command)
	return nil
}
func (h *queueHandler[In, Out]) Case() sim.Case  { return h.answers }
func (h *queueHandler[In, Out]) Close(*sim.Task) { h.over(h) }
func (h *queueHandler[In, Out]) TryRecv(t *sim.Task) (Out, bool, error) {
	answer, ok := h.answers.TryPop(t)
	return answer, ok, nil
}

// newFakeReplica adds the nodes of a replica and starts them.
func newFakeReplica(w *sim.World, name string, processes int) *fakeReplica {
	r := &fakeReplica{name: name}
	r.compute = newFakeCompute(processes)
	for p := range processes {
		r.storage = append(r.storage, newFakeStorage(p))
		for plane := range r.heard {
			r.heard[plane] = append(r.heard[plane], &[]*connection{})
		}
		node := w.AddNode(fmt.Sprintf("%s.p%d", name, p), sim.NodeOptions{Start: func(n *sim.Node) { r.start(n, p) }})
		r.processes = append(r.processes, node)
		node.Start()
	}
	return r
}

func (r *fakeReplica) config() ReplicaConfig {
	return ReplicaConfig{Name: r.name, Processes: r.processes}
}

// start is a process: two servers.
func (r *fakeReplica) start(n *sim.Node, process int) {
	n.Go("ctp-compute", func(t *sim.Task) {
		protocol.ServeCTP(t, controller.Compute.Port(), testVersion, protocol.CTPConfig{},
			func() protocol.Handler[protocol.ComputeCommand, protocol.ComputeResponse] {
				h := newHandler[protocol.ComputeCommand, protocol.ComputeResponse](r, n, process, controller.Compute)
				h.hear = func(t *sim.Task, h *computeHandler, command protocol.ComputeCommand) {
					if hello, ok := command.(protocol.ComputeHello); ok {
						h.nonce, h.log.nonce = hello.Nonce, hello.Nonce
					}
					h.log.commands = append(h.log.commands, command)
					r.compute.hear(t, process, h, command)
				}
				h.over = func(h *computeHandler) { r.compute.over(process, h) }
				return h
			})
	})
	n.Go("ctp-storage", func(t *sim.Task) {
		protocol.ServeCTP(t, controller.Storage.Port(), testVersion, protocol.CTPConfig{},
			func() protocol.Handler[protocol.StorageCommand, protocol.StorageResponse] {
				h := newHandler[protocol.StorageCommand, protocol.StorageResponse](r, n, process, controller.Storage)
				h.hear = func(t *sim.Task, h *storageHandler, command protocol.StorageCommand) {
					if hello, ok := command.(protocol.StorageHello); ok {
						h.nonce, h.log.nonce = hello.Nonce, hello.Nonce
					}
					h.log.commands = append(h.log.commands, command)
					r.storage[process].hear(t, h, command)
				}
				h.over = func(*storageHandler) {}
				if process == 0 {
					r.zombie = h
				}
				return h
			})
	})
}

func newHandler[In, Out any](r *fakeReplica, n *sim.Node, process int, plane controller.Plane) *queueHandler[In, Out] {
	log := &connection{}
	heard := r.heard[plane][process]
	*heard = append(*heard, log)
	return &queueHandler[In, Out]{
		answers: sim.NewQueue[Out](n.World(), fmt.Sprintf("%s/%s answers", n.Name(), plane)),
		log:     log,
	}
}

// last returns what a process heard on its last connection of a plane.
func (r *fakeReplica) last(plane controller.Plane, process int) *connection {
	heard := *r.heard[plane][process]
	if len(heard) == 0 {
		return &connection{}
	}
	return heard[len(heard)-1]
}
