package bugs

import "onelane.test/sim"

func lockFreeBugs() []Bug {
	return []Bug{
		{"aba-stack", Atomicity, 2, "Treiber, 1986, and every text on ABA",
			"A pop takes the top for unchanged, although it was popped and pushed again in between.", abaStack},
		{"work-stealing", Atomicity, 2, "SCTBench, CHESS: work-stealing queue; Frigo, Leiserson, Randall, PLDI 1998",
			"The owner takes the last item without the lock that thieves hold.", workStealing},
		{"split-counter", Atomicity, 2, "SCTBench, CS.stack; GoBench, non-blocking kernels",
			"An index is advanced atomically and the slot that it stands for is filled later; a reader finds it empty.", splitCounter},
		{"spin-lock", Atomicity, 3, "textbook: test and then set", "A lock is looked at and taken in two steps.", spinLock},
	}
}

// abaStack holds cells 1, 2 and 3; 0 is the end. The stack without the bug counts its changes in the top itself.
func abaStack(p *program) {
	const version = 10
	top, next, owned := p.cell("top", 1), p.cells(4, "next", 0), p.cells(4, "owned", 0)
	next[1].value, next[2].value = 2, 3
	swing := func(t *sim.Task, old, cell int) bool {
		if p.fixed {
			cell += old/version*version + version
		}
		return top.cas(t, old, cell)
	}
	pop := func(t *sim.Task) int {
		for {
			old := top.load(t)
			cell := old % version
			if cell == 0 {
				return 0
			}
			after := next[cell].load(t)
			if swing(t, old, after) {
				p.require(owned[cell].add(t, 1) == 1, "cell %d popped twice", cell)
				return cell
			}
		}
	}
	push := func(t *sim.Task, cell int) {
		owned[cell].add(t, -1)
		for {
			old := top.load(t)
			next[cell].store(t, old%version)
			if swing(t, old, cell) {
				return
			}
		}
	}
	p.task("slow", func(t *sim.Task) {
		pop(t)
		pop(t)
	})
	p.task("quick", func(t *sim.Task) {
		a := pop(t)
		pop(t)
		if a != 0 {
			push(t, a)
		}
	})
}

// workStealing is a queue of three items. The owner takes from the tail and thieves from the head, under a lock; the
// owner needs it only if both meet, and then has to look again under it.
func workStealing(p *program) {
	const items = 3
	lock, head, tail := p.mutex("lock"), p.cell("head", 0), p.cell("tail", items)
	taken := p.cells(items, "taken", 0)
	take := func(t *sim.Task, i int) { p.require(taken[i].add(t, 1) == 1, "item %d taken twice", i) }
	p.task("owner", func(t *sim.Task) {
		for range items {
			last := tail.load(t) - 1
			if p.fixed {
				tail.store(t, last)
				if head.load(t) < last {
					take(t, last)
					continue
				}
				tail.store(t, last+1)
				lock.Lock(t)
				tail.store(t, last)
				if head.load(t) > last {
					tail.store(t, last+1)
					lock.Unlock(t)
					return
				}
				lock.Unlock(t)
			} else {
				if head.load(t) > last {
					return
				}
				tail.store(t, last)
			}
			take(t, last)
		}
	})
	p.task("thief", func(t *sim.Task) {
		for range 2 {
			lock.Lock(t)
			first := head.load(t)
			head.store(t, first+1)
			if first < tail.load(t) {
				lock.Unlock(t)
				take(t, first)
				continue
			}
			head.store(t, first)
			lock.Unlock(t)
			return
		}
	})
}

func splitCounter(p *program) {
	lock, index, slots := p.mutex("lock"), p.cell("index", 0), p.cells(4, "slot", 0)
	p.tasks(2, "writer", func(t *sim.Task, i int) {
		p.guarded(t, lock, func() {
			at := index.add(t, 1) - 1
			slots[at].store(t, i+1)
		})
	})
	p.task("reader", func(t *sim.Task) {
		p.guarded(t, lock, func() {
			for i := range index.load(t) {
				p.require(slots[i].load(t) != 0, "slot %d is empty", i)
			}
		})
	})
}

func spinLock(p *program) {
	held, inside := p.cell("held", 0), p.cell("inside", 0)
	p.tasks(3, "user", func(t *sim.Task, _ int) {
		for {
			if p.fixed {
				if held.cas(t, 0, 1) {
					break
				}
			} else if held.load(t) == 0 {
				held.store(t, 1)
				break
			}
			t.Yield()
		}
		p.require(inside.add(t, 1) == 1, "two are inside")
		inside.add(t, -1)
		held.store(t, 0)
	})
}
