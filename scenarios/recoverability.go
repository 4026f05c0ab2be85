package scenarios

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"onelane.test/faults/words"
	"onelane.test/runtime/render"
	"onelane.test/scenarios/plan"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// recoverability says why a world cannot converge, if the plan made that impossible. Oracles that wait for something are
// inconclusive with its reason; whatever else does not converge is violated.
type recoverability struct {
	hopeless []string                // what the plan says, whatever happens
	blocked  map[string]map[int]bool // by process, the workers that are blocked for ever until it ends
}

func newRecoverability(p *plan.Plan, k knobs) *recoverability {
	return &recoverability{hopeless: unrecoverable(p, k), blocked: map[string]map[int]bool{}}
}

// Observe follows what blocks workers for ever, and what ends that.
func (c *recoverability) Observe(r *trace.Record) {
	switch e := r.Event.(type) {
	case render.Blocked:
		if e.Forever {
			c.block(r.Node, e.Worker)
		}
	case sim.NodeExited:
		delete(c.blocked, e.Node)
	}
}

func (c *recoverability) block(process string, worker int) {
	if c.blocked[process] == nil {
		c.blocked[process] = map[int]bool{}
	}
	c.blocked[process][worker] = true
}

// reason says why the world cannot converge; "" if it can.
func (c *recoverability) reason() string {
	reasons := slices.Clone(c.hopeless)
	for _, process := range slices.Sorted(maps.Keys(c.blocked)) {
		for _, worker := range slices.Sorted(maps.Keys(c.blocked[process])) {
			reasons = append(reasons, fmt.Sprintf("worker %d in %s is blocked for ever", worker, process))
		}
	}
	return strings.Join(reasons, "; ")
}

// unrecoverable returns what the injected faults leave no time for between the moment in which all is healed and the check: to
// start processes again, to connect to them, and to restart what was suspended; or views, to block workers. No fault begins or
// lasts after that moment, so nothing but time can be lacking.
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
	short("views block workers, one after the other", totalBlock(p))
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
