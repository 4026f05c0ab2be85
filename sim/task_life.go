package sim

// main is what the coroutine runs for the task: its function, and whatever ends it.
func (t *Task) main() {
	defer t.finish()
	t.fn(t)
	if t.raises > 0 {
		t.w.swallow(t) // it was killed, and still came here
	}
	t.returned = true
}

// finish runs in the coroutine, when the task's function is over or panics. The stack of a panic is taken here: nothing
// of it is left once control is back with the driver.
func (t *Task) finish() {
	p := recover() //simvet:allow recovering this is where a kill ends
	t.state = stateEnded
	switch {
	case p == nil && !t.returned:
		t.goexit()
	case p != nil && !t.killed:
		t.w.crash(t.node, t.name, p)
	}
}

// goexit puts the world in order when the task called [runtime.Goexit], as a failed requirement of a real testing.T
// does. [iter.Pull] carries it on to the driver's goroutine, which never comes back to the world except to close it.
func (t *Task) goexit() {
	w := t.w
	w.halt(&Stop{Kind: StopCrash, Reason: "runtime.Goexit inside a task", Signature: "sim: goexit"})
	w.current, w.busy, w.dying = nil, false, nil
	t.node.removeTask(t)
}

// begin gives the task a coroutine and runs it to its first point.
func (t *Task) begin() {
	t.coro = t.w.pool.get()
	t.coro.task = t
	t.resume()
}

// resume runs the task until its next point or its end, outside of a step. It is called by the driver.
func (t *Task) resume() {
	w := t.w
	t.state = stateRunning
	w.current = t
	t.coro.next()
	w.current = nil
	if t.state == stateEnded {
		t.end()
	}
}

// end forgets a task whose function is over.
func (t *Task) end() {
	w := t.w
	w.touch(Write(t.park)) // its name is free
	w.pool.put(t.coro)
	t.coro = nil
	t.fn = nil
	t.node.removeTask(t)
	if !t.killed {
		w.call(t.node, t.name, t.tellEnd)
	}
}

// tellEnd emits the end of a task as its own.
func (t *Task) tellEnd() {
	t.w.current = t
	defer func() { t.w.current = nil }()
	t.w.Emit(TaskEnded{Node: t.node.name, Task: t.name})
}

func (t *Task) makeRunnable() {
	t.state = stateRunnable
	t.w.enable(t.actor)
}
