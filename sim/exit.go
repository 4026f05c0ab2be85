package sim

import (
	"fmt"
	"runtime/debug"
)

// ExitKind says how a process ended.
type ExitKind int

const (
	// ExitDone is an end that the process meant to come to.
	ExitDone ExitKind = iota
	// ExitKilled is an end from outside: a fault.
	ExitKilled
	// ExitPanic is a panic that the model knows the real process to have.
	ExitPanic
	// ExitHalt is a process that stops on purpose because it cannot go on.
	ExitHalt
	// ExitOOM is a process that used more memory than it may.
	ExitOOM
)

var exitNames = [...]string{
	ExitDone: "done", ExitKilled: "killed", ExitPanic: "panic", ExitHalt: "halt", ExitOOM: "oom",
}

// String returns the kind as one word.
func (k ExitKind) String() string { return exitNames[k] }

// Exit is the end of a process.
type Exit struct {
	Kind ExitKind
	// Reason is what the process or the fault said.
	Reason string
	// Task and Stack say who ended it, and where. Empty for a kill.
	Task, Stack string
	// At is when.
	At Time
}

// pendingExit is an end that waits until the driver is back in control.
type pendingExit struct {
	node        *Node
	incarnation int
	exit        Exit
}

// Kill ends the process from outside, with [ExitKilled]. While a task runs it is put off until that task has reached
// its next point: tasks can only be unwound when none of them runs. Otherwise it happens now. Killing a dead node does
// nothing.
func (n *Node) Kill(reason string) { n.Exit(ExitKilled, reason) }

// Exit ends the process as Kill does, for a callback on the driver that finds that the process cannot go on.
func (n *Node) Exit(kind ExitKind, reason string) {
	n.w.refuseDead()
	n.queueExit(Exit{Kind: kind, Reason: reason})
	if n.w.current == nil && !n.w.closed {
		n.w.endAll()
	}
}

func (n *Node) queueExit(e Exit) {
	n.w.touchAll()
	if n.alive {
		e.At = n.w.now
		n.w.exits = append(n.w.exits, pendingExit{n, n.incarnation, e})
	}
}

// Exit ends the process of the task and never returns. The reason is formatted as by [fmt.Sprintf].
func (t *Task) Exit(kind ExitKind, format string, args ...any) {
	t.check()
	t.node.queueExit(Exit{
		Kind: kind, Reason: fmt.Sprintf(format, args...), Task: t.name, Stack: string(debug.Stack()), //simvet:allow pointer an exit prints no stack in the trace
	})
	t.killed = true
	t.raise()
}

func (w *World) endAll() {
	for len(w.exits) > 0 && w.stop == nil {
		w.endNext()
	}
}

// endNext carries out the oldest pending end. The first end of an incarnation counts, later ones find it gone.
func (w *World) endNext() {
	p := w.exits[0]
	w.exits = append(w.exits[:0], w.exits[1:]...)
	n := p.node
	if !n.alive || n.incarnation != p.incarnation {
		return
	}
	n.alive = false
	w.stats.Kills++
	n.unwindTasks()
	n.timers.dropAll()
	n.cores = cores{limit: n.opts.Cores}
	n.dropConnections()
	if n.paused {
		n.endPause()
	}
	w.Emit(NodeExited{Node: n.name, Incarnation: n.incarnation, Exit: p.exit})
	if n.opts.OnExit != nil {
		w.call(n, "exit", func() { n.opts.OnExit(n, p.exit) })
	}
}
