package sim

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"onelane.test/sim/trace"
)

// recordStory runs the story and returns its world and log.
func recordStory(t testing.TB, cfg Config) (*World, *Log) {
	cfg.Record = &Log{}
	return runStory(t, story{Config: cfg}), cfg.Record
}

func TestALogReplaysUnderAnySeedAndSchedule(t *testing.T) {
	schedules := []Schedule{
		Random(), PCT(3, 2000), FIFO(), POS(), Delay(9, 2000), Fair(PCT(3, 500), 500), URW(nil), SURW([]string{"r1 requests"}, nil),
	}
	for i, cfg := range storyConfigs() {
		cfg.Schedule = schedules[i%len(schedules)]
		plain := runStory(t, story{Config: cfg})
		w, log := recordStory(t, cfg)
		require.Equal(t, plain.Hash(), w.Hash(), "recording changes nothing")
		again := cfg
		again.Seed, again.Schedule = ^cfg.Seed, schedules[(i+1+i/len(schedules))%len(schedules)]
		again.Replay, again.ReplayMode, again.Record = log, ReplayStrict, &Log{}
		r := runStory(t, story{Config: again})
		require.Equal(t, w.Hash(), r.Hash())
		require.Equal(t, w.Stats(), r.Stats())
		require.Equal(t, log.Len(), r.Replayed())
		require.Nil(t, r.Divergence())
		require.Equal(t, log.data, again.Record.data)
	}
}

// The streams go along with a replay, so a run whose log breaks off goes on as if nothing had happened, and under
// another seed becomes a run that has only its beginning in common with the first.
func TestAPrefixOfALogContinues(t *testing.T) {
	for i, schedule := range []Schedule{Random(), PCT(3, 2000)} {
		cfg := Config{Seed: uint64(i), Schedule: schedule, Points: PointsFine}
		w, log := recordStory(t, cfg)
		for _, share := range []int{0, 1, 50, 99} {
			cfg.Replay = log.Prefix(log.Len() * share / 100)
			same := runStory(t, story{Config: cfg})
			require.Equal(t, w.Hash(), same.Hash())
			require.Equal(t, cfg.Replay.Len(), same.Replayed())
			if share <= 50 {
				other := cfg
				other.Seed = 77
				require.NotEqual(t, w.Hash(), runStory(t, story{Config: other}).Hash())
			}
		}
	}
}

// edit is what a later version of the program does differently.
type edit struct {
	extraDraw, otherRange, otherText, otherTime, otherKind, extraTask, lessSteps bool
}

// rollDice is a program of two players and a bank; it ends after 20ms.
func rollDice(w *World, c edit) {
	startNode(w, "table", func(n *Node) {
		for _, name := range []string{"ann", "bob"} {
			n.Go(name, func(t *Task) {
				for round := range 5 {
					t.Sleep(2 * time.Millisecond)
					play(t, round, c)
				}
			})
		}
	})
	w.At(Time(9*time.Millisecond), "bank", func() { w.Emit(trace.Text("bank.opened")) })
}

func play(t *Task, round int, c edit) {
	changed := round == 3 && t.Name() == "bob"
	sides := 6
	switch {
	case changed && c.extraDraw:
		t.Stream("other").IntN(2)
	case changed && c.otherRange:
		sides = 8
	case changed && c.otherTime:
		t.Sleep(time.Millisecond)
	case changed && c.extraTask:
		t.Node().Go("eve", func(t *Task) { t.Point() })
	}
	rolled := t.Stream("dice").IntN(sides)
	if !changed || !c.lessSteps {
		t.Point()
	}
	text := fmt.Sprintf("dice.rolled n=%d", rolled)
	switch {
	case changed && c.otherText:
		text += " again=true"
	case changed && c.otherKind:
		text = "dice.lost"
	}
	t.Emit(trace.Text(text))
}

