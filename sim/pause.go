package sim

import (
	"cmp"
	"slices"
)

// Pause makes the process stand still, as a stopped process, a long collection of garbage or a stalled virtual machine
// does: its tasks make no step, its timers do not run, nothing is delivered to it, work that was begun stops halfway.
// Time goes on for everybody, and what falls due meanwhile waits. What the process has sent before still arrives. A task
// of its that runs now reaches its next point first. The pause ends with Resume or with the process. Pausing a dead or
// paused node does nothing.
func (n *Node) Pause() {
	n.w.refuseDead()
	if !n.alive || n.paused {
		return
	}
	n.paused = true
	n.w.Emit(NodePaused{Node: n.name})
	for _, t := range n.tasks {
		t.freeze()
	}
	n.w.pause(n.timers.actor)
	n.w.pauseDeliveries(n)
}

// Resume ends a pause of the node. What has waited can be chosen now, in the order in which it would have been before;
// tasks that were paused one by one stay so.
func (n *Node) Resume() {
	n.w.refuseDead()
	if !n.paused {
		return
	}
	n.w.Emit(NodeResumed{Node: n.name})
	n.endPause()
}

// Paused says whether the node is paused.
func (n *Node) Paused() bool { return n.paused }

func (n *Node) endPause() {
	n.paused = false
	actors := append(n.w.deliveriesTo(n), n.timers.actor)
	for _, t := range n.tasks {
		if !t.stopped {
			actors = append(actors, t.actor)
		}
	}
	slices.SortStableFunc(actors, func(a, b *Actor) int { return cmp.Compare(a.Ready, b.Ready) })
	for _, a := range actors {
		if a.task != nil {
			a.task.thaw()
		} else {
			n.w.resume(a)
		}
	}
}

// deliveriesTo returns the actors that deliver to the node.
func (w *World) deliveriesTo(n *Node) []*Actor {
	var actors []*Actor
	for _, l := range w.links {
		if l.a == n {
			actors = append(actors, l.ways[1].actor)
		} else if l.b == n {
			actors = append(actors, l.ways[0].actor)
		}
	}
	return actors
}

func (w *World) pauseDeliveries(n *Node) {
	for _, a := range w.deliveriesTo(n) {
		w.pause(a)
	}
}

// Pause makes the task stand still, as its thread would if the system gave it no processor: it makes no step, and work
// that it has begun stops halfway, on the core that it occupies. Its node goes on, and so does time. If it runs now, it
// reaches its next point first. Anybody may call it; pausing a task that is paused or has ended does nothing.
func (t *Task) Pause() {
	t.w.refuseDead()
	if t.stopped || t.state == stateEnded {
		return
	}
	t.stopped = true
	t.w.Emit(TaskPaused{Node: t.node.name, Task: t.name})
	t.freeze()
}

// Resume ends a pause of the task. On a node that is paused it stands still until that is resumed, too. Anybody may call
// it.
func (t *Task) Resume() {
	t.w.refuseDead()
	if !t.stopped || t.state == stateEnded {
		return
	}
	t.stopped = false
	t.w.Emit(TaskResumed{Node: t.node.name, Task: t.name})
	if !t.node.paused {
		t.thaw()
	}
}

// Paused says whether the task stands still, by a pause of its own or of its node. Anybody may ask.
func (t *Task) Paused() bool { return t.actor.paused }

// freeze keeps the task from being chosen and stops its work.
func (t *Task) freeze() {
	t.w.pause(t.actor)
	if t.wait.kind == waitWork && t.timer.pending() {
		t.labour = max(t.wait.until-t.w.now, 0)
		t.wait.until = Never
		t.w.timers.cancel(&t.timer)
	}
}

// thaw lets the task go on where it was frozen.
func (t *Task) thaw() {
	w := t.w
	w.resume(t.actor)
	switch {
	case t.state == stateNewborn && t.unborn:
		t.unborn = false
		w.newborn = append(w.newborn, t)
	case t.state == stateBlocked && t.wait.kind == waitWork:
		t.toil()
	}
}

// NodePaused tells that a process stands still from now on.
type NodePaused struct{ Node string }

// Append adds the text.
func (e NodePaused) Append(b []byte) []byte {
	return append(append(b, "node.paused node="...), e.Node...)
}

// NodeResumed tells that a process goes on.
type NodeResumed struct{ Node string }

// Append adds the text.
func (e NodeResumed) Append(b []byte) []byte {
	return append(append(b, "node.resumed node="...), e.Node...)
}

// TaskPaused tells that a task stands still from now on.
type TaskPaused struct{ Node, Task string }

// Append adds the text.
func (e TaskPaused) Append(b []byte) []byte {
	return appendTask(append(b, "task.paused task="...), e.Node, e.Task)
}

// TaskResumed tells that a task goes on.
type TaskResumed struct{ Node, Task string }

// Append adds the text.
func (e TaskResumed) Append(b []byte) []byte {
	return appendTask(append(b, "task.resumed task="...), e.Node, e.Task)
}

func appendTask(b []byte, node, task string) []byte {
	b = append(append(b, node...), '.')
	return append(b, task...)
}
