package sim

import (
	"fmt"
	"sort"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A reduction that leaves out too much is silent. So programs are drawn at random, over every primitive, and what their
// tasks see under all orders is compared with what they see under the orders that the reductions run.

// operation is one thing that a task of a drawn program does.
type operation struct {
	kind, object, value int
	child               []operation
}

const operationKinds = 22

// drawProgram draws what each task does.
func drawProgram(rng *Stream, tasks, length int, kinds []int) [][]operation {
	program := make([][]operation, tasks)
	for i := range program {
		for range rng.Between(1, length) {
			program[i] = append(program[i], drawOperation(rng, kinds, 1))
		}
	}
	return program
}

func drawOperation(rng *Stream, kinds []int, depth int) operation {
	op := operation{kind: kinds[rng.IntN(len(kinds))], object: rng.IntN(2), value: rng.IntN(3)}
	if op.kind == opSpawn && depth > 0 {
		for range rng.Between(1, 2) {
			op.child = append(op.child, drawOperation(rng, kinds, depth-1))
		}
	}
	return op
}

const (
	opRead = iota
	opWrite
	opAdd
	opLock
	opUnlock
	opTryLock
	opPush
	opRecv
	opPop
	opPark
	opUnpark
	opAcquire
	opRelease
	opSleep
	opAfter
	opStopTimer
	opSpawn
	opSelect
	opWork
	opSet
	opGet
	opKill
)

// machine is a world that runs a drawn program, and what its tasks have seen.
type machine struct {
	w       *World
	values  [2]int
	objects [2]Object
	locks   [2]*Mutex
	queues  [2]*Queue[int]
	slots   *Semaphore
	once    *OneShot[int]
	tasks   []*Task
	seen    map[string][]string
}

func newMachine(w *World, program [][]operation) *machine {
	m := &machine{w: w, seen: map[string][]string{}, slots: NewSemaphore(w, "slots", 1), once: NewOneShot[int](w, "once")}
	for i := range m.objects {
		m.objects[i] = w.Object(fmt.Sprint("v", i))
		m.locks[i] = NewMutex(w, fmt.Sprint("m", i))
		m.queues[i] = NewQueue[int](w, fmt.Sprint("q", i))
	}
	for i := range 2 {
		startNode(w, fmt.Sprint("n", i), func(n *Node) {
			for k, ops := range program {
				if k%2 == i {
					m.tasks = append(m.tasks, n.Go(fmt.Sprint("t", k), func(t *Task) { m.do(t, k, ops) }))
				}
			}
		})
	}
	return m
}

func (m *machine) see(t *Task, format string, args ...any) {
	m.seen[t.FullName()] = append(m.seen[t.FullName()], fmt.Sprintf(format, args...)+t.Now().String())
}

// do carries the operations out. Whoever receives from a queue is its one receiver: task k has queue k.
func (m *machine) do(t *Task, k int, ops []operation) {
	var timer *Timer
	for _, op := range ops {
		o := op.object
		switch op.kind {
		case opRead:
			t.Point(Read(m.objects[o]))
			m.see(t, "%d", m.values[o])
		case opWrite:
			t.Point(Write(m.objects[o]))
			m.values[o] = op.value
		case opAdd:
			t.Point(Write(m.objects[o]))
			m.values[o] = 3*m.values[o] + op.value
		case opLock:
			m.locks[o].Lock(t)
		case opUnlock:
			if m.locks[o].Holder() == t {
				m.locks[o].Unlock(t)
			}
		case opTryLock:
			m.see(t, "%v", m.locks[o].TryLock(t))
		case opPush:
			m.queues[o].Push(t, 10*k+op.value)
		case opRecv:
			if k < 2 {
				v, status := m.queues[k].RecvBy(t, t.Now()+Time(op.value))
				m.see(t, "%d %d", v, status)
			}
		case opPop:
			v, ok := m.queues[o].TryPop(t)
			m.see(t, "%d %v", v, ok)
		case opPark:
			m.see(t, "%v", t.Park(time.Duration(op.value-1)))
		case opUnpark:
			m.tasks[o].Unpark(t)
		case opAcquire:
			m.slots.Acquire(t)
		case opRelease:
			m.slots.Release(t)
		case opSleep:
			t.Sleep(time.Duration(op.value))
		case opAfter:
			timer = t.Node().After(time.Duration(op.value), "timer", func() {
				m.values[o] = 5*m.values[o] + op.value
				m.queues[o].Push(nil, m.values[o])
			}, Write(m.objects[o]), Write(m.queues[o].Object()))
		case opStopTimer:
			if timer != nil {
				m.see(t, "%v", timer.Stop())
			}
		case opSpawn:
			t.Node().Go(fmt.Sprint("c", k), func(t *Task) { m.do(t, 2+k, op.child) })
		case opSelect:
			if k < 2 {
				m.see(t, "%d", Select(t, m.queues[k], Deadline(t.Now()+Time(op.value))))
			}
		case opWork:
			t.Work(time.Duration(op.value))
		case opSet:
			if _, done := m.once.TryGet(); !done {
				m.once.Set(t, k)
			}
		case opGet:
			m.see(t, "%d", m.once.Get(t))
		case opKill:
			m.w.Nodes()[o].Kill("drawn")
		}
	}
}

// outcome is what all tasks saw, and how the world ended.
func (m *machine) outcome(stop *Stop) string {
	var names []string
	for name := range m.seen {
		names = append(names, name)
	}
	sort.Strings(names)
	var b strings.Builder
	for _, name := range names {
		fmt.Fprint(&b, name, m.seen[name])
	}
	kind := StopDone
	waiters := 0
	if stop != nil {
		kind, waiters = stop.Kind, len(stop.Waiters)
	}
	return fmt.Sprint(b.String(), m.values, kind, waiters)
}

// outcomes explores a program and returns what can come of it, nil if there are too many orders.
func outcomes(program [][]operation, cfg Config, r Reduction) (map[string]uint64, *Exploration) {
	var m *machine
	seen := map[string]uint64{}
	e := Explore(cfg, func(w *World) { m = newMachine(w, program) }, ExploreOptions{
		Reduction: r, Max: 4_000, Samples: 1,
		Run: func(w *World) *Stop {
			stop := w.Run()
			if stop.Signature != "explore: redundant" {
				seen[m.outcome(stop)]++
			}
			return nil
		},
	})
	return seen, e
}

func allKinds() []int {
	kinds := make([]int, operationKinds)
	for i := range kinds {
		kinds[i] = i
	}
	return kinds
}

func TestReductionsLoseNothing(t *testing.T) {
	pool := NewPool()
	defer pool.Close()
	rng := Derive(1, "programs")
	compared, orders, classes := 0, uint64(0), uint64(0)
	for i := range 120 {
		kinds := allKinds()
		if i%4 > 0 { // few kinds of operation meet more often
			kinds = kinds[:0]
			for range 5 {
				kinds = append(kinds, rng.IntN(operationKinds-i%8/7))
			}
		}
		program := drawProgram(rng, rng.Between(2, 4), 5, kinds)
		cfg := Config{Pool: pool, Points: Points(i / 2 % 2), SpinSteps: 1000}
		want, all := outcomes(program, cfg, ReduceNone)
		if !all.Complete {
			continue
		}
		compared++
		orders += all.Schedules
		for _, r := range []Reduction{ReduceSleep, ReduceClasses} {
			got, e := outcomes(program, cfg, r)
			require.True(t, e.Complete)
			for outcome := range want {
				require.Contains(t, got, outcome, "program %d %v, %s, %s: %v", i, cfg.Points, r, e, program)
			}
			require.Len(t, got, len(want))
			if r == ReduceClasses {
				classes += e.Schedules
			}
		}
	}
	t.Logf("%d programs, %d orders in %d classes", compared, orders, classes)
	require.Greater(t, compared, 100)
}
