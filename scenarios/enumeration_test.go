package scenarios

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"onelane.test/runtime/controller"
	"onelane.test/runtime/fail"
	"onelane.test/scenarios/plan"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// enumerations returns the scenarios whose plans are counted.
func enumerations() []*Scenario {
	var all []*Scenario
	for _, s := range List() {
		if s.Whole() > 0 {
			all = append(all, s)
		}
	}
	return all
}

// TestEachCaseOnce demands that the seeds of a sweep have each case of an enumeration once before any comes again, under
// another schedule, and that they end.
func TestEachCaseOnce(t *testing.T) {
	require.Len(t, enumerations(), 3)
	for _, s := range enumerations() {
		cases, schedules := s.Cases()
		seen := map[uint64]bool{}
		for round := range schedules {
			met := map[int]bool{}
			for i := range cases {
				seed := s.Seed(7, round*cases+i)
				seen[seed], met[s.CaseOf(seed)] = true, true
			}
			require.Len(t, met, cases, s.Name)
		}
		require.Len(t, seen, s.Whole(), s.Name)
		require.Equal(t, s.Seed(7, 0), s.Seed(7, s.Whole()))
		require.NotEqual(t, s.Seed(7, 0), s.Seed(8, 0), "the root decides the order")
		_, err := s.Plan(uint64(s.Whole()), PlanOptions{})
		require.ErrorContains(t, err, "expected a case of "+s.Name)
	}
}

// TestCasesDiffer demands that no two cases of an enumeration are one plan, seed and world aside.
func TestCasesDiffer(t *testing.T) {
	for _, s := range enumerations() {
		cases, _ := s.Cases()
		plans := map[string]int{}
		for i := range cases {
			p, err := s.Plan(uint64(i), PlanOptions{})
			require.NoError(t, err)
			var lines strings.Builder
			for _, line := range p.Lines {
				lines.WriteString(line.String() + "\n")
			}
			other, same := plans[lines.String()]
			require.False(t, same, "%s: cases %d and %d are the same", s.Name, other, i)
			plans[lines.String()] = i
		}
	}
}

// TestCutsWhereTheyShould demands of each case that the connection breaks when its controller has said exactly the commands
// before the one in question, and comes to that.
func TestCutsWhereTheyShould(t *testing.T) {
	s := Lookup("disconnect-at-every-command")
	for i, c := range disconnections() {
		p, err := s.Plan(uint64(i), PlanOptions{})
		require.NoError(t, err)
		watch := &cutWatch{of: c}
		r, err := Run(p, RunOptions{Observer: watch})
		require.NoError(t, err)
		require.Equal(t, ClassHeld, r.Class, "case %d: %s", i, r.Report)
		require.True(t, s.cameAbout(r), "case %d", i)
		require.Equal(t, c.index, watch.cuts[len(watch.cuts)-1], "case %d", i)
	}
}

// cutWatch notes how many commands a controller had said on a connection each time it broke.
type cutWatch struct {
	of   disconnection
	sent int
	cuts []int
}

func (w *cutWatch) Observe(r *trace.Record) {
	switch e := r.Event.(type) {
	case controller.Connected:
		if e.Plane.String() == string(w.of.plane) {
			w.sent = 0
		}
	case controller.ControllerSent:
		if e.Plane.String() == string(w.of.plane) {
			w.sent = e.Index + 1
		}
	case sim.PortCut:
		if e.Port == string(w.of.plane) && (e.A == w.of.process || e.B == w.of.process) {
			w.cuts = append(w.cuts, w.sent)
		}
	}
}

// TestSubsetsEndAtOnce demands, of every other case, that all processes of the set end in the same instant.
func TestSubsetsEndAtOnce(t *testing.T) {
	s := Lookup("shared-fate-subsets")
	for i := 0; i < len(fates()); i += 2 {
		f := fates()[i]
		p, err := s.Plan(uint64(i), PlanOptions{})
		require.NoError(t, err)
		ended := map[string]bool{}
		reason := "kill-set " + f.processes
		r, err := Run(p, RunOptions{Observer: trace.ObserverFunc(func(r *trace.Record) {
			if e, ok := r.Event.(sim.NodeExited); ok && e.Exit.Reason == reason {
				ended[e.Node] = true
			}
		})})
		require.NoError(t, err)
		require.Equal(t, ClassHeld, r.Class, "case %d: %s", i, r.Report)
		require.True(t, s.cameAbout(r), "case %d", i)
		require.Len(t, ended, strings.Count(f.processes, ",")+1, "case %d: %s", i, f.processes)
	}
}

// TestOrdersComeAbout demands that each order of a reconciliation's ends and the items of the lane comes about.
func TestOrdersComeAbout(t *testing.T) {
	s := Lookup("reconcile-order")
	courses := map[string]bool{}
	for i, o := range reconcileOrders() {
		p, err := s.Plan(uint64(i), PlanOptions{})
		require.NoError(t, err)
		r := runPlan(t, p)
		require.Equal(t, ClassHeld, r.Class, "case %d: %s", i, r.Report)
		require.Equal(t, o.course(), r.Activity.Course, "case %d", i)
		courses[o.course()] = true
	}
	require.Len(t, courses, len(reconcileOrders()))
}

// TestEnumerationsFindBugs demands that the cases of an enumeration find what they are for.
func TestEnumerationsFindBugs(t *testing.T) {
	for _, c := range []struct {
		scenario string
		point    fail.Point
		oracle   string
	}{
		{"disconnect-at-every-command", fail.PartialReconcile, "drops"},
		{"shared-fate-subsets", fail.MixedGenerations, "mesh"},
	} {
		s := Lookup(c.scenario)
		found := false
		cases, _ := s.Cases()
		for i := 0; i < cases && !found; i++ {
			p, err := s.Plan(uint64(i), PlanOptions{Arms: []plan.Arm{{Point: string(c.point), Num: 1, Den: 1}}})
			require.NoError(t, err)
			found = runPlan(t, p).Accused() == c.oracle
		}
		require.True(t, found, "%s does not find %s", c.scenario, c.point)
	}
}

// TestMissedCasesAreShown demands that a case in which the fault had no effect is counted, and that a suite of such cases
// proves nothing.
func TestMissedCasesAreShown(t *testing.T) {
	idle := &Scenario{
		Name: "reconcile-order", topology: topologyUnified, replicas: 1, processes: 2, workers: 1,
		enumeration: &enumeration{cases: 2, shape: func(d *drawing, i int) {
			d.plan.Cluster.Processes = 2
			if i == 1 {
				disconnections()[0].breaks(d, populatedBy)
			}
		}},
	}
	summary, err := Sweep(SweepOptions{Entries: []Entry{{Scenario: idle, Seeds: 100}}, Root: 1, Floors: true})
	require.NoError(t, err)
	require.Equal(t, 6, summary.Runs)
	require.Equal(t, "all 2 cases in 6 runs, 3 of which did what their case is about; never in 1", summary.Rows[0].Cases.String())
	require.Equal(t, ClassNothingProved, summary.Class)
	require.Contains(t, summary.Shortfalls, Shortfall{
		Scenario: "reconcile-order", Floor: "cases come about in at least 95%", Got: "1 of 2",
	})
}
