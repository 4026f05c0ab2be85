package sim

import (
	"fmt"
	"iter"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"onelane.test/sim/trace"
)

// The benchmarks that compare run both sides in one benchmark and report the ratio: figures of two runs on a shared
// machine say nothing. "ns/op" is the kernel's side.

// spinners is a world of n tasks that are always runnable.
func spinners(b *testing.B, n int, cfg Config) *World {
	cfg.SpinSteps = 1 << 62
	w := newWorld(b, cfg)
	startNode(w, "n", func(node *Node) {
		for i := range n {
			node.Go(fmt.Sprint("t", i), func(t *Task) {
				for {
					t.Point()
				}
			})
		}
	})
	w.enter() // starts the tasks
	return w
}

// barePull returns a function that goes n times to a coroutine and back.
func barePull(b *testing.B) func(n int) {
	next, stop := iter.Pull(func(yield func(struct{}) bool) {
		for yield(struct{}{}) {
		}
	})
	b.Cleanup(stop)
	return func(n int) {
		for range n {
			next()
		}
	}
}

// channelRoundTrip returns a function that goes n times to a goroutine and back over unbuffered channels.
func channelRoundTrip(b *testing.B) func(n int) {
	ping, pong := make(chan struct{}), make(chan struct{})
	go func() {
		for range ping {
			pong <- struct{}{}
		}
	}()
	b.Cleanup(func() { close(ping) })
	return func(n int) {
		for range n {
			ping <- struct{}{}
			<-pong
		}
	}
}

// compare runs b.N operations of ours and of theirs in turns, and reports how many times faster ours is.
func compare(b *testing.B, ours, theirs func(n int)) {
	const rounds = 20
	var own, other time.Duration
	b.ReportAllocs()
	b.ResetTimer()
	for r := range rounds {
		n := b.N*(r+1)/rounds - b.N*r/rounds
		start := time.Now()
		ours(n)
		own += time.Since(start)
		b.StopTimer()
		start = time.Now()
		theirs(n)
		other += time.Since(start)
		b.StartTimer()
	}
	b.StopTimer()
	b.ReportMetric(float64(other.Nanoseconds())/float64(b.N), "other-ns/op")
	b.ReportMetric(float64(other)/float64(own), "times-faster")
	b.ReportMetric(float64(own)/float64(other), "ratio")
}

func steps(w *World) func(n int) {
	return func(n int) {
		end := w.steps + uint64(n)
		w.RunUntil(func() bool { return w.steps >= end })
	}
}

func BenchmarkStep16(b *testing.B) {
	for _, s := range []Schedule{
		FIFO(), Random(), PCT(3, 1<<40), POS(), URW([]Count{{"n.t3", 1 << 40}}), SURW([]string{"x"}, nil), Delay(1, 1<<40),
	} {
		name, _, _ := strings.Cut(s.Name(), " ")
		b.Run(name+"/pull", func(b *testing.B) {
			compare(b, steps(spinners(b, 16, Config{Schedule: s})), barePull(b))
		})
	}
	b.Run("random/channel", func(b *testing.B) {
		compare(b, steps(spinners(b, 16, Config{Schedule: Random()})), channelRoundTrip(b))
	})
}

// BenchmarkLog16 is a step with 16 runnable tasks of a world that records, and of one that replays.
func BenchmarkLog16(b *testing.B) {
	log := &Log{}
	b.Run("record", func(b *testing.B) {
		log = &Log{}
		w := spinners(b, 16, Config{Schedule: Random(), Record: log})
		compare(b, steps(w), barePull(b))
		b.ReportMetric(float64(log.Size())/float64(log.Len()), "B/entry")
	})
	b.Run("replay", func(b *testing.B) { // the log may be shorter than the run: the rest is bare steps
		compare(b, steps(spinners(b, 16, Config{Schedule: Random(), Replay: log})), barePull(b))
	})
}

// BenchmarkSleepers10 measures one wake-up of ten tasks that sleep again and again.
func BenchmarkSleepers10(b *testing.B) {
	w := newWorld(b, Config{})
	startNode(w, "n", func(node *Node) {
		for i := range 10 {
			node.Go(fmt.Sprint("t", i), func(t *Task) {
				for {
					t.Sleep(time.Duration(i+1) * time.Millisecond)
				}
			})
		}
	})
	compare(b, steps(w), func(n int) { sleepInBubble(b, n) })
}

