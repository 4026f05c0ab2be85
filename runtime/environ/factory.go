package environ

import (
	"time"

	"onelane.test/runtime/controller"
	"onelane.test/runtime/fail"
	"onelane.test/runtime/persist"
	"onelane.test/runtime/protocol"
	"onelane.test/sim"
)

// ReplicaConfig names the processes of a replica.
type ReplicaConfig = controller.Replica

// Config is what an environment is started with, the same for all its incarnations.
type Config struct {
	// Catalog is what survives the environment's process.
	Catalog  *Catalog
	Replicas []ReplicaConfig
	Store    *persist.Store
	Persist  persist.Config
	Version  string
	CTP      protocol.CTPConfig
	Instance protocol.InstanceConfig
	// CommitMin and CommitMax bound how long a write to the catalog takes. Zero means 1 ms and 5 ms.
	CommitMin, CommitMax time.Duration
	// BootstrapStep bounds how long a new incarnation takes for each object of the catalog. Zero means 1 ms.
	BootstrapStep time.Duration
	// Finalise closes the shards of a dropped object once no replica can report on it any more. What still writes to
	// them then, or begins to, fails.
	Finalise bool
	// BackoffMin, BackoffMax and RehydrateMax are as in [controller.Config].
	BackoffMin, BackoffMax, RehydrateMax time.Duration
	// Stall is as in [controller.Config].
	Stall func(plane controller.Plane, replica string, index int, last bool) time.Duration
}

func (c Config) withDefaults() Config {
	if c.CommitMax <= 0 {
		c.CommitMin, c.CommitMax = time.Millisecond, 5*time.Millisecond
	}
	if c.BootstrapStep <= 0 {
		c.BootstrapStep = time.Millisecond
	}
	return c
}

func (c Config) controllers() controller.Config {
	return controller.Config{
		Replicas: c.Replicas, Version: c.Version, CTP: c.CTP, Instance: c.Instance,
		BackoffMin: c.BackoffMin, BackoffMax: c.BackoffMax, RehydrateMax: c.RehydrateMax,
		Stall: c.Stall,
	}
}

// Factory returns what starts the environment's process on its node, and binds the handle to it: at once as far as the
// catalog goes, and to the process at each start.
func Factory(cfg Config, e *Environment) func(*sim.Node) {
	cfg = cfg.withDefaults()
	e.catalog, e.replicas = cfg.Catalog, cfg.Replicas
	return func(n *sim.Node) {
		c := &coordinator{
			cfg: cfg, catalog: cfg.Catalog, term: cfg.Catalog.succeed(),
			persist:  persist.NewClient(n, cfg.Store, cfg.Persist),
			requests: sim.NewQueue[request](n.World(), "coordinator/requests"),
		}
		controllers := cfg.controllers()
		controllers.OwedForGood = fail.OnNode(n, fail.DroppedIDOwed)
		c.storage = controller.NewStorageController(n, controllers, c.gone)
		c.compute = controller.NewComputeController(n, controllers, c.storage, c.gone)
		e.node, e.compute, e.storage, e.bootstrapped = n, c.compute, c.storage, false
		n.Go("compute-controller", c.compute.Run)
		n.Go("storage-controller", c.storage.Run)
		n.Go("coordinator", func(t *sim.Task) { c.run(t, func() { e.ready(c) }) })
		n.Go("sql", c.listen)
	}
}
