package clusterd

import (
	"fmt"

	"onelane.test/runtime/persist"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/timely"
	"onelane.test/sim"
)

// process is one incarnation of a process.
type process struct {
	cfg     Config
	node    *sim.Node
	timely  *timely.Process
	persist *persist.Client
	flaws   flaws
	seats   []*seat // by local worker index
}

// seat is what a worker shares with the tasks around it.
type seat struct {
	task    *sim.Task
	compute *sim.Queue[computeConnection] // to the worker's adapter
	storage *sim.Queue[storageConnection] // to the worker's guest
	// arrivals counts the compute connections handed over.
	arrivals uint64
	// storing is whether the worker's guest has a connection.
	storing bool
}

// Factory returns what starts a process: it brings the mesh up, then runs the workers, and only then listens at the
// ports "compute" and "storage" (the latter if it hosts storage).
func Factory(cfg Config) func(*sim.Node) {
	if cfg.IterationCost == 0 {
		cfg.IterationCost = DefaultIterationCost
	}
	return func(node *sim.Node) {
		p := &process{
			cfg:     cfg,
			node:    node,
			persist: persist.NewClient(node, cfg.Store, cfg.PersistConfig),
			flaws:   drawFlaws(node),
		}
		if cfg.FlagSkew != nil && cfg.FlagSkew() {
			p.cfg.Unified = !cfg.Unified
		}
		p.timely = timely.NewProcess(node, cfg.Index, p.cluster(), cfg.Peers, cfg.TimelyHooks)
		node.Go("bring-up", p.bringUp)
	}
}

// cluster is what the processes of a replica have to agree on. They tell each other their topology when they meet, so that
// one whose flag differs is refused before it has built anything.
func (p *process) cluster() timely.Config {
	c := timely.Config{Processes: p.cfg.Processes, Workers: p.cfg.Workers, Topology: "separate"}
	switch {
	case p.flaws.flagSkewUnnoticed:
		c.Topology = ""
	case p.cfg.Unified:
		c.Topology = "unified"
	}
	return c
}

// bringUp is the first task of the process.
func (p *process) bringUp(t *sim.Task) {
	p.timely.BringUp(t)
	t.Emit(Up{Generation: p.timely.Generation(), Unified: p.cfg.Unified})
	for local := range p.cfg.Workers {
		s := &seat{
			compute: sim.NewQueue[computeConnection](p.node.World(), fmt.Sprintf("compute.connections.%d", local)),
			storage: sim.NewQueue[storageConnection](p.node.World(), fmt.Sprintf("storage.connections.%d", local)),
		}
		p.seats = append(p.seats, s)
		s.task = p.node.GoPinned(fmt.Sprintf("worker%d", local), local, func(t *sim.Task) {
			newWorker(t, p, local).run()
		})
	}
	p.node.Go("ctp-compute", func(t *sim.Task) {
		protocol.ServeCTP(t, Compute.Port(), p.cfg.Version, p.cfg.CTP,
			func() protocol.Handler[protocol.ComputeCommand, protocol.ComputeResponse] { return newClusterClient(p) })
	})
	if !p.cfg.Unified {
		return
	}
	p.node.Go("ctp-storage", func(t *sim.Task) {
		protocol.ServeCTP(t, Storage.Port(), p.cfg.Version, p.cfg.CTP,
			func() protocol.Handler[protocol.StorageCommand, protocol.StorageResponse] {
				return newGuestClusterClient(p)
			})
	})
}
