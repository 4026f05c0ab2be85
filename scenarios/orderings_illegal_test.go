package scenarios

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"onelane.test/faults"
	"onelane.test/runtime/environ"
	"onelane.test/scenarios/plan"
	"onelane.test/scenarios/workload/rapidsource"
	"onelane.test/sim"
)

// illegalLines make a statement that cannot stand at the end of some lines; nil where those offer no occasion.
var illegalLines = []struct {
	name string
	make func(objects *plan.Objects) plan.Statement
	want string // what the refusal says would be right
}{
	{"drop of an unknown", func(*plan.Objects) plan.Statement { return plan.Drop{Name: "nobody"} }, "an object that exists"},
	{"drop of a dropped", func(o *plan.Objects) plan.Statement {
		for _, name := range o.Created() {
			if !slices.ContainsFunc(o.Live(), func(live plan.Object) bool { return live.Name == name }) {
				return plan.Drop{Name: name}
			}
		}
		return nil
	}, "it was dropped @"},
	{"drop under readers", func(o *plan.Objects) plan.Statement {
		for _, live := range o.Live() {
			if len(o.Readers(live.Name)) > 0 {
				return plan.Drop{Name: live.Name}
			}
		}
		return nil
	}, "an object that nothing reads from"},
	{"name taken", func(o *plan.Objects) plan.Statement {
		return plan.CreateMaterializedView{Name: o.Created()[0], Query: "constant(1:1)"}
	}, "a name that was not used before"},
	{"index on nobody", func(*plan.Objects) plan.Statement { return plan.CreateIndex{Name: "x1", On: "nobody"} }, "the name of a collection"},
	{"sink from nobody", func(*plan.Objects) plan.Statement { return plan.CreateSink{Name: "x1", From: "nobody"} }, "the name of a collection"},
	{"view over nobody", func(*plan.Objects) plan.Statement {
		return plan.CreateMaterializedView{Name: "x1", Query: "count(nobody)"}
	}, "the name of a collection"},
	{"fault on nobody", func(*plan.Objects) plan.Statement { return plan.Fault{Fault: faults.Kill{Node: "r9.p9"}} }, "r1.p0"},
}

// TestIllegalLines puts a line that cannot be into a drawn plan, and demands that the plan is refused, in one line that
// names the line and what would be right.
func TestIllegalLines(t *testing.T) {
	t.Parallel()
	met := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		p := ordering(rapidsource.New(t))
		at := rapid.IntRange(1, len(p.Lines)-2).Draw(t, "at")
		kind := illegalLines[rapid.IntRange(0, len(illegalLines)-1).Draw(t, "kind")]
		objects := plan.NewObjects(p.Cluster)
		for _, line := range p.Lines[:at] {
			require.NoError(t, objects.Apply(line))
		}
		if len(objects.Created()) == 0 {
			kind = illegalLines[0]
		}
		statement := kind.make(objects)
		if statement == nil {
			kind = illegalLines[0]
			statement = kind.make(objects)
		}
		p.Lines = slices.Insert(p.Lines, at, plan.Line{At: p.Lines[at-1].At, Statement: statement})
		var refused *plan.Error
		require.ErrorAs(t, p.Validate(), &refused)
		require.Equal(t, p.Lines[at].String(), refused.Text)
		require.Contains(t, refused.Error(), kind.want)
		require.NotContains(t, refused.Error(), "\n")
		met[kind.name]++
	})
	require.NotEmpty(t, met)
}

// illegalStatements are refused by the environment whatever there is.
var illegalStatements = []environ.Statement{
	environ.Drop{Name: "nobody"},
	environ.CreateIndex{Name: "x1", On: "nobody"},
	environ.CreateIndex{Name: "x2", On: "s1/remap"},
	environ.CreateIndex{Name: "x3", On: "i1"},
	environ.CreateSink{Name: "x4", From: "k1"},
	environ.CreateMaterializedView{Name: "x5", Query: "count(nobody)"},
	environ.CreateMaterializedView{Name: "x6", Query: "count(s1"},
	environ.CreateSource{Name: "X/7"},
	environ.CreateSource{Name: "x8", Rate: -1},
}

// TestIllegalStatements has a second user ask for what cannot be, while drawn commands and faults go on. Each statement is
// refused, in one line, and everything else is as if nobody had asked: every oracle holds.
func TestIllegalStatements(t *testing.T) {
	t.Parallel()
	pool := sim.NewPool()
	defer pool.Close()
	rapid.Check(t, func(t *rapid.T) {
		if rapid.IntRange(0, 3).Draw(t, "run") > 0 {
			return // a quarter of the checks suffices
		}
		p := ordering(rapidsource.New(t))
		asked := rapid.SliceOfN(rapid.SampledFrom(illegalStatements), 1, 6).Draw(t, "asked")
		pauses := rapid.SliceOfN(rapid.IntRange(0, 300), len(asked), len(asked)).Draw(t, "pauses")
		s, err := newSystem(p, RunOptions{Pool: pool})
		require.NoError(t, err)
		defer s.world.Close()
		var wrong []string
		s.world.AddNode("user2", sim.NodeOptions{Start: func(n *sim.Node) {
			n.Go("session", func(t *sim.Task) {
				for i, statement := range asked {
					t.Sleep(time.Duration(pauses[i]) * time.Millisecond)
					if err := s.env.Execute(t, statement); !errors.Is(err, environ.ErrRefused) || strings.Contains(err.Error(), "\n") {
						wrong = append(wrong, fmt.Sprintf("%s: %v", statement, err))
					}
				}
				t.Sleep(time.Hour)
			})
		}})
		s.start()
		r := &Result{Plan: p, Stop: s.live()}
		r.Verdicts = s.check(r.Stop)
		r.judge(s)
		if r.Failed() || len(wrong) > 0 {
			t.Fatalf("asked for %v\nnot refused: %v\n%s", asked, wrong, failureText(r))
		}
	})
}
