package sim

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"onelane.test/sim/trace"
)

const ms = Time(time.Millisecond)

// diary notes what happens when.
type diary struct {
	w     *World
	lines []string
}

func (d *diary) note(text string) { d.lines = append(d.lines, d.w.now.String()+" "+text) }

func TestAPausedNodeStandsStill(t *testing.T) {
	w := newWorld(t, Config{})
	d := &diary{w: w}
	n := startNode(w, "n", func(n *Node) {
		n.Go("sleeper", func(t *Task) {
			for range 4 {
				t.Sleep(3 * time.Millisecond)
				d.note("slept")
			}
		})
		n.Go("worker", func(t *Task) {
			t.Work(8 * time.Millisecond)
			d.note("worked")
		})
		parked := n.Go("parked", func(t *Task) {
			t.Park(-1)
			d.note("unparked")
		})
		n.After(6*time.Millisecond, "timer", func() { d.note("timer") })
		w.At(7*ms, "unpark", func() { parked.Unpark(nil) })
	})
	w.At(5*ms, "pause", n.Pause)
	w.At(9*ms, "resume", n.Resume)
	require.Equal(t, StopDone, w.Run().Kind)
	require.Equal(t, []string{
		"3ms slept",
		"9ms timer", "9ms slept", "9ms unparked", // what fell due meanwhile, in that order
		"12ms worked", "12ms slept", // 3ms of the work were left
		"15ms slept",
	}, d.lines)
}

func TestNothingReachesAPausedNode(t *testing.T) {
	done := false
	p := newPair(t, Config{Seed: 3}, func(t *Task, p *pair) {
		c := p.dial(t)
		p.server.Pause()
		require.True(t, p.server.Paused())
		for i := range 3 {
			require.NoError(t, c.Send(t, i))
		}
		_, err := c.RecvBy(t, t.Now().Add(time.Minute))
		require.ErrorIs(t, err, ErrTimeout)
		_, err = p.client.Dial(t, p.server, "echo", time.Second)
		require.ErrorIs(t, err, ErrTimeout, "nobody answers")
		p.server.Resume()
		for i := range 3 {
			m, err := c.Recv(t)
			require.NoError(t, err)
			require.Equal(t, i, m)
		}
		done = true
	})
	require.Nil(t, p.w.RunFor(2*time.Minute))
	require.True(t, done)
}

func TestWhatAPausedNodeHasSentArrives(t *testing.T) {
	done := false
	p := newPair(t, Config{Seed: 3}, func(t *Task, p *pair) {
		c := p.dial(t)
		require.NoError(t, c.Send(t, "x"))
		for !p.sent() {
			t.Sleep(10 * time.Microsecond)
		}
		p.server.Pause()
		m, err := c.Recv(t)
		require.NoError(t, err)
		require.Equal(t, "x", m)
		done = true
	})
	require.Nil(t, p.w.RunFor(time.Second))
	require.True(t, done)
}

// sent says whether the server has sent an answer.
func (p *pair) sent() bool { return p.w.stats.Messages == 2 }

func TestATaskPausesItsOwnNode(t *testing.T) {
	w := newWorld(t, Config{Schedule: Random()})
	d := &diary{w: w}
	n := startNode(w, "n", func(n *Node) {
		n.Go("a", func(t *Task) {
			t.Sleep(time.Millisecond)
			n.Pause()
			n.Pause()
			d.note("still here")
			t.Work(2 * time.Millisecond)
			d.note("worked")
		})
	})
	w.At(5*ms, "resume", n.Resume)
	require.Equal(t, StopDone, w.Run().Kind)
	require.Equal(t, []string{"1ms still here", "7ms worked"}, d.lines)
}

func TestAPausedTaskStandsStill(t *testing.T) {
	w := newWorld(t, Config{})
	d := &diary{w: w}
	var worker, waiter *Task
	n := w.AddNode("n", NodeOptions{Cores: 1, Start: func(n *Node) {
		worker = n.Go("worker", func(t *Task) {
			t.Work(4 * time.Millisecond)
			d.note("worked")
		})
		waiter = n.Go("waiter", func(t *Task) {
			t.Work(3 * time.Millisecond)
			d.note("waited and worked")
		})
		n.Go("other", func(t *Task) {
			t.Sleep(5 * time.Millisecond)
			d.note("slept")
		})
	}})
	n.Start()
	w.At(1*ms, "pause", func() {
		worker.Pause()
		waiter.Pause()
		require.True(t, worker.Paused())
		require.False(t, n.Paused())
	})
	w.At(11*ms, "resume", worker.Resume)
	w.At(20*ms, "resume", func() { // it was given the core at 14ms
		waiter.Resume()
		waiter.Resume()
	})
	require.Equal(t, StopDone, w.Run().Kind)
	require.Equal(t, []string{"5ms slept", "14ms worked", "23ms waited and worked"}, d.lines)
	worker.Pause()
	require.False(t, worker.Paused(), "it has ended")
}

