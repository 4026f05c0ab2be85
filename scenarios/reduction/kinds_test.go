package reduction_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"onelane.test/scenarios"
	"onelane.test/scenarios/plan"
	"onelane.test/scenarios/reduction"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// failureKind is a way to fail, with a plan that does and what runs it. The system as it stands never comes to some of
// them; there a panic, a foreign log or a world in miniature makes up for it.
type failureKind struct {
	name, header, lines string
	run                 reduction.Runner
	class               scenarios.Class
	signature           string // its beginning
}

const (
	twoWorkers = "scenario storm\nseed 3\nschedule random\ncluster processes=1 workers=2\n"
	someLines  = "@0s create source s1 partitions=1 rate=10/s\n@1ms create source s2 partitions=1 rate=10/s\n" +
		"@2ms create index i1 on=s1\n@3ms fault kill r1.p0\n@1s drop i1\n@2s heal\n@40s check\n"
	laneOnly = "scenario lane\nseed 3\nschedule random\ncluster topology=lane workers=2\nset items=20\n"
)

var failureKinds = []failureKind{
	{"violation", laneOnly + "arm lane/two-lanes\n", "@0s fault reorder r1 for=5ms\n@1s check\n",
		scenarios.Run, scenarios.ClassViolation, "lane-order: "},
	{"exit", "scenario process-kill\nseed 3\nschedule random\ncluster processes=1 workers=2\narm guest/handoff-lost\n",
		"@0s create source s1 partitions=1 rate=10/s\n@1ms create index i1 on=s1\n@100ms fault cut compute r1.p0 for=1ms\n" +
			"@200ms fault cut compute r1.p0 for=1ms\n@1s heal\n@40s check\n",
		scenarios.Run, scenarios.ClassViolation, "no-panic: a process ended"},
	{"liveness", "scenario reconnect-compute\nseed 1\nschedule random\ncluster processes=2 workers=1\narm controller/partial-rehydration\n",
		"@5ms create source s1 partitions=2 rate=100/s\n@10ms create index i1 on=s1\n@20ms create source s2 partitions=1 rate=1/s\n" +
			"@500ms fault cut compute r1.p1 for=20ms\n@1s heal\n@41s check\n",
		scenarios.Run, scenarios.ClassStuck, "progress: "},
	{"crash", twoWorkers, someLines, panicking, scenarios.ClassCrash, "panic: index # out of range"},
	{"divergence", twoWorkers, someLines, following, scenarios.ClassDivergence, "divergence"},
	{"deadlock", twoWorkers, someLines, miniature(sim.StopDeadlock), scenarios.ClassStuck, "deadlock: "},
	{"livelock", twoWorkers, someLines, miniature(sim.StopLivelock), scenarios.ClassStuck, "livelock: "},
	{"limit", twoWorkers, someLines, miniature(sim.StopLimit), scenarios.ClassStuck, "limit: "},
}

// panicking lets a panic that nobody modelled follow a dataflow that is dropped.
func panicking(p *plan.Plan, o scenarios.RunOptions) (*scenarios.Result, error) {
	o.Observer = trace.ObserverFunc(func(r *trace.Record) {
		if bytes.Contains(r.Text, []byte("timely.dropped")) && r.Task != "" {
			panic("index 7 out of range")
		}
	})
	return scenarios.Run(p, o)
}

// following lets the run follow the log of another one, which has no faults and all the time that there is.
func following(p *plan.Plan, o scenarios.RunOptions) (*scenarios.Result, error) {
	calm := p.Clone()
	calm.Lines = nil
	for _, line := range p.Lines {
		switch line.Statement.(type) {
		case plan.Fault:
			continue
		case plan.Check:
			line.At = time.Minute
		}
		calm.Lines = append(calm.Lines, line)
	}
	log := &sim.Log{}
	if _, err := scenarios.Run(calm, scenarios.RunOptions{Record: log}); err != nil {
		return nil, err
	}
	o.Replay = log
	return scenarios.Run(p, o)
}

// miniature runs a world that has a task for each line: sources take two locks, and indexes take them the other way round,
// turn forever at one instant, or sleep forever.
func miniature(kind sim.StopKind) reduction.Runner {
	return func(p *plan.Plan, o scenarios.RunOptions) (*scenarios.Result, error) {
		schedule, err := sim.ParseSchedule(p.Schedule)
		if err != nil {
			return nil, err
		}
		recorded := sim.Recorded(schedule, p.Choices)
		w := sim.New(sim.Config{
			Seed: p.Seed, Schedule: recorded, Pool: o.Pool, MaxSteps: 2000, SpinSteps: 1000, RecordDeviations: o.Deviations,
		})
		defer w.Close()
		a, b := sim.NewMutex(w, "a"), sim.NewMutex(w, "b")
		node := w.AddNode("n", sim.NodeOptions{Start: func(n *sim.Node) {
			for i, line := range p.Lines {
				text := line.Statement.String()
				n.Go(fmt.Sprintf("line%d", i), func(t *sim.Task) {
					switch {
					case strings.HasPrefix(text, "create source"):
						bothLocked(t, a, b)
					case strings.HasPrefix(text, "create index"):
						astray(t, kind, a, b)
					}
				})
			}
		}})
		node.Start()
		r := &scenarios.Result{Plan: p, Stop: w.Run(), Hash: w.Hash(), Stats: w.Stats(), Deviations: w.Deviations(), Missed: recorded.Missed()}
		if r.Stop.Kind == sim.StopDone {
			r.Stop = nil
			return r, nil
		}
		r.Class, r.Signature = scenarios.ClassStuck, r.Stop.Signature
		return r, nil
	}
}