func TestAChangedProgramDivergesWhereItChanged(t *testing.T) {
	log := &Log{}
	w := newWorld(t, Config{Seed: 1, Schedule: Random(), Record: log})
	rollDice(w, edit{})
	require.Nil(t, w.RunFor(20*time.Millisecond))
	for _, c := range []struct {
		edit
		who, log, run string
	}{
		{edit{}, "", "", ""},
		{edit{extraDraw: true}, "in table.bob, ", "draw 5/6 table/dice", "draw 1/2 table/other"},
		{edit{otherRange: true}, "in table.bob, ", "draw 5/6 table/dice", "draw 7/8 table/dice"},
		{edit{otherText: true}, "in table.bob, ", "event 0x75213de6045c2f7c dice.rolled",
			`event 0x800a3ae81ec0580d dice.rolled", which is "dice.rolled n=5 again=true`},
		{edit{otherKind: true}, "in table.bob, ", "event 0x75213de6045c2f7c dice.rolled",
			`event 0xd1ceaf1d0bfa64d3 dice.lost", which is "dice.lost`},
		{edit{otherTime: true}, "", "draw 5/6 table/dice", "step 8ms 0/1 table.ann"},
		{edit{extraTask: true}, "", "step 8ms 0/2 table.ann", "step 8ms 0/3 table.ann"},
		{edit{lessSteps: true}, "in table.bob, ", "step 8ms 0/2 table.ann",
			`event 0x75213de6045c2f7c dice.rolled", which is "dice.rolled n=5`},
	} {
		t.Run(fmt.Sprintf("%+v", c.edit), func(t *testing.T) {
			w := newWorld(t, Config{Seed: 1, Schedule: Random(), Replay: log})
			rollDice(w, c.edit)
			stop := w.RunFor(20 * time.Millisecond)
			if c.log == "" {
				require.Nil(t, stop)
				return
			}
			require.Equal(t, StopDivergence, stop.Kind)
			require.Equal(t, Time(8*time.Millisecond), stop.At)
			require.Equal(t, c.who != "", stop.Task == "bob")
			where := fmt.Sprintf("at step %d, 8ms, %s", w.Steps(), c.who)
			what := fmt.Sprintf("entry %d: the log has %q, the run has \"%s\"", w.Replayed(), c.log, c.run)
			require.Equal(t, what, stop.Reason)
			require.Equal(t, where+what, w.Divergence().String())
			require.Equal(t, "divergence", stop.Signature)
			require.Equal(t, slices.Collect(logTail(log, w.Divergence().Index))[0], w.Divergence().Want)
		})
	}
}

func logTail(log *Log, from int) func(yield func(Entry) bool) {
	return func(yield func(Entry) bool) {
		for i, e := range log.All() {
			if i >= from && !yield(e) {
				return
			}
		}
	}
}

func TestReplayModes(t *testing.T) {
	log := &Log{}
	run := func(cfg Config, c edit) (*World, *Stop) {
		cfg.Seed, cfg.Schedule = 1, Random()
		w := newWorld(t, cfg)
		rollDice(w, c)
		return w, w.Run()
	}
	first, _ := run(Config{Record: log}, edit{})

	strict, stop := run(Config{Replay: log.Prefix(20), ReplayMode: ReplayStrict}, edit{})
	require.Equal(t, StopDivergence, stop.Kind)
	require.Contains(t, stop.Reason, `entry 20: the log has "the end of the log", the run has "`)
	require.Equal(t, 20, strict.Replayed())

	lenient, stop := run(Config{Replay: log, ReplayMode: ReplayLenient}, edit{otherText: true})
	require.Equal(t, StopDone, stop.Kind)
	require.Equal(t, "dice.rolled", lenient.Divergence().Want.Label)
	require.Equal(t, first.Steps(), lenient.Steps())
	changed, _ := run(Config{}, edit{otherText: true})
	require.Equal(t, changed.Hash(), lenient.Hash(), "the streams decide from there on")

	require.Panics(t, func() { New(Config{Record: log}) }, "the log is not empty")
	require.Nil(t, first.Divergence())
	require.Zero(t, first.Replayed())
}

// Whatever ended a run ends its replay, at the same step and with the same signature.
func TestEveryStopReplays(t *testing.T) {
	for name, c := range map[string]struct {
		Config
		kind StopKind
		body func(*Task)
	}{
		"done":      {Config{}, StopDone, func(t *Task) { t.Point() }},
		"violation": {Config{}, StopViolation, func(t *Task) { t.World().Violate("oracle", "x") }},
		"require":   {Config{}, StopViolation, func(t *Task) { require.Fail(t, "x") }},
		"deadlock":  {Config{}, StopDeadlock, func(t *Task) { t.Park(-1) }},
		"crash":     {Config{}, StopCrash, func(*Task) { panic("x") }},
		"limit":     {Config{MaxSteps: 40}, StopLimit, func(t *Task) { t.Sleep(time.Hour) }},
		"time":      {Config{MaxTime: Time(time.Minute)}, StopLimit, func(t *Task) { t.Sleep(time.Hour) }},
		"livelock": {Config{SpinSteps: 1000}, StopLivelock, func(t *Task) {
			for {
				t.Yield()
			}
		}},
	} {
		t.Run(name, func(t *testing.T) {
			run := func(cfg Config) (*World, *Stop) {
				w := newWorld(t, cfg)
				startNode(w, "n", func(n *Node) {
					for _, name := range []string{"a", "b", "c"} {
						n.Go(name, func(t *Task) {
							for range 20 {
								t.Sleep(t.Stream("rest").Duration(0, time.Millisecond))
							}
							c.body(t)
						})
					}
				})
				return w, w.Run()
			}
			cfg := c.Config
			cfg.Seed, cfg.Schedule, cfg.Record = 5, Random(), &Log{}
			w, stop := run(cfg)
			require.Equal(t, c.kind, stop.Kind)
			again := c.Config
			again.Replay, again.ReplayMode = cfg.Record, ReplayStrict
			r, same := run(again)
			require.Equal(t, w.Hash(), r.Hash())
			require.Equal(t, stop.Signature, same.Signature)
			require.Equal(t, stop.Step, same.Step)
			require.Equal(t, cfg.Record.Len(), r.Replayed())
		})
	}
}
