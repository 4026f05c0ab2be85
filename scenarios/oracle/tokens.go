package oracle

import (
	"cmp"
	"fmt"
	"strings"

	"onelane.test/runtime/compute"
	"onelane.test/runtime/environ"
	"onelane.test/runtime/query"
	"onelane.test/runtime/storage"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// Tokens demands that at rest every worker runs exactly what the controllers want: one dataflow for each object, none
// for an object that was dropped. A dropped object that still runs is a zombie, which may go on writing. A sink runs on
// all workers of one replica.
type Tokens struct {
	Base
	running ordered[installation, int] // how many dataflows a worker holds a token of
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
		running: ordered[installation, int]{compare: compareInstallations},
	}
}

// Observe keeps account of tokens.
func (t *Tokens) Observe(r *trace.Record) {
	switch e := r.Event.(type) {
	case sim.NodeExited:
		t.running.forget(func(at installation) bool { return at.node == e.Node })
	case storage.Rendered:
		*t.running.at(installation{r.Node, e.Worker, e.ID})++
	case storage.TokenDropped:
		*t.running.at(installation{r.Node, e.Worker, e.ID})--
	case compute.Installed:
		for _, id := range e.IDs {
			*t.running.at(installation{r.Node, e.Worker, id})++
		}
	case compute.Removed:
		*t.running.at(installation{r.Node, e.Worker, e.ID})--
	}
}

// Settled says whether exactly what is wanted runs.
func (t *Tokens) Settled(s *State) (bool, string) {
	wrong, _ := t.wrong(s)
	return wrong == "", wrong
}

// Check judges the rest that the run came to.
func (t *Tokens) Check(s *State) Verdict {
	wrong, looks := t.wrong(s)
	if t.looks += looks; wrong != "" {
		t.violation = wrong
	}
	return t.verdict(s.Blocked)
}

// wrong returns the first object, by place, that runs where it should not or the other way round, "" if none does, and
// how often it looked.
func (t *Tokens) wrong(s *State) (wrong string, looks uint64) {
	if s.Blocked != "" {
		return "", 0
	}
	wanted := s.wantedIDs()
	for at, n := range t.running.all() {
		looks++
		switch {
		case n > 0 && !wanted[at.id]:
			return fmt.Sprintf("a dropped object still runs\n%s on %s worker %d", at.id, at.node, at.worker), looks
		case n > 1:
			return fmt.Sprintf("an object runs twice on one worker\n%s %d times on %s worker %d", at.id, n, at.node, at.worker), looks
		case n < 0:
			return fmt.Sprintf("a worker let go of an object that it did not run\n%s on %s worker %d", at.id, at.node, at.worker), looks
		}
	}
	return t.missing(s), looks + uint64(len(s.Wanted))
}

// missing returns the first wanted object that does not run on all workers of as many replicas as it should.
func (t *Tokens) missing(s *State) string {
	workers := map[hosting]int{}
	replicas := map[query.ID]int{}
	for at, n := range t.running.all() {
		if n == 0 {
			continue
		}
		on := hosting{replicaOf(at.node), at.id}
		if workers[on]++; workers[on] == s.Peers {
			replicas[at.id]++
		}
	}
	for _, o := range s.Wanted {
		if want := hosts(s, o); replicas[o.ID] != want {
			return fmt.Sprintf("a wanted %s does not run on all workers\n%s runs in full on %d replicas of %d", o.Kind, o.ID, replicas[o.ID], want)
		}
		if o.Kind == environ.KindSink && strays(workers, o.ID, s.Peers) {
			return fmt.Sprintf("a sink runs on workers of more than one replica\n%s", o.ID)
		}
	}
	return ""
}

// hosting is an object on one replica.
type hosting struct {
	replica string
	id      query.ID
}

// strays reports whether an object runs on some but not all workers of a replica.
func strays(workers map[hosting]int, id query.ID, peers int) bool {
	for on, n := range workers {
		if on.id == id && n < peers {
			return true
		}
	}
	return false
}

func compareInstallations(a, b installation) int {
	if c := strings.Compare(a.node, b.node); c != 0 {
		return c
	}
	return cmp.Or(cmp.Compare(a.worker, b.worker), a.id.Compare(b.id))
}
