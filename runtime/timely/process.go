package timely

import (
	"fmt"

	"onelane.test/runtime/fail"
	"onelane.test/sim"
)

// Process is what the workers of one process share: the channel registry, their mailboxes and the connections to the
// other processes.
type Process struct {
	node       *sim.Node
	index      int
	cfg        Config
	peers      func(i int) *sim.Node
	hooks      Hooks
	object     sim.Object
	generation uint64
	up         bool
	flawed     bool // activations are never taken back, a bug
	mail       []*mailbox
	registry   registry
	conns      []*sim.Conn // by process; nil for this one
	spare      []*batch
}

// NewProcess returns process number index of a cluster; peers finds the nodes of all processes. It is made anew for each
// incarnation of the node.
func NewProcess(node *sim.Node, index int, cfg Config, peers func(i int) *sim.Node, hooks Hooks) *Process {
	if cfg.Processes < 1 || cfg.Workers < 1 || index < 0 || index >= cfg.Processes {
		panic(fmt.Sprintf("timely: process %d of %d×%d", index, cfg.Processes, cfg.Workers))
	}
	p := &Process{
		node: node, index: index, cfg: cfg.withDefaults(), peers: peers, hooks: hooks,
		object: node.World().Object("timely " + node.Name()),
		mail:   make([]*mailbox, cfg.Workers),
		conns:  make([]*sim.Conn, cfg.Processes),
	}
	for i := range p.mail {
		p.mail[i] = &mailbox{process: p, local: i}
	}
	p.registry.process = p
	p.flawed = fail.OnNode(node, fail.ActivationKept)
	return p
}

// Generation returns the epoch that process 0 minted for the mesh. It grows from each mesh of a replica to the next.
func (p *Process) Generation() uint64 { return p.generation }

// first returns the index of the process's first worker.
func (p *Process) first() int { return p.index * p.cfg.Workers }

// total returns the number of workers of all processes.
func (p *Process) total() int { return p.cfg.Processes * p.cfg.Workers }

// mailbox is what others leave for a worker. It exists before the worker does: a worker's peers may build and send
// first.
type mailbox struct {
	process *Process
	local   int         // the worker's number within the process
	task    *sim.Task   // the worker's, nil before there is one
	events  []*endpoint // that have news
	inbox   []frame     // from other processes, in order of arrival
	sync    []path      // activated by other threads
}

// access is the use of the mailbox and of the operators that it leads to. Each is a part of the process's object.
func (m *mailbox) access() sim.Access { return sim.Write(m.process.object).Part(1 + m.local) }

// unpark wakes the worker. by is the task that does it, nil for the driver.
func (m *mailbox) unpark(by *sim.Task) {
	if m.task != nil {
		m.task.Unpark(by)
	}
}

// path names an operator of a dataflow; node 0 is the dataflow itself.
type path struct {
	flow *dataflow
	node int
}
