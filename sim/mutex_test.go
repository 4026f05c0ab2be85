package sim

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// everyWay runs a story under schedules of all kinds, with coarse and fine points.
func everyWay(t *testing.T, story func(w *World)) {
	for _, points := range []Points{PointsCoarse, PointsFine} {
		for _, schedule := range []Schedule{FIFO(), Random(), PCT(3, 100), POS(), URW(nil), Delay(2, 60)} {
			for seed := range uint64(30) {
				w := New(Config{Seed: seed, Schedule: schedule, Points: points, SpinSteps: 100_000})
				story(w)
				w.Close()
			}
		}
	}
}

func TestMutexKeepsOthersOut(t *testing.T) {
	everyWay(t, func(w *World) {
		m := NewMutex(w, "m")
		inside, entries, refused := 0, 0, 0
		enter := func(t *Task) {
			inside++
			require.Equal(t, 1, inside)
			require.Same(t, t, m.Holder())
			t.Point()
			inside--
			entries++
		}
		startNode(w, "n", func(n *Node) {
			for _, name := range []string{"a", "b", "c"} {
				n.Go(name, func(t *Task) {
					for range 4 {
						m.Lock(t)
						enter(t)
						m.Unlock(t)
					}
				})
			}
			n.Go("try", func(t *Task) {
				for range 4 {
					if !m.TryLock(t) {
						refused++
						t.Yield()
						continue
					}
					enter(t)
					m.Unlock(t)
				}
			})
		})
		require.Equal(t, StopDone, w.Run().Kind)
		require.Equal(t, 16, entries+refused)
		require.Nil(t, m.Holder())
	})
}

// Whoever unlocks may lock again before the one that it woke comes, and then wakes the next one, too. Otherwise those
// who wait come in their order.
func TestMutexBarging(t *testing.T) {
	orders := map[string]bool{}
	for seed := range uint64(300) {
		w := New(Config{Seed: seed, Schedule: Random()})
		m := NewMutex(w, "m")
		order := ""
		startNode(w, "n", func(n *Node) {
			n.Go("a", func(t *Task) {
				m.Lock(t)
				t.Sleep(1)
				m.Unlock(t)
				t.Point()
				m.Lock(t)
				order += "a"
				t.Point()
				m.Unlock(t)
			})
			for _, name := range []string{"b", "c"} {
				n.Go(name, func(t *Task) {
					m.Lock(t)
					order += name
					t.Point()
					m.Unlock(t)
				})
			}
		})
		require.Equal(t, StopDone, w.Run().Kind)
		w.Close()
		orders[order] = true
	}
	require.Equal(t, map[string]bool{"abc": true, "acb": true, "bac": true, "bca": true}, orders)
}

func TestDeadlockNamesTheHolder(t *testing.T) {
	w := newWorld(t, Config{})
	m, o, rw := NewMutex(w, "m"), NewMutex(w, "o"), NewRWMutex(w, "rw")
	c, s, g := NewCond(o, "full"), NewSemaphore(w, "slots", 0), NewWaitGroup(w, "workers")
	startNode(w, "n", func(n *Node) {
		n.Go("gone", func(t *Task) { m.Lock(t) })
		n.Go("a", func(t *Task) { m.Lock(t) })
		n.Go("b", func(t *Task) { o.Lock(t); c.Wait(t) })
		n.Go("c", func(t *Task) { t.Sleep(1); o.Lock(t); s.Acquire(t) })
		n.Go("d", func(t *Task) { t.Sleep(2); o.Lock(t) })
		n.Go("e", func(t *Task) { rw.RLock(t); t.Sleep(time.Second); rw.RLock(t) })
		n.Go("f", func(t *Task) { t.Sleep(1); rw.Lock(t) })
		n.Go("g", func(t *Task) { g.Add(t, 2); g.Wait(t) })
	})
	var waits []string
	for _, waiter := range w.Run().Waiters {
		waits = append(waits, waiter.Task+": "+waiter.For)
	}
	require.Equal(t, []string{
		"n.a: lock m (held by n.gone, which has ended)",
		"n.b: signal of full",
		"n.c: permit of slots",
		"n.d: lock o (held by n.c)",
		"n.e: lock rw (held by n.e; n.f waits to write)",
		"n.f: lock rw (held by n.e; n.f waits to write)",
		"n.g: end of workers (2 to be done)",
	}, waits)
}

func TestUnlockOfAFreeMutexCrashes(t *testing.T) {
	for name, misuse := range map[string]func(*Task, *World){
		"mutex":      func(t *Task, w *World) { NewMutex(w, "m").Unlock(t) },
		"write":      func(t *Task, w *World) { NewRWMutex(w, "m").Unlock(t) },
		"read":       func(t *Task, w *World) { NewRWMutex(w, "m").RUnlock(t) },
		"condition":  func(t *Task, w *World) { NewCond(NewMutex(w, "m"), "c").Wait(t) },
		"wait group": func(t *Task, w *World) { NewWaitGroup(w, "g").Done(t) },
		"ticker":     func(t *Task, _ *World) { t.Node().NewTicker(0, "k") },
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, Config{})
			startNode(w, "n", func(n *Node) { n.Go("a", func(t *Task) { misuse(t, w) }) })
			require.Equal(t, StopCrash, w.Run().Kind)
		})
	}
}

