package lane_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"onelane.test/runtime/lane"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
	"onelane.test/runtime/timely"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// story is what each task of a world emitted. It is the same under orders that differ in steps which do not race.
type story map[string][]string

// Observe implements [trace.Observer].
func (s story) Observe(r *trace.Record) { s[r.Task] = append(s[r.Task], string(r.Text)) }

func (s story) String() string {
	var b strings.Builder
	for _, task := range slices.Sorted(maps.Keys(s)) {
		fmt.Fprintf(&b, "%s\n  %s\n", task, strings.Join(s[task], "\n  "))
	}
	return b.String()
}

// tiny is a process with so many workers, and feeders that have a command each. told is the story of the world that was
// built last.
func tiny(told *story, workers, feeders int) func(*sim.World) {
	return func(w *sim.World) {
		*told = story{}
		w.Observe(*told)
		begin := sim.NewOneShot[struct{}](w, "begin")
		node := w.AddNode("r1.p0", sim.NodeOptions{Cores: workers, Start: func(n *sim.Node) {
			p := timely.NewProcess(n, 0, timely.Config{Processes: 1, Workers: workers}, nil, timely.Hooks{})
			n.Go("bring-up", func(t *sim.Task) {
				p.BringUp(t)
				for local := range workers {
					n.Go(fmt.Sprintf("worker%d", local), func(t *sim.Task) {
						worker := p.NewWorker(t, local)
						l := lane.Render(worker, lane.Config{})
						for feeder := 0; local == 0 && feeder < feeders; feeder++ {
							n.Go(fmt.Sprintf("feeder%d", feeder), func(t *sim.Task) {
								begin.Get(t)
								l.SendCompute(t, protocol.Schedule{ID: query.ID{N: uint64(feeder), Name: "i"}}, 1)
							})
						}
						for worker.StepOrPark(-1) {
							for l.Len() > 0 {
								l.TryRecv()
							}
						}
					})
				}
			})
		}})
		node.Start()
		w.At(tinyBegin, "begin", func() { begin.Set(nil, struct{}{}) })
	}
}

const tinyBegin = sim.Time(time.Millisecond)

// A missing access is silent: orders that matter are left out. So what all orders show is compared with what those show
// that the search runs.
func TestAccessesAreComplete(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name             string
		workers, feeders int
		from             sim.Time
		stories          int
	}{
		{"one worker, two feeders", 1, 2, tinyBegin, 3},
		{"two workers, one feeder", 2, 1, tinyBegin, 2},
		{"two workers come up", 2, 0, 0, 1},
	} {
		stories := map[sim.Reduction]map[string]bool{}
		for _, r := range []sim.Reduction{sim.ReduceNone, sim.ReduceSleep, sim.ReduceClasses} {
			var told story
			seen := map[string]bool{}
			e := sim.Explore(sim.Config{Grain: sim.GrainInstant}, tiny(&told, c.workers, c.feeders), sim.ExploreOptions{
				Reduction: r, From: c.from,
				Run: func(w *sim.World) *sim.Stop {
					stop := w.RunFor(2 * time.Millisecond)
					if stop == nil {
						seen[told.String()] = true
					}
					return stop
				},
			})
			require.True(t, e.Complete, c.name)
			require.Zero(t, e.Failed, c.name)
			stories[r] = seen
		}
		require.Len(t, stories[sim.ReduceNone], c.stories, c.name)
		require.Equal(t, stories[sim.ReduceNone], stories[sim.ReduceClasses], c.name)
		require.Equal(t, stories[sim.ReduceNone], stories[sim.ReduceSleep], c.name)
	}
}
