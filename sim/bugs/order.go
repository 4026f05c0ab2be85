package bugs

import "onelane.test/sim"

func orderBugs() []Bug {
	return []Bug{
		{"use-before-init", Order, 1, "Lu et al., ASPLOS 2008: Mozilla's thread handle",
			"A worker uses a handle that its creator stores after the creation.", useBeforeInit},
		{"use-after-free", Order, 1, "Yu, Narayanasamy, ISCA 2009: pbzip2's queue",
			"The main task frees what a worker still uses, without waiting for it.", useAfterFree},
		{"log-after-close", Order, 1, "GoBench, kernels of grpc and serving: send on a closed channel",
			"A log is closed before the last one to write has written.", logAfterClose},
		{"early-wait", Order, 1, "GoBench, kernels of moby and cockroach: Add within the goroutine",
			"Tasks join the group that counts them only once they run, so that waiting ends too early.", earlyWait},
		{"double-checked-init", Order, 2, "Schmidt, Harrison, PLoP 1996",
			"The flag of a lazy initialisation is set before the value, and is first looked at without the lock.", doubleChecked},
		{"read-copy-free", Order, 2, "McKenney, Slingwine, 1998: a missing grace period",
			"A writer replaces a value and frees the old one while a reader still holds it.", readCopyFree},
		{"lazy-sum", Order, 1, "SCTBench, CS.lazy01",
			"Two tasks add under a lock, and a third one takes it for granted that it comes before one of them.", lazySum},
		{"reorder-3", Order, 2, "SCTBench, CS.reorder_3",
			"One task checks that two variables were written together, while two others write first one, then the other.",
			reorder(2)},
		{"reorder-10", Order, 2, "SCTBench, CS.reorder_10", "The same with nine that write.", reorder(9)},
	}
}

func useBeforeInit(p *program) {
	handle, ready := p.cell("handle", 0), sim.NewOneShot[int](p.w, "ready")
	p.task("creator", func(t *sim.Task) {
		p.task("worker", func(t *sim.Task) {
			if p.fixed {
				ready.Get(t)
			}
			p.require(handle.load(t) == 7, "handle used before it was stored")
		})
		handle.store(t, 7)
		ready.Set(t, 1)
	})
}

func useAfterFree(p *program) {
	queue, done := p.cell("queue", 1), p.group(1)
	p.task("worker", func(t *sim.Task) {
		for range 3 {
			p.require(queue.load(t) == 1, "queue used after it was freed")
		}
		done.Done(t)
	})
	p.task("main", func(t *sim.Task) {
		if p.fixed {
			done.Wait(t)
		}
		queue.store(t, 0)
	})
}

func logAfterClose(p *program) {
	writers := 1 // that the closer knows of
	if p.fixed {
		writers = 3
	}
	closed, written := p.cell("closed", 0), p.group(writers)
	p.tasks(3, "writer", func(t *sim.Task, i int) {
		p.require(closed.load(t) == 0, "write to a closed log")
		if i < writers {
			written.Done(t)
		}
	})
	p.task("closer", func(t *sim.Task) {
		written.Wait(t)
		closed.store(t, 1)
	})
}

func earlyWait(p *program) {
	all, sum := sim.NewWaitGroup(p.w, "all"), p.cell("sum", 0)
	p.task("main", func(t *sim.Task) {
		if p.fixed {
			all.Add(t, 2)
		}
		p.tasks(2, "worker", func(t *sim.Task, _ int) {
			if !p.fixed {
				all.Add(t, 1)
			}
			sum.add(t, 1)
			all.Done(t)
		})
		all.Wait(t)
		p.require(sum.load(t) == 2, "waiting ended before the work")
	})
}

func doubleChecked(p *program) {
	lock, flag, value := p.mutex("lock"), p.cell("flag", 0), p.cell("value", 0)
	p.tasks(2, "user", func(t *sim.Task, _ int) {
		if flag.load(t) == 0 {
			lock.Lock(t)
			if flag.load(t) == 0 {
				if p.fixed {
					value.store(t, 7)
					flag.store(t, 1)
				} else {
					flag.store(t, 1)
					value.store(t, 7)
				}
			}
			lock.Unlock(t)
		}
		p.require(value.load(t) == 7, "value used before it was initialised")
	})
}

func readCopyFree(p *program) {
	current, freed, readers := p.cell("current", 0), p.cells(2, "freed", 0), sim.NewRWMutex(p.w, "readers")
	p.task("reader", func(t *sim.Task) {
		for range 2 {
			if p.fixed {
				readers.RLock(t)
			}
			at := current.load(t)
			p.require(freed[at].load(t) == 0, "value %d read after it was freed", at)
			if p.fixed {
				readers.RUnlock(t)
			}
		}
	})
	p.task("writer", func(t *sim.Task) {
		current.store(t, 1)
		if p.fixed {
			readers.Lock(t) // the grace period: all readers have left
			readers.Unlock(t)
		}
		freed[0].store(t, 1)
	})
}

func lazySum(p *program) {
	lock, sum, first := p.mutex("lock"), p.cell("sum", 0), p.group(1)
	locked := func(t *sim.Task, fn func()) {
		lock.Lock(t)
		fn()
		lock.Unlock(t)
	}
	p.task("one", func(t *sim.Task) { locked(t, func() { sum.store(t, sum.load(t)+1) }) })
	p.task("check", func(t *sim.Task) {
		locked(t, func() { p.require(sum.load(t) < 3, "sum is complete already") })
		first.Done(t)
	})
	p.task("two", func(t *sim.Task) {
		if p.fixed {
			first.Wait(t)
		}
		locked(t, func() { sum.store(t, sum.load(t)+2) })
	})
}

func reorder(setters int) func(*program) {
	return func(p *program) {
		lock, a, b := p.mutex("lock"), p.cell("a", 0), p.cell("b", 0)
		p.tasks(setters, "setter", func(t *sim.Task, _ int) {
			p.guarded(t, lock, func() {
				a.store(t, 1)
				b.store(t, -1)
			})
		})
		p.task("checker", func(t *sim.Task) {
			p.guarded(t, lock, func() {
				x, y := a.load(t), b.load(t)
				p.require(x == -y, "a is %d and b is %d", x, y)
			})
		})
	}
}
