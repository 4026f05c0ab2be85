package oracle

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"onelane.test/runtime/compute"
	"onelane.test/runtime/environ"
	"onelane.test/runtime/query"
	"onelane.test/runtime/storage"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// Tokens demands that at rest every worker runs exactly what the controllers want: one dataflow for each object, none
// for an object that was dropped. A dropped object that still runs is a zombie, which may go on writing.
type Tokens struct {
	Base
	running map[installation]int // how many dataflows a worker holds a token of
}

// installation is an object on one worker.
type installation struct {
	node   string
	worker int
	id     query.ID
}

// NewTokens returns the oracle.
func NewTokens(world Violator) *Tokens {
	return &Tokens{
		Base:    newBase("tokens", "at rest every worker runs one dataflow of each wanted object and no other", world),
		running: map[installation]int{},
	}
}

// Observe keeps account of tokens.
func (t *Tokens) Observe(r *trace.Record) {
	switch e := r.Event.(type) {
	case sim.NodeExited:
		t.forget(e.Node)
	case storage.Rendered:
		t.running[installation{r.Node, e.Worker, e.ID}]++
	case storage.TokenDropped:
		t.running[installation{r.Node, e.Worker, e.ID}]--
	case compute.Installed:
		for _, id := range e.IDs {
			t.running[installation{r.Node, e.Worker, id}]++
		}
	case compute.Removed:
		t.running[installation{r.Node, e.Worker, e.ID}]--
	}
}

func (t *Tokens) forget(node string) {
	for key := range t.running {
		if key.node == node {
			delete(t.running, key)
		}
	}
}

// Settled says whether exactly what is wanted runs.
func (t *Tokens) Settled(s *State) (bool, string) {
	wrong := t.wrong(s)
	return wrong == "", wrong
}

// Check judges the rest that the run came to.
func (t *Tokens) Check(s *State) Verdict {
	if wrong := t.wrong(s); wrong != "" && t.violation == "" {
		t.violation = wrong
	}
	return t.verdict(s.exemption())
}

// wrong returns the first object, by id, that runs where it should not or the other way round; "" if none does.
func (t *Tokens) wrong(s *State) string {
	if s.Blocked != "" {
		return ""
	}
	wanted := s.wantedIDs()
	for _, at := range slices.SortedFunc(maps.Keys(t.running), compareInstallations) {
		t.looks++
		n := t.running[at]
		switch {
		case n > 0 && !wanted[at.id]:
			return fmt.Sprintf("a dropped object still runs\n%s on %s worker %d", at.id, at.node, at.worker)
		case n > 1:
			return fmt.Sprintf("an object runs twice on one worker\n%s %d times on %s worker %d", at.id, n, at.node, at.worker)
		}
	}
	return t.missing(s)
}

func (t *Tokens) missing(s *State) string {
	workers := map[query.ID]int{}
	for at, n := range t.running {
		if n > 0 {
			workers[at.id]++
		}
	}
	for _, o := range s.Wanted {
		t.looks++
		if want := hosts(s, o) * s.Peers; workers[o.ID] != want {
			return fmt.Sprintf("a wanted %s does not run on all workers\n%s runs on %d of %d", o.Kind, o.ID, workers[o.ID], want)
		}
	}
	return ""
}

// hosts is how many replicas run an object: a sink runs on one, all else on all.
func hosts(s *State, o environ.Object) int {
	if o.Kind == environ.KindSink {
		return 1
	}
	return s.Replicas
}

func compareInstallations(a, b installation) int {
	return cmp.Or(cmp.Compare(a.node, b.node), cmp.Compare(a.worker, b.worker), a.id.Compare(b.id))
}