func TestPausesOfNodeAndTaskAddUp(t *testing.T) {
	w := newWorld(t, Config{})
	d := &diary{w: w}
	var a *Task
	n := startNode(w, "n", func(n *Node) {
		a = n.Go("a", func(t *Task) {
			t.Point()
			d.note("a")
		})
		n.Go("b", func(t *Task) {
			t.Point()
			d.note("b")
		})
	})
	w.enter()
	a.Pause()
	n.Pause()
	w.At(1*ms, "", n.Resume)
	w.At(2*ms, "", n.Pause)
	w.At(3*ms, "", a.Resume)
	w.At(4*ms, "", n.Resume)
	require.Equal(t, StopDone, w.Run().Kind)
	require.Equal(t, []string{"1ms b", "4ms a"}, d.lines)
}

func TestTasksOfAPausedNodeStartWhenItGoesOn(t *testing.T) {
	w := newWorld(t, Config{})
	d := &diary{w: w}
	n := startNode(w, "n", nil)
	n.Pause()
	n.Go("a", func(*Task) { d.note("a") })
	w.At(1*ms, "spawn", func() { n.Go("b", func(*Task) { d.note("b") }) })
	w.At(2*ms, "resume", n.Resume)
	require.Equal(t, StopDone, w.Run().Kind)
	require.Equal(t, []string{"2ms a", "2ms b"}, d.lines)
}

func TestAPauseEndsWithTheProcess(t *testing.T) {
	done := false
	p := newPair(t, Config{Seed: 3}, func(t *Task, p *pair) {
		p.dial(t)
		for _, task := range p.server.Tasks() {
			task.Pause()
		}
		p.server.Pause()
		p.server.Kill("fault")
		t.Yield()
		require.False(t, p.server.Paused())
		p.server.Resume()
		p.server.Pause()
		require.False(t, p.server.Paused(), "it is dead")
		p.server.Start()
		t.Sleep(time.Millisecond)
		c := p.dial(t)
		require.NoError(t, c.Send(t, 1))
		_, err := c.Recv(t)
		require.NoError(t, err)
		done = true
	})
	require.Nil(t, p.w.RunFor(time.Second))
	require.True(t, done)
}

func TestADeadlockTellsOfPauses(t *testing.T) {
	w := newWorld(t, Config{})
	n := startNode(w, "n", func(n *Node) {
		n.Go("a", func(t *Task) { t.Point() })
		n.Go("b", func(t *Task) { t.Work(time.Millisecond) })
	})
	w.enter()
	n.Pause()
	stop := w.Run()
	require.Equal(t, StopDeadlock, stop.Kind)
	require.Equal(t, "n.a waits for the end of its pause, then its turn; n.b waits for the end of its pause, then work",
		stop.Reason)
}

// Whatever is paused and resumed in the story, it comes to its end, and its log replays.
func TestTheStoryUnderPauses(t *testing.T) {
	pauses := 0
	for seed := range uint64(20) {
		log := &Log{}
		run := func(cfg Config) *World {
			answers := 0
			w := runStory(t, story{
				Config: cfg,
				faults: pauseAtRandom,
				observer: trace.ObserverFunc(func(r *trace.Record) {
					switch firstWord(r.Text) {
					case "story.answer":
						answers++
					case "node.paused", "task.paused":
						pauses++
					}
				}),
			})
			require.Equal(t, 90, answers)
			return w
		}
		w := run(Config{Seed: seed, Schedule: Random(), Points: PointsFine, Record: log})
		again := run(Config{Points: PointsFine, Replay: log, ReplayMode: ReplayStrict})
		require.Equal(t, w.Hash(), again.Hash())
	}
	require.Greater(t, pauses, 400)
}

func pauseAtRandom(w *World) {
	rng := w.Stream("pauses")
	for range 30 {
		n := w.Nodes()[rng.IntN(len(w.Nodes()))]
		at := Time(rng.Duration(0, time.Second))
		end := at.Add(rng.Duration(0, 20*time.Millisecond))
		if rng.Chance(1, 2) {
			w.At(at, "pause", n.Pause)
			w.At(end, "resume", n.Resume)
			continue
		}
		w.At(at, "pause", func() {
			if len(n.Tasks()) > 0 {
				t := n.Tasks()[rng.IntN(len(n.Tasks()))]
				t.Pause()
				w.At(end, "resume", t.Resume)
			}
		})
	}
}
