package sim

import "time"

// cores are the processors of a node. Steps take no time and need none; only [Task.Work] occupies one.
type cores struct {
	limit   int // 0: as many as are wanted
	busy    []bool
	waiting []*Task
}

// take finds a free core for the task and returns it, or -1. A pinned task uses its own core only; others use the
// lowest that is free.
func (c *cores) take(pin int) int {
	first, last := 0, c.limit-1
	switch {
	case pin >= 0:
		first, last = pin, pin
	case c.limit == 0:
		return len(c.busy) // beyond all that anybody is pinned to: nobody waits for it
	}
	for len(c.busy) <= last {
		c.busy = append(c.busy, false)
	}
	for i := first; i <= last; i++ {
		if !c.busy[i] {
			c.busy[i] = true
			return i
		}
	}
	return -1
}

// Work occupies a core of the node for d, rounded up to the grain, after waiting for one to be free: tasks get theirs
// in the order in which they asked. Without a positive d, and in a world of [GrainInstant], it is a scheduling point
// and takes no time.
func (t *Task) Work(d time.Duration) {
	t.check()
	if d <= 0 || t.w.cfg.Grain == GrainInstant {
		t.Point()
		return
	}
	t.labour = Time(d)
	t.w.touch(Write(t.node.coresObject))
	if t.core = t.node.cores.take(t.pin); t.core < 0 {
		t.node.cores.waiting = append(t.node.cores.waiting, t)
		t.block(waitCore, nil, Never)
		return
	}
	until := t.w.now.Add(d)
	if t.actor.paused {
		until = Never
	}
	t.block(waitWork, nil, until)
}

// toil begins what is left of the work of a task that has a core.
func (t *Task) toil() {
	t.wait.kind, t.wait.until = waitWork, Never
	if !t.actor.paused {
		t.wait.until = t.w.now + t.labour
		t.w.timers.set(&t.timer, t.w.cfg.Grain.roundUp(t.wait.until))
	}
}

// releaseCore frees the core of a task whose work is done and hands it to the first task that waits for it, whose work
// begins at once.
func (t *Task) releaseCore() {
	c := &t.node.cores
	if t.core < len(c.busy) {
		c.busy[t.core] = false
	}
	t.core = -1
	for i := 0; i < len(c.waiting); {
		next := c.waiting[i]
		if next.core = c.take(next.pin); next.core < 0 {
			i++
			continue
		}
		c.waiting = append(c.waiting[:i], c.waiting[i+1:]...)
		next.toil()
	}
}
