package bugs

import "onelane.test/sim"

func wakeupBugs() []Bug {
	return []Bug{
		{"lost-wake-up", Wakeup, 2, "textbook: a condition that is looked at without the lock",
			"A task finds nothing and goes to wait; what it waits for comes between, and signals nobody.", lostWakeup},
		{"lost-unpark", Wakeup, 2, "Materialize and timely: a token that is drained before parking",
			"A worker clears its token after looking at its queue and parks; the push came between.", lostUnpark},
		{"one-signal-for-two", Wakeup, 2, "textbook: notify instead of notifyAll",
			"Producers and consumers wait for one condition, and a signal wakes one of the wrong kind.", oneSignal},
		{"if-instead-of-while", Wakeup, 2, "textbook: a condition that is not looked at again",
			"A woken consumer takes what another one has taken before it.", ifInsteadOfWhile},
		{"barrier-reuse", Wakeup, 2, "Downey, The Little Book of Semaphores: a barrier without a second phase",
			"A fast task passes a barrier twice, and a slow one is left behind.", barrierReuse},
	}
}

func lostWakeup(p *program) {
	lock, ready := p.mutex("lock"), p.cell("ready", 0)
	cond := sim.NewCond(lock, "ready")
	p.task("waiter", func(t *sim.Task) {
		if p.fixed {
			lock.Lock(t)
			for ready.load(t) == 0 {
				cond.Wait(t)
			}
			lock.Unlock(t)
			return
		}
		if ready.load(t) == 0 {
			lock.Lock(t)
			cond.Wait(t)
			lock.Unlock(t)
		}
	})
	p.task("giver", func(t *sim.Task) {
		lock.Lock(t)
		ready.store(t, 1)
		cond.Signal(t)
		lock.Unlock(t)
	})
}

func lostUnpark(p *program) {
	queue := sim.NewQueue[int](p.w, "work")
	worker := p.node.Go("worker", func(t *sim.Task) {
		for handled := 0; handled < 2; {
			if _, ok := queue.TryPop(t); ok {
				handled++
				continue
			}
			if !p.fixed {
				t.Park(0) // clears the token of what it has handled, as it thinks
			}
			t.Park(-1)
		}
	})
	p.tasks(2, "giver", func(t *sim.Task, i int) {
		queue.Push(t, i)
		worker.Unpark(t)
	})
}

func oneSignal(p *program) {
	lock, items := p.mutex("lock"), 0
	changed := sim.NewCond(lock, "changed")
	signal := func(t *sim.Task) {
		if p.fixed {
			changed.Broadcast(t)
		} else {
			changed.Signal(t)
		}
	}
	p.tasks(2, "consumer", func(t *sim.Task, _ int) {
		lock.Lock(t)
		for items == 0 {
			changed.Wait(t)
		}
		items--
		signal(t)
		lock.Unlock(t)
	})
	p.tasks(2, "producer", func(t *sim.Task, _ int) {
		lock.Lock(t)
		for items == 1 {
			changed.Wait(t)
		}
		items++
		signal(t)
		lock.Unlock(t)
	})
}

func ifInsteadOfWhile(p *program) {
	lock, items := p.mutex("lock"), 0
	filled := sim.NewCond(lock, "filled")
	p.tasks(2, "consumer", func(t *sim.Task, _ int) {
		lock.Lock(t)
		for items == 0 {
			filled.Wait(t)
			if !p.fixed {
				break
			}
		}
		p.require(items > 0, "nothing there to take")
		items--
		lock.Unlock(t)
	})
	p.task("producer", func(t *sim.Task) {
		for range 2 {
			lock.Lock(t)
			items++
			filled.Signal(t)
			lock.Unlock(t)
		}
	})
}

// barrierReuse has a barrier whose last task opens it for all who count, and closes it again when all have left. The one
// without a bug has a barrier of its own for each round.
func barrierReuse(p *program) {
	const tasks, rounds = 2, 2
	count, open := p.cells(rounds, "count", 0), p.cells(rounds, "open", 0)
	lock := p.mutex("lock")
	moved := sim.NewCond(lock, "moved")
	p.tasks(tasks, "runner", func(t *sim.Task, _ int) {
		for round := range rounds {
			if !p.fixed {
				round = 0
			}
			lock.Lock(t)
			if count[round].add(t, 1) == tasks {
				open[round].store(t, 1)
				moved.Broadcast(t)
			}
			for open[round].load(t) == 0 {
				moved.Wait(t)
			}
			if count[round].add(t, -1) == 0 && !p.fixed {
				open[round].store(t, 0)
			}
			lock.Unlock(t)
		}
	})
}
