package sim

import (
	"fmt"
	"strings"
)

// StopKind says why a world does not go on.
type StopKind int

const (
	// StopDone means that no task is left and nothing is due.
	StopDone StopKind = iota
	// StopViolation is the verdict of an oracle, or a failed requirement inside a task.
	StopViolation
	// StopDeadlock means that every task waits for something that cannot come.
	StopDeadlock
	// StopLivelock means that too many steps were made at one instant.
	StopLivelock
	// StopLimit means that the world reached its number of steps or its time.
	StopLimit
	// StopCrash is a panic that nobody modelled, or a kill that the simulated code swallowed.
	StopCrash
	// StopDivergence means that a replay left the run that it replays.
	StopDivergence
)

var stopNames = [...]string{
	StopDone: "done", StopViolation: "violation", StopDeadlock: "deadlock", StopLivelock: "livelock",
	StopLimit: "limit", StopCrash: "crash", StopDivergence: "divergence",
}

// String returns the kind as one word.
func (k StopKind) String() string { return stopNames[k] }

// Stop is why a world does not go on.
type Stop struct {
	Kind StopKind
	// Reason is for people.
	Reason string
	// Signature is the same for runs that stopped for the same reason: numbers and addresses are taken out.
	Signature string
	// Step and At say when.
	Step uint64
	At   Time
	// Node, Task and Stack say where, if a task or a node's callback was running.
	Node, Task, Stack string
	// Waiters are the tasks that wait, in a deadlock.
	Waiters []Waiter
}

// Waiter is a task of a deadlock.
type Waiter struct {
	// Task is the full name of the task.
	Task string
	// For says what the task waits for, such as "recv from queue lane".
	For string
	// Stack is where it waits.
	Stack string
}

// String says kind, time, place and reason in one line.
func (s *Stop) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s at step %d, %s", s.Kind, s.Step, s.At)
	if s.Node != "" {
		b.WriteString(", in " + s.Node)
		if s.Task != "" {
			b.WriteString("." + s.Task)
		}
	}
	if s.Reason != "" {
		b.WriteString(": " + s.Reason)
	}
	return b.String()
}

// Violate is the verdict of an oracle: the world stops with [StopViolation] after the current step. The first verdict
// counts.
func (w *World) Violate(oracle, message string) {
	w.refuseDead()
	w.halt(&Stop{
		Kind: StopViolation, Reason: oracle + ": " + message, Signature: Signature(oracle, message),
	})
}

// Diverge stops the world with [StopDivergence]: whoever replays a run has seen it leave the recorded one.
func (w *World) Diverge(message string) {
	w.halt(&Stop{Kind: StopDivergence, Reason: message, Signature: "divergence"})
}

// halt stops the world for good, unless it has stopped already.
func (w *World) halt(s *Stop) {
	if w.stop != nil || w.closed {
		return
	}
	s.Step, s.At = w.steps, w.now
	if w.current != nil && s.Node == "" {
		s.Node, s.Task = w.current.node.name, w.current.name
	}
	if s.Signature == "" {
		s.Signature = s.Kind.String() + ": " + normalise(s.Reason)
	}
	w.stop = s
}

// overrun stops a world that makes steps without end.
func (w *World) overrun() {
	if w.spin < w.cfg.SpinSteps {
		w.halt(&Stop{Kind: StopLimit, Reason: fmt.Sprintf("reached the limit of %d steps", w.steps)})
		return
	}
	var names []string
	for _, a := range w.enabled.list() {
		names = append(names, a.Name)
	}
	w.halt(&Stop{
		Kind:   StopLivelock,
		Reason: fmt.Sprintf("%d steps while the clock stood at %s; enabled: %s", w.spin, w.now, strings.Join(names, ", ")),
	})
}

// exhausted says why a world in which nothing can run does not go on. Without a task it is done, and the driver may
// give it more to do. Otherwise it is stuck, and its tasks are unwound to learn where they wait.
func (w *World) exhausted() *Stop {
	if w.stop != nil {
		return w.stop
	}
	var stuck []*Task
	for _, n := range w.nodes {
		stuck = append(stuck, n.tasks...)
	}
	if len(stuck) == 0 {
		return &Stop{Kind: StopDone, Step: w.steps, At: w.now, Signature: "done"}
	}
	stop := &Stop{Kind: StopDeadlock}
	waits := make([]string, len(stuck))
	for i, t := range stuck {
		stop.Waiters = append(stop.Waiters, Waiter{Task: t.actor.Name, For: t.WaitingFor()})
		waits[i] = t.actor.Name + " waits for " + t.WaitingFor()
	}
	stop.Reason = strings.Join(waits, "; ")
	w.halt(stop)
	for i, t := range stuck {
		w.unwind(t)
		stop.Waiters[i].Stack = t.stack
	}
	return stop
}