// sleepInBubble lets ten goroutines sleep as the tasks do, in a bubble of testing/synctest.
func sleepInBubble(b *testing.B, wakeups int) {
	sleepers := func(t *testing.T) {
		synctest.Test(t, func(*testing.T) {
			var all sync.WaitGroup
			for i := range 10 {
				all.Go(func() {
					for range wakeups / 10 {
						time.Sleep(time.Duration(i+1) * time.Millisecond)
					}
				})
			}
			all.Wait()
		})
	}
	always := func(string, string) (bool, error) { return true, nil }
	ok := testing.RunTests(always, []testing.InternalTest{{Name: "sleepers", F: sleepers}}) // a benchmark has no testing.T
	require.True(b, ok)
}

//go:noinline
func useStack(depth int) byte {
	var frame [1024]byte
	frame[depth] = 1
	if depth == 0 {
		return frame[0]
	}
	return frame[depth] + useStack(depth-1)
}

// BenchmarkWorld40 makes a world of 40 tasks that each use 8 KB of stack, runs it to its end and closes it.
func BenchmarkWorld40(b *testing.B) {
	run := func(b *testing.B, pool *Pool) {
		names := make([]string, 40)
		for i := range names {
			names[i] = fmt.Sprint("t", i)
		}
		b.ReportAllocs()
		for b.Loop() {
			w := New(Config{Pool: pool})
			startNode(w, "n", func(n *Node) {
				for _, name := range names {
					n.Go(name, func(t *Task) {
						useStack(7)
						t.Point()
					})
				}
			})
			require.Equal(b, StopDone, w.Run().Kind)
			w.Close()
		}
	}
	b.Run("pooled", func(b *testing.B) {
		pool := NewPool()
		defer pool.Close()
		run(b, pool)
	})
	b.Run("fresh", func(b *testing.B) { run(b, nil) })
}

// BenchmarkLinkMessage sends one message and receives it at the other end.
func BenchmarkLinkMessage(b *testing.B) {
	for _, grain := range []Grain{GrainExact, Grain100us} {
		b.Run(grain.String(), func(b *testing.B) {
			w := newWorld(b, Config{Grain: grain, Schedule: Random()})
			received := 0
			server := startNode(w, "server", func(n *Node) {
				n.Go("serve", func(t *Task) {
					l, _ := n.Listen(t, "p")
					c, _ := l.Accept(t)
					for {
						_, err := c.Recv(t)
						require.NoError(t, err)
						received++
					}
				})
			})
			startNode(w, "client", func(n *Node) {
				n.Go("main", func(t *Task) {
					c, _ := n.Dial(t, server, "p", 0)
					for {
						require.NoError(t, c.Send(t, &received))
						t.Sleep(100 * time.Microsecond)
					}
				})
			})
			require.Nil(b, w.RunFor(time.Second))
			received = 0
			b.ReportAllocs()
			b.ResetTimer()
			require.Nil(b, w.RunUntil(func() bool { return received >= b.N }))
		})
	}
}

// BenchmarkPark wakes a parked task, with nobody listening.
func BenchmarkPark(b *testing.B) {
	w := newWorld(b, Config{})
	woken := 0
	startNode(w, "n", func(n *Node) {
		sleeper := n.Go("sleeper", func(t *Task) {
			for {
				t.Park(-1)
				woken++
			}
		})
		n.Go("waker", func(t *Task) {
			for {
				t.Sleep(time.Microsecond)
				sleeper.Unpark(t)
			}
		})
	})
	b.ReportAllocs()
	require.Nil(b, w.RunUntil(func() bool { return woken >= b.N }))
}

// BenchmarkEvent emits one event per step to twelve observers, one of which keeps the last lines.
func BenchmarkEvent(b *testing.B) {
	w := newWorld(b, Config{SpinSteps: 1 << 62})
	seen := 0
	for range 11 {
		w.Observe(trace.ObserverFunc(func(r *trace.Record) {
			if _, ok := r.Event.(NodeExited); !ok {
				seen++
			}
		}))
	}
	w.Observe(trace.NewRing(40))
	startNode(w, "n", func(n *Node) {
		n.Go("a", func(t *Task) {
			for {
				t.Point()
				t.Emit(trace.Text("bench.event key=value other=17"))
			}
		})
	})
	b.ReportAllocs()
	require.Nil(b, w.RunUntil(func() bool { return w.Steps() >= uint64(b.N) }))
	require.Equal(b, 11*(b.N+1), seen)
}
