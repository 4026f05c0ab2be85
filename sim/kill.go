package sim

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
)

// killSignal is the panic that unwinds a task. There is no state in it: whether the panic belongs to a kill is asked of
// the task, so that code which wraps or replaces the value changes nothing.
type killSignal struct{}

func (killSignal) String() string { return "sim: the process of this task has ended" }

// maxRaises is how often a primitive panics for one kill before the task is given up. A recover loop would otherwise
// spin for ever; deferred functions that call a primitive each stay far below it.
const maxRaises = 1000

// raise panics, in the task, because it has been killed.
func (t *Task) raise() {
	t.raises++
	if t.raises == 1 {
		if t.w.stop != nil {
			t.stack = string(debug.Stack()) //simvet:allow pointer a stop is no part of the trace
		}
		panic(killSignal{})
	}
	if t.raises == 2 || t.raises > maxRaises {
		t.judgeRaise()
	}
	panic(killSignal{})
}

// judgeRaise tells a deferred function that calls a primitive, which is harmless, from code that recovered from the
// kill and went on.
func (t *Task) judgeRaise() {
	if !panicking() {
		t.w.swallow(t)
	}
	if t.raises > maxRaises {
		t.abandoned = true
		t.w.swallow(t)
		for { // never picked again; the coroutine is lost
			t.coro.yield(struct{}{})
		}
	}
}

// panicking says whether a panic is on its way up the calling stack.
func panicking() bool {
	pcs := make([]uintptr, 256)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs)])
	for {
		f, more := frames.Next()
		if f.Function == "runtime.gopanic" {
			return true
		}
		if !more {
			return false
		}
	}
}

// swallow notes that the simulated code recovered from a kill, and stops the world: what it did since is no behaviour
// of a process that has died.
func (w *World) swallow(t *Task) {
	w.stats.Swallowed++
	w.halt(&Stop{
		Kind: StopCrash, Node: t.node.name, Task: t.name, Stack: string(debug.Stack()), //simvet:allow pointer a stop is no part of the trace
		Reason:    "task " + t.actor.Name + " swallowed the panic that ends it",
		Signature: "sim: kill swallowed",
	})
}

// crash stops the world for a panic that nobody modelled. It must be called while the panic is on the stack.
func (w *World) crash(n *Node, task string, p any) {
	s := &Stop{Kind: StopCrash, Task: task, Stack: trimStack(string(debug.Stack()))} //simvet:allow pointer a stop is no part of the trace
	if n != nil {
		s.Node = n.name
	}
	s.Reason = "panic: " + fmt.Sprint(p)
	s.Signature = "panic: " + normalise(fmt.Sprint(p))
	w.halt(s)
}

// trimStack drops the frames of recovering, above the panic itself.
func trimStack(stack string) string {
	head, _, _ := strings.Cut(stack, "\n")
	if _, rest, ok := strings.Cut(stack, "\npanic("); ok {
		return head + "\npanic(" + rest
	}
	return stack
}

// unwind runs the task's deferred functions to its end. It is called by the driver while no task runs.
func (w *World) unwind(t *Task) {
	if t.state == stateEnded {
		return
	}
	if t.state == stateNewborn {
		t.state = stateEnded
		t.node.removeTask(t)
		return
	}
	w.timers.cancel(&t.timer)
	w.disable(t.actor)
	t.killed = true
	busy, before := w.busy, w.dying
	w.busy, w.dying = true, t
	for !t.abandoned && t.state != stateEnded {
		t.resume()
	}
	w.busy, w.dying = busy, before
	if t.abandoned {
		t.state = stateEnded
		t.node.removeTask(t)
	}
}

// unwindAll unwinds every task of the world, in the order of nodes and tasks.
func (w *World) unwindAll() {
	for _, n := range w.nodes {
		n.unwindTasks()
	}
}

// refuseDead panics again if a task is being unwound: its deferred functions reached something without naming a task.
func (w *World) refuseDead() {
	if w.dying != nil {
		w.dying.raise()
	}
}