func TestReadersShareAndWritersDoNot(t *testing.T) {
	everyWay(t, func(w *World) {
		m := NewRWMutex(w, "m")
		readers, writers, together := 0, 0, 0
		startNode(w, "n", func(n *Node) {
			for _, name := range []string{"r1", "r2", "r3"} {
				n.Go(name, func(t *Task) {
					for range 3 {
						m.RLock(t)
						readers++
						together = max(together, readers)
						require.Zero(t, writers)
						t.Point()
						readers--
						m.RUnlock(t)
					}
				})
			}
			for _, name := range []string{"w1", "w2"} {
				n.Go(name, func(t *Task) {
					for range 3 {
						m.Lock(t)
						writers++
						require.Equal(t, 1, writers)
						require.Zero(t, readers)
						t.Point()
						writers--
						m.Unlock(t)
					}
				})
			}
		})
		require.Equal(t, StopDone, w.Run().Kind)
		require.Positive(t, together)
	})
}

// A writer that waits keeps new readers out; the readers that waited for it come before the next writer.
func TestWritersAndReadersTakeTurns(t *testing.T) {
	w := newWorld(t, Config{})
	m := NewRWMutex(w, "m")
	var order []string
	hold := func(lock, unlock func(*Task)) func(*Task) {
		return func(t *Task) {
			lock(t)
			order = append(order, t.Name())
			t.Sleep(time.Second)
			unlock(t)
		}
	}
	startNode(w, "n", func(n *Node) {
		for i, name := range []string{"r1", "w1", "r2", "w2", "r3"} {
			n.After(time.Duration(i)*time.Millisecond, name, func() {
				if name[0] == 'r' {
					n.Go(name, hold(m.RLock, m.RUnlock))
				} else {
					n.Go(name, hold(m.Lock, m.Unlock))
				}
			})
		}
	})
	require.Equal(t, StopDone, w.Run().Kind)
	require.Equal(t, "r1 w1 r2 r3 w2", strings.Join(order, " "))
}

func TestConditionHandsOverEachItem(t *testing.T) {
	everyWay(t, func(w *World) {
		m := NewMutex(w, "m")
		filled, emptied := NewCond(m, "filled"), NewCond(m, "emptied")
		buffer, sum := 0, 0
		startNode(w, "n", func(n *Node) {
			for _, name := range []string{"p1", "p2"} {
				n.Go(name, func(t *Task) {
					for range 5 {
						m.Lock(t)
						for buffer == 2 {
							emptied.Wait(t)
						}
						require.Same(t, t, m.Holder())
						buffer++
						filled.Signal(t)
						m.Unlock(t)
					}
				})
			}
			for _, name := range []string{"c1", "c2"} {
				n.Go(name, func(t *Task) {
					for range 5 {
						m.Lock(t)
						for buffer == 0 {
							filled.Wait(t)
						}
						buffer--
						sum++
						m.Unlock(t)
						emptied.Broadcast(t)
					}
				})
			}
		})
		require.Equal(t, StopDone, w.Run().Kind)
		require.Equal(t, 10, sum)
	})
}

func TestASignalThatNobodyWaitsForIsLost(t *testing.T) {
	w := newWorld(t, Config{})
	m := NewMutex(w, "m")
	c := NewCond(m, "c")
	startNode(w, "n", func(n *Node) {
		n.Go("a", func(t *Task) {
			c.Signal(t)
			m.Lock(t)
			c.Wait(t)
		})
	})
	require.Equal(t, StopDeadlock, w.Run().Kind)
}

func TestSemaphoreBoundsHowManyAreInside(t *testing.T) {
	everyWay(t, func(w *World) {
		s := NewSemaphore(w, "s", 2)
		inside, most := 0, 0
		startNode(w, "n", func(n *Node) {
			for _, name := range []string{"a", "b", "c", "d"} {
				n.Go(name, func(t *Task) {
					for range 3 {
						if name != "d" || !s.TryAcquire(t) {
							s.Acquire(t)
						}
						inside++
						most = max(most, inside)
						t.Point()
						inside--
						s.Release(t)
					}
				})
			}
		})
		require.Equal(t, StopDone, w.Run().Kind)
		require.LessOrEqual(t, most, 2)
		require.Equal(t, 2, s.Permits())
	})
}

func TestWaitGroupWaitsForAll(t *testing.T) {
	everyWay(t, func(w *World) {
		g := NewWaitGroup(w, "g")
		done := 0
		startNode(w, "n", func(n *Node) {
			g.Add(nil, 3)
			for _, name := range []string{"a", "b", "c"} {
				n.Go(name, func(t *Task) {
					t.Point()
					done++
					g.Done(t)
				})
			}
			for _, name := range []string{"w1", "w2"} {
				n.Go(name, func(t *Task) {
					g.Wait(t)
					require.Equal(t, 3, done)
					require.Zero(t, g.Count())
				})
			}
		})
		require.Equal(t, StopDone, w.Run().Kind)
	})
}

// A process that ends while its tasks wait leaves locks that others can still use.
func TestLocksPassOverTheDead(t *testing.T) {
	w := newWorld(t, Config{})
	m := NewMutex(w, "m")
	dead := startNode(w, "dead", func(n *Node) {
		n.After(1, "wait", func() { n.Go("a", func(t *Task) { m.Lock(t) }) })
	})
	reached := false
	startNode(w, "n", func(n *Node) {
		n.Go("holder", func(t *Task) {
			m.Lock(t)
			t.Sleep(time.Second)
			m.Unlock(t)
		})
		n.After(2, "wait", func() {
			n.Go("b", func(t *Task) {
				m.Lock(t)
				reached = true
			})
		})
	})
	w.At(Time(time.Millisecond), "kill", func() { dead.Kill("test") })
	require.Equal(t, StopDone, w.Run().Kind)
	require.True(t, reached)
}
