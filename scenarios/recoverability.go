package scenarios

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"onelane.test/faults"
	"onelane.test/faults/words"
	"onelane.test/runtime/environ"
	"onelane.test/runtime/query"
	"onelane.test/scenarios/plan"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// recoverability says why a world cannot converge, if the plan made that impossible. Oracles that wait for something are
// inconclusive with its reason; whatever else does not converge is violated.
type recoverability struct {
	hopeless []string // what the plan says, whatever happens
	blocks   []block
	workers  int // of a process
	dropped  map[string]sim.Time
	cleared  map[blockedWorker]bool
	replicas int
}

// block is a view that blocks workers for ever.
type block struct {
	view   string
	worker int // of each replica, or query.AllWorkers
}

// blockedWorker is a view's block in one replica.
type blockedWorker struct {
	replica string
	block   block
}

func newRecoverability(p *plan.Plan, k knobs) *recoverability {
	return &recoverability{
		hopeless: unrecoverable(p, k), blocks: blocks(p), workers: p.Cluster.Workers, replicas: p.Cluster.Replicas,
		dropped: map[string]sim.Time{}, cleared: map[blockedWorker]bool{},
	}
}

// blocks returns the views of a plan that block workers for ever.
func blocks(p *plan.Plan) []block {
	var all []block
	for _, line := range p.Lines {
		view, ok := line.Statement.(plan.CreateMaterializedView)
		if !ok {
			continue
		}
		for _, op := range sleepsOf(view.Query) {
			if op.Forever && op.Worker < p.Cluster.Peers() {
				all = append(all, block{view.Name, op.Worker})
			}
		}
	}
	return all
}

// dropSettles is how long after its drop a view may still be told to a replica that starts.
const dropSettles = 100 * time.Millisecond

// Observe follows what ends a block: the process that is blocked is started again when the view is no longer there.
func (c *recoverability) Observe(r *trace.Record) {
	if len(c.blocks) == 0 {
		return
	}
	switch e := r.Event.(type) {
	case environ.Dropped:
		c.dropped[e.ID.Name] = sim.Time(r.At)
	case sim.NodeStarted:
		replica, _, isProcess := strings.Cut(e.Node, ".")
		if !isProcess {
			return
		}
		for _, b := range c.blocks {
			if at, gone := c.dropped[b.view]; gone && sim.Time(r.At).Sub(at) > dropSettles && b.on(e.Node, c.workers) {
				c.cleared[blockedWorker{replica, b}] = true
			}
		}
	}
}

// on reports whether the view blocks a worker of a process. The processes of a replica share fate, so that any will do for a
// view that blocks all.
func (b block) on(process string, workers int) bool {
	return b.worker == query.AllWorkers || strings.HasSuffix(process, fmt.Sprintf(".p%d", b.worker/workers))
}

// reason says why the world cannot converge; "" if it can.
func (c *recoverability) reason() string {
	reasons := slices.Clone(c.hopeless)
	for _, b := range c.blocks {
		for r := range c.replicas {
			replica := faults.ReplicaName(r)
			if c.cleared[blockedWorker{replica, b}] {
				continue
			}
			worker := fmt.Sprintf("worker %d", b.worker)
			if b.worker == query.AllWorkers {
				worker = "every worker"
			}
			reasons = append(reasons, fmt.Sprintf("%s of %s is blocked for ever by %s", worker, replica, b.view))
		}
	}
	return strings.Join(reasons, "; ")
}

// unrecoverable returns what the injected faults leave no time for between the moment in which all is healed and the check: to
// start processes again, to connect to them, and to restart what was suspended. No fault begins or lasts after that moment, so
// nothing but time can be lacking.
func unrecoverable(p *plan.Plan, k knobs) []string {
	heal, check := Phases(p)
	left := check - heal
	var reasons []string
	short := func(what string, need time.Duration) {
		if need > left {
			reasons = append(reasons, fmt.Sprintf("%s, which may take %s, and the check comes %s after everything healed",
				what, words.FormatDuration(need), words.FormatDuration(left)))
		}
	}
	kinds := kindsOf(p)
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		switch kind {
		case "kill", "kill-set", "kill-set-at", "kill-bring-up", "mesh-cut", "stale-peer", "flag-skew", "old-env":
			short("what ended by "+kind+" must be started again", k.restart)
		case "cut", "cut-at":
			short("connections broke by "+kind+" and must be made again", k.rehydrate)
		case "oneway", "hold-at", "half-open":
			short("connections were held up by "+kind+" and must be given up", k.timeout)
		case "source-error":
			short("sources are suspended by "+kind, k.suspend)
		}
	}
	return reasons
}

// kindsOf returns the kinds of faults that a plan holds.
func kindsOf(p *plan.Plan) map[string]bool {
	kinds := map[string]bool{}
	for _, line := range p.Lines {
		if f, ok := line.Statement.(plan.Fault); ok {
			kinds[f.Kind()] = true
		}
	}
	return kinds
}
