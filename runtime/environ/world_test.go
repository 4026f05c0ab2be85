package environ

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"onelane.test/runtime/controller"
	"onelane.test/runtime/persist"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// house is an environment with fake replicas, a store and a user.
type house struct {
	*sim.World
	t        testing.TB
	env      *Environment
	node     *sim.Node
	user     *sim.Node
	store    *persist.Store
	replicas []*fakeReplica
	ring     *trace.Ring
	accepted *acceptor
}

// newHouse builds a house with as many replicas as counts of processes are given. The environment is not started.
func newHouse(t testing.TB, world sim.Config, tweak func(*Config), processes ...int) *house {
	h := &house{World: sim.New(world), t: t, env: NewEnvironment(), ring: trace.NewRing(60)}
	t.Cleanup(h.Close)
	h.Observe(h.ring)
	h.accepted = newAcceptor(h.World, h.env)
	h.Observe(h.accepted)
	h.store = persist.NewStore(h.AddNode("persist", sim.NodeOptions{}))
	cfg := Config{
		Catalog: NewCatalog(protocol.Params{
			MaintenanceInterval: 100 * time.Millisecond, StatisticsInterval: time.Second, Stages: protocol.Unset,
		}),
		Store: h.store, Persist: persist.DefaultConfig(), Version: testVersion,
	}
	for i, n := range processes {
		r := newFakeReplica(h.World, fmt.Sprintf("r%d", i+1), n)
		h.replicas = append(h.replicas, r)
		cfg.Replicas = append(cfg.Replicas, r.config())
	}
	if tweak != nil {
		tweak(&cfg)
	}
	h.node = h.AddNode("env", sim.NodeOptions{Start: Factory(cfg, h.env)})
	h.user = h.AddNode("user", sim.NodeOptions{})
	h.user.Start()
	return h
}

// run starts the environment and runs for a while.
func (h *house) run(d time.Duration) {
	h.t.Helper()
	if !h.node.Alive() {
		h.node.Start()
	}
	h.goOn(d)
}

// goOn runs for a while and expects that nothing stops the world.
func (h *house) goOn(d time.Duration) {
	h.t.Helper()
	if stop := h.RunFor(d); stop != nil {
		for _, line := range h.ring.Lines() {
			h.t.Log(line)
		}
		require.Nil(h.t, stop, "%s\n%s", stop, stop.Stack)
	}
}

// execute has the user execute statements in order, and returns the errors once the last is answered.
func (h *house) execute(statements ...Statement) []error {
	h.t.Helper()
	var errs []error
	h.user.Go("execute", func(t *sim.Task) {
		for _, s := range statements {
			errs = append(errs, h.env.Execute(t, s))
		}
	})
	stop := h.RunUntil(func() bool { return len(errs) == len(statements) || h.Now() > sim.Time(time.Hour) })
	require.Nil(h.t, stop)
	require.Len(h.t, errs, len(statements))
	return errs
}

// must executes statements that none of refuses.
func (h *house) must(statements ...Statement) {
	h.t.Helper()
	for _, err := range h.execute(statements...) {
		require.NoError(h.t, err)
	}
}

func (h *house) id(name string) query.ID {
	object, _ := h.env.Catalog().Lookup(name)
	return object.ID
}

// told returns the words of what a process heard on its last connection, without Hello's nonce.
func (h *house) told(replica int, plane controller.Plane, process int) []string {
	var words []string
	for _, command := range h.replicas[replica].last(plane, process).commands {
		words = append(words, brief(command))
	}
	return words
}

// brief prints a command as its kind and what it is about.
func brief(command fmt.Stringer) string {
	switch c := command.(type) {
	case protocol.ComputeHello, protocol.StorageHello:
		return "Hello"
	case protocol.CreateInstance:
		return "CreateInstance"
	case protocol.CreateDataflow:
		return "CreateDataflow " + c.Description.Name
	case protocol.RunIngestion:
		return "RunIngestion " + c.Ingestion.ID.Name
	case protocol.RunSink:
		return "RunSink " + c.Sink.ID.Name
	}
	return command.String()
}

// exitOf notes how a node's process ends.
func exitOf(node string, into *sim.Exit) trace.Observer {
	return trace.ObserverFunc(func(r *trace.Record) {
		if e, ok := r.Event.(sim.NodeExited); ok && e.Node == node {
			*into = e.Exit
		}
	})
}