func bothLocked(t *sim.Task, a, b *sim.Mutex) {
	a.Lock(t)
	t.Point()
	b.Lock(t)
	b.Unlock(t)
	a.Unlock(t)
}

// astray does what never ends.
func astray(t *sim.Task, kind sim.StopKind, a, b *sim.Mutex) {
	switch kind {
	case sim.StopDeadlock:
		bothLocked(t, b, a)
	case sim.StopLivelock:
		for {
			t.Yield()
		}
	case sim.StopLimit:
		for {
			t.Sleep(time.Millisecond)
		}
	}
}

// enoughRuns bounds each reduction: it need not come to its end.
const enoughRuns = 300

// TestEveryKindOfFailure writes the plan of each kind of failure to a file, has a fresh process replay it, shrinks it, and
// has a fresh process replay what is left: class, signature and hash must be the same each time.
func TestEveryKindOfFailure(t *testing.T) {
	for _, kind := range failureKinds {
		t.Run(kind.name, func(t *testing.T) {
			p := failing(t, kind)
			done, runs := make(chan struct{}), 0
			r, err := reduction.Reduce(p, reduction.Options{
				Done: done,
				Run: func(p *plan.Plan, o scenarios.RunOptions) (*scenarios.Result, error) {
					if runs++; runs == enoughRuns {
						close(done)
					}
					return kind.run(p, o)
				},
			})
			require.NoError(t, err)
			require.Equal(t, kind.class, r.First.Class, r.First.Report)
			require.Equal(t, r.First.Signature, r.Last.Signature)
			require.True(t, reduction.SizeOf(r.Last.Plan).Less(reduction.SizeOf(p)), "%s", r.Last.Plan)
			require.Less(t, linesOf(r.Last.Plan), linesOf(p), "%s", r.Last.Plan)
			require.Equal(t, end(r.First), fresh(t, kind.name, p))
			require.Equal(t, end(r.Last), fresh(t, kind.name, r.Last.Plan))
		})
	}
}

// failing returns the plan of a kind, with the first seed that fails in this way.
func failing(t *testing.T, kind failureKind) *plan.Plan {
	t.Helper()
	p, err := plan.Parse(kind.name, "onelane plan 1\n"+kind.header+kind.lines)
	require.NoError(t, err)
	require.NoError(t, p.ValidateNames(scenarios.Names()))
	for ; p.Seed < 100; p.Seed++ {
		r, err := kind.run(p, scenarios.RunOptions{})
		require.NoError(t, err)
		if r.Class == kind.class && strings.HasPrefix(r.Signature, kind.signature) {
			return p
		}
	}
	t.Fatalf("no seed gives %s", kind.signature)
	return nil
}

// end is what must not differ.
func end(r *scenarios.Result) string {
	return fmt.Sprintf("%s: %s, hash 0x%016x\n", r.Class, r.Signature, r.Hash)
}

// Variables of the environment that tell a fresh process what to replay.
const (
	freshKind = "ONELANE_TEST_KIND"
	freshPlan = "ONELANE_TEST_PLAN"
)

// fresh returns how a plan ends in a fresh process, which reads it from a file.
func fresh(t *testing.T, kind string, p *plan.Plan) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "artefact.plan")
	require.NoError(t, os.WriteFile(path, []byte(p.String()), 0o666))
	self, err := os.Executable()
	require.NoError(t, err)
	cmd := exec.Command(self, "-test.run", "^TestInFreshProcess$")
	cmd.Env = append(os.Environ(), freshKind+"="+kind, freshPlan+"="+path, "GOMAXPROCS=1")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
	text, err := os.ReadFile(path + ".end")
	require.NoError(t, err, string(out))
	return string(text)
}

// TestInFreshProcess replays the plan that another process asks for.
func TestInFreshProcess(t *testing.T) {
	path := os.Getenv(freshPlan)
	if path == "" {
		t.Skip("nobody asks")
	}
	p, err := plan.ReadFile(path)
	require.NoError(t, err)
	for _, kind := range failureKinds {
		if kind.name == os.Getenv(freshKind) {
			r, err := kind.run(p, scenarios.RunOptions{})
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(path+".end", []byte(end(r)), 0o666))
		}
	}
}
