package oracle

import (
	"cmp"
	"fmt"
	"strings"

	"onelane.test/runtime/compute"
	"onelane.test/runtime/query"
	"onelane.test/runtime/storage"
	"onelane.test/runtime/timely"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// Reflected demands that every command comes to its end: a dropped object's dataflow, and the former incarnation of a
// restarted one, are gone from all workers. A dataflow ends only when all workers have let go of it, so one worker
// that missed the command keeps it alive on all. It looks at ends: where no dataflow had to end, nothing is proved.
type Reflected struct {
	Base
	alive ordered[dataflow, query.ID]
}

// dataflow is one dataflow on one worker.
type dataflow struct {
	node          string
	worker, index int
}

// NewReflected returns the oracle.
func NewReflected(world Violator) *Reflected {
	return &Reflected{
		Base:  newBase("reflected", "the dataflows of dropped and restarted objects end on all workers", world),
		alive: ordered[dataflow, query.ID]{compare: compareDataflows},
	}
}

// Observe keeps account of dataflows from their construction to their end.
func (f *Reflected) Observe(r *trace.Record) {
	switch e := r.Event.(type) {
	case sim.NodeExited:
		f.alive.forget(func(d dataflow) bool { return d.node == e.Node })
	case storage.Rendered:
		*f.alive.at(dataflow{r.Node, e.Worker, e.Dataflow}) = e.ID
	case compute.Installed:
		*f.alive.at(dataflow{r.Node, e.Worker, e.Dataflow}) = e.IDs[0]
	case timely.DataflowDropped:
		f.ended(dataflow{r.Node, e.Worker, e.Dataflow})
	case timely.DataflowCompleted:
		f.ended(dataflow{r.Node, e.Worker, e.Dataflow})
	}
}

func (f *Reflected) ended(d dataflow) {
	if f.alive.remove(d) {
		f.looks++
	}
}

// Settled says whether only the newest dataflow of each wanted object is alive.
func (f *Reflected) Settled(s *State) (bool, string) {
	left := f.left(s)
	return left == "", left
}

// Check judges what never ended.
func (f *Reflected) Check(s *State) Verdict {
	if left := f.left(s); left != "" {
		f.violation = left
	}
	if f.looks == 0 && s.Blocked == "" {
		return f.verdict("no dataflow had to end")
	}
	return f.verdict(s.Blocked)
}

// left returns the first dataflow that should have ended; "" if there is none.
func (f *Reflected) left(s *State) string {
	if s.Blocked != "" {
		return ""
	}
	wanted := s.wantedIDs()
	newest := map[installation]dataflow{}
	for d, id := range f.alive.all() {
		at := installation{d.node, d.worker, id}
		if old, twice := newest[at]; twice {
			return fmt.Sprintf("a dataflow did not end though another took its place\n%s worker %d: dataflow %d of %s, now dataflow %d",
				d.node, d.worker, old.index, id, d.index)
		}
		if !wanted[id] {
			return fmt.Sprintf("a dataflow did not end though its object was dropped\n%s worker %d: dataflow %d of %s",
				d.node, d.worker, d.index, id)
		}
		newest[at] = d
	}
	return ""
}

func compareDataflows(a, b dataflow) int {
	if c := strings.Compare(a.node, b.node); c != 0 {
		return c
	}
	return cmp.Or(cmp.Compare(a.worker, b.worker), cmp.Compare(a.index, b.index))
}
