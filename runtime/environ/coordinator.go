package environ

import (
	"onelane.test/runtime/controller"
	"onelane.test/runtime/persist"
	"onelane.test/sim"
)

// coordinator applies statements one after the other. It is the catalog's only writer.
type coordinator struct {
	cfg      Config
	catalog  *Catalog
	term     int // this environment's
	persist  *persist.Client
	compute  *controller.ComputeController
	storage  *controller.StorageController
	requests *sim.Queue[request]
}

// request is a statement on its way to the coordinator.
type request struct {
	statement Statement
	answer    *sim.OneShot[error]
}

// run is the coordinator's task.
func (c *coordinator) run(t *sim.Task, bootstrapped func()) {
	c.bootstrap(t)
	bootstrapped()
	for {
		r, ok := c.requests.Recv(t)
		if !ok {
			return
		}
		err := r.statement.apply(t, c)
		if err != nil {
			t.Emit(Refused{Text: r.statement.String(), Reason: err.Error()})
		}
		r.answer.Set(t, err)
	}
}

// bootstrap tells the controllers of everything that the catalog holds, and then that this is all. Replicas may be
// connected to in the midst of it; they wait for the end.
func (c *coordinator) bootstrap(t *sim.Task) {
	c.compute.UpdateConfiguration(t, c.catalog.Params())
	c.storage.UpdateConfiguration(t, c.catalog.Params())
	live := c.catalog.Live()
	for _, object := range live {
		t.Sleep(t.Stream("bootstrap").Duration(0, c.cfg.BootstrapStep))
		c.tell(t, object)
	}
	c.compute.InitializationComplete(t)
	c.storage.InitializationComplete(t)
	c.storage.AllowWrites(t)
	for _, object := range c.catalog.unfinalised() {
		c.finalise(t, object)
	}
	t.Emit(Bootstrapped{Incarnation: t.Node().Incarnation(), Objects: len(live)})
}

// tell makes a controller run an object that the catalog has.
func (c *coordinator) tell(t *sim.Task, object Object) {
	switch object.Kind {
	case KindSource:
		c.storage.RunIngestion(t, object.Ingestion)
	case KindSink:
		c.storage.RunSink(t, object.Sink)
	case KindIndex:
		c.compute.CreateDataflow(t, object.Dataflow)
	case KindMaterializedView:
		c.compute.CreateDataflow(t, object.Dataflow)
		c.compute.AllowWrites(t, object.ID)
	}
}

// tellDropped makes a controller end an object that the catalog no longer has.
func (c *coordinator) tellDropped(t *sim.Task, object Object) {
	switch object.Kind {
	case KindSource, KindSink:
		c.storage.Drop(t, object.Collections()...)
	case KindIndex, KindMaterializedView:
		c.compute.Drop(t, object.ID)
	}
}

// commit makes a change of the catalog durable, which takes a while. An environment that dies in between has either
// written it or not, and in both cases has told nobody.
func (c *coordinator) commit(t *sim.Task, write func()) {
	rng := t.Stream("catalog")
	t.Sleep(rng.Duration(c.cfg.CommitMin/2, c.cfg.CommitMax/2))
	t.Point(sim.Write(t.World().Object("catalog")))
	if c.term != c.catalog.term {
		t.Exit(sim.ExitHalt, "environ: fenced, as a later environment has the catalog")
	}
	write()
	t.Sleep(rng.Duration(c.cfg.CommitMin/2, c.cfg.CommitMax/2))
}
