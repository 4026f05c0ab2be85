package scenarios

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"onelane.test/runtime/clusterd"
	"onelane.test/runtime/persist"
	"onelane.test/scenarios/oracle"
	"onelane.test/scenarios/plan"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// benchPlan is a 2×2 replica at a grain of 100 µs, with a workload and an end.
func benchPlan(b *testing.B, seed int, lines string, end time.Duration, sets ...string) *plan.Plan {
	b.Helper()
	text := fmt.Sprintf("onelane plan 1\nscenario storm\nseed %d\nschedule random\nworld grain=100us points=coarse\n"+
		"cluster processes=2 workers=2\n", seed)
	for _, s := range sets {
		text += "set " + s + "\n"
	}
	p, err := plan.Parse("bench", fmt.Sprintf("%s%s@%s heal\n@%s check\n", text, lines, end, end))
	require.NoError(b, err)
	return p
}

// creations are 24 objects of all kinds, whose sources advance at each tick.
func creations(tick time.Duration) string {
	var b strings.Builder
	for i := range 6 {
		at := time.Duration(20+10*i) * time.Millisecond
		fmt.Fprintf(&b, "@%s create source s%d partitions=2 rate=20/s tick=%s\n", at, i, tick)
		fmt.Fprintf(&b, "@%s create materialized-view mv%d query=count(s%d)\n", at, i, i)
		fmt.Fprintf(&b, "@%s create index i%d on=s%d\n", at, i, i)
		fmt.Fprintf(&b, "@%s create sink k%d from=s%d\n", at, i, i)
	}
	return b.String()
}

// BenchmarkStorm runs whole worlds with all oracles: 24 creations in 2 virtual seconds, sources that tick each 100 ms.
// It reports seeds per second of one core and the heap that is live at the end of a world.
func BenchmarkStorm(b *testing.B) {
	pool := sim.NewPool()
	defer pool.Close()
	lines := creations(100 * time.Millisecond)
	for i := 0; b.Loop(); i++ {
		r, err := Run(benchPlan(b, i, lines, 2*time.Second), RunOptions{Pool: pool})
		require.NoError(b, err)
		require.Nil(b, r.Stop)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "seeds/s")
	b.ReportMetric(liveHeap(b, pool, lines), "MiB-live")
}

// liveHeap is what a world at the end of its run keeps alive, in MiB.
func liveHeap(b *testing.B, pool *sim.Pool, lines string) float64 {
	before := heap()
	s, err := newSystem(benchPlan(b, 0, lines, 2*time.Second), RunOptions{Pool: pool})
	require.NoError(b, err)
	s.start()
	require.Nil(b, s.live())
	after := heap()
	s.world.Close()
	return float64(after-min(after, before)) / (1 << 20)
}

func heap() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// BenchmarkIdle lets a reconciled replica be: without objects, and with 24 that tick once a second. It reports virtual
// seconds per real second.
func BenchmarkIdle(b *testing.B) {
	for _, c := range []struct{ name, lines string }{{"empty", ""}, {"24-objects", creations(time.Second)}} {
		b.Run(c.name, func(b *testing.B) {
			s, err := newSystem(benchPlan(b, 1, c.lines, time.Second, "maintenance=100ms"), RunOptions{})
			require.NoError(b, err)
			defer s.world.Close()
			s.start()
			require.Nil(b, s.live())
			require.True(b, s.env.AllConnected())
			begin := s.world.Now()
			for b.Loop() {
				require.Nil(b, s.world.RunFor(time.Second))
			}
			b.ReportMetric(s.world.Now().Sub(begin).Seconds()/b.Elapsed().Seconds(), "virtual-s/s")
		})
	}
}

// BenchmarkStep16 makes steps of 16 tasks that are always runnable, with the oracles of the suite smoke listening: tasks
// that say nothing, and tasks that each step say what workers say most.
func BenchmarkStep16(b *testing.B) {
	for _, c := range []struct {
		name string
		say  func(worker int) []trace.Event // in turns
	}{
		{"silent", nil},
		{"turn", turnEvents},
		{"store", storeEvents},
	} {
		b.Run(c.name, func(b *testing.B) {
			w := watchedWorld(b, 16, c.say)
			b.ReportAllocs()
			begin := w.Steps()
			b.ResetTimer()
			require.Nil(b, w.RunUntil(func() bool { return w.Steps() >= begin+uint64(b.N) }))
		})
	}
}

// turnEvents are those of a worker's loop: it turns several times between parks.
func turnEvents(worker int) []trace.Event {
	turn := clusterd.Iteration{Generation: 1, Worker: worker}
	parked := &sim.Parked{Bounded: true, For: time.Millisecond, Queues: []sim.QueueLen{{Name: "storage.commands"}}}
	return []trace.Event{turn, turn, turn, turn, turn, parked}
}

// storeEvents are a request to the store and its answer, as all oracles hear of them.
func storeEvents(int) []trace.Event {
	return []trace.Event{
		persist.Called{Client: "r1.p0#1", Call: 117, Operation: persist.OpListen, Shard: "s1"},
		persist.Answered{Client: "r1.p0#1", Call: 117, Operation: persist.OpListen},
	}
}

// watchedWorld is a world of n tasks under the eyes of all oracles.
func watchedWorld(b *testing.B, n int, say func(worker int) []trace.Event) *sim.World {
	p := benchPlan(b, 0, creations(time.Second), time.Second)
	w := sim.New(sim.Config{Schedule: sim.Random(), SpinSteps: 1 << 62})
	b.Cleanup(w.Close)
	w.Observe(newActivityWatch(p), oracle.BulkEvents()...)
	k, err := knobsOf(p.Sets)
	require.NoError(b, err)
	for _, o := range oraclesFor(p, k, w) {
		oracle.Attach(w, o)
	}
	w.AddNode("r1.p0", sim.NodeOptions{Start: func(node *sim.Node) {
		for i := range n {
			node.Go(fmt.Sprint("worker", i), func(t *sim.Task) { speak(t, i, say) })
		}
	}}).Start()
	require.Nil(b, w.RunUntil(func() bool { return w.Steps() >= 1_000 }))
	return w
}

func speak(t *sim.Task, worker int, say func(worker int) []trace.Event) {
	if say == nil {
		for {
			t.Point()
		}
	}
	for events := say(worker); ; {
		for _, event := range events {
			t.Point()
			t.Emit(event)
		}
	}
}
