package scenarios

import (
	"flag"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"onelane.test/runtime/fail"
	"onelane.test/scenarios/plan"
	"onelane.test/sim"
)

// TestOrderingsFindBugs arms bugs and demands that the property fails within the checks that it makes by default, by the
// oracle that the catalogue names, and with a plan that shows it again: a property that cannot fail says nothing.
func TestOrderingsFindBugs(t *testing.T) {
	require.NoError(t, flag.Set("rapid.nofailfile", "true"))
	require.NoError(t, flag.Set("rapid.shrinktime", "1s"))
	pool := sim.NewPool()
	defer pool.Close()
	for _, point := range []fail.Point{fail.TwoLanes, fail.AsyncUndrained} {
		t.Run(string(point), func(t *testing.T) {
			entry, _ := fail.Lookup(string(point))
			said := failing(t, holdsInOrder(pool, plan.Arm{Point: string(point), Num: 1, Den: 1}))
			require.Contains(t, said, "[rapid] failed after")
			require.Contains(t, said, entry.Oracle)
			_, after, _ := strings.Cut(said, "plan:\n")
			text, _, _ := strings.Cut(after, "\n\nreplay:")
			p, err := plan.Parse("said.plan", text)
			require.NoError(t, err)
			require.Equal(t, entry.Oracle, runPlan(t, p).Accused())
		})
	}
}

// failing returns what rapid says of a property that does not hold.
func failing(t *testing.T, property func(*rapid.T)) string {
	r := &recorder{T: t}
	done := make(chan struct{})
	go func() { // which a failed check ends
		defer close(done)
		rapid.Check(r, property)
	}()
	<-done
	require.True(t, r.failed, "nothing failed")
	return r.said.String()
}

// recorder is a test that may fail, and keeps what it is told.
type recorder struct {
	*testing.T
	failed bool
	said   strings.Builder
}

func (r *recorder) Failed() bool            { return r.failed }
func (r *recorder) Fail()                   { r.failed = true }
func (r *recorder) Log(args ...any)         { fmt.Fprintln(&r.said, args...) }
func (r *recorder) Logf(f string, a ...any) { fmt.Fprintf(&r.said, f+"\n", a...) }

func (r *recorder) Error(args ...any) { r.Log(args...); r.Fail() }

func (r *recorder) Errorf(f string, a ...any) { r.Logf(f, a...); r.Fail() }

func (r *recorder) Fatal(args ...any) { r.Log(args...); r.FailNow() }

func (r *recorder) Fatalf(f string, a ...any) { r.Logf(f, a...); r.FailNow() }

func (r *recorder) FailNow() { r.failed = true; runtime.Goexit() }
