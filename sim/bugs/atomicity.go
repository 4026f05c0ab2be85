package bugs

import "onelane.test/sim"

func atomicityBugs() []Bug {
	return []Bug{
		{"lost-update", Atomicity, 2, "textbook: x = x + 1", "Two tasks read a counter and write it back, one over the other.",
			lostUpdate(2, 1)},
		{"lost-update-long", Atomicity, 2, "the same among much else",
			"Two tasks do twenty other steps each, and one increment.", lostUpdateLong},
		{"torn-read", Atomicity, 2, "textbook: a value of two words", "A reader sees one half of the old value and one of the new.",
			tornRead},
		{"seqlock", Atomicity, 2, "Lameter, 2005: a sequence that is looked at once",
			"A reader checks that no writer was there before it read, and not that none was there after.", seqlock},
		{"bank-account", Atomicity, 2, "SCTBench, CS.account",
			"A withdrawal looks at the balance, and takes from it in a second critical section.", bankAccount},
		{"bank-transfer", Atomicity, 2, "SCTBench, chess and CS.account",
			"An audit sums up two accounts while a transfer is between them.", bankTransfer},
		{"string-buffer", Atomicity, 2, "Flanagan, Freund, POPL 2004: java.lang.StringBuffer.append",
			"The length of another buffer is asked for, which is cut before so many characters are copied.", stringBuffer},
		{"bluetooth", Atomicity, 2, "Qadeer, Wu, PLDI 2004: the driver of KISS",
			"A driver checks that it is not being stopped and then announces its use; the stop comes between.", bluetooth},
		{"wrong-lock", Atomicity, 2, "SCTBench, CS.wronglock_1", "One of two tasks guards a counter with another lock.",
			wrongLock(1)},
		{"wrong-lock-3", Atomicity, 2, "SCTBench, CS.wronglock_3", "The same beside three that use the right one.", wrongLock(3)},
		{"two-stage", Atomicity, 2, "SCTBench, CS.twostage", "Two variables that belong together are written in two critical sections.",
			twoStage(1)},
		{"two-stage-10", Atomicity, 2, "SCTBench, CS.twostage_100", "The same with ten that write.", twoStage(10)},
		{"token-ring", Order, 1, "SCTBench, CS.token_ring",
			"Four tasks each derive a number from their neighbour's, in any order, and expect them to be in a row.", tokenRing},
		{"fibonacci", Atomicity, 8, "SCTBench, CS.fib_bench",
			"Two tasks add the other's variable to their own; only strict alternation reaches the greatest number.", fibonacci},
	}
}

func lostUpdate(tasks, rounds int) func(*program) {
	return func(p *program) {
		lock, x := p.mutex("lock"), p.cell("x", 0)
		p.tasks(tasks, "adder", func(t *sim.Task, _ int) {
			for range rounds {
				p.guarded(t, lock, func() { x.store(t, x.load(t)+1) })
			}
		})
		p.finally(func() bool { return x.value == tasks*rounds }, "an increment is lost")
	}
}

func lostUpdateLong(p *program) {
	lock, x, own := p.mutex("lock"), p.cell("x", 0), p.cells(2, "own", 0)
	p.tasks(2, "adder", func(t *sim.Task, i int) {
		for range 10 {
			own[i].add(t, 1)
		}
		p.guarded(t, lock, func() { x.store(t, x.load(t)+1) })
		for range 10 {
			own[i].add(t, 1)
		}
	})
	p.finally(func() bool { return x.value == 2 }, "an increment is lost")
}

func tornRead(p *program) {
	lock, low, high := p.mutex("lock"), p.cell("low", 0), p.cell("high", 0)
	p.task("writer", func(t *sim.Task) {
		for v := 1; v <= 2; v++ {
			p.guarded(t, lock, func() {
				low.store(t, v)
				high.store(t, v)
			})
		}
	})
	p.task("reader", func(t *sim.Task) {
		p.guarded(t, lock, func() {
			l, h := low.load(t), high.load(t)
			p.require(l == h, "a value of %d and %d", h, l)
		})
	})
}

func seqlock(p *program) {
	sequence, low, high := p.cell("sequence", 0), p.cell("low", 0), p.cell("high", 0)
	p.task("writer", func(t *sim.Task) {
		sequence.add(t, 1)
		low.store(t, 1)
		high.store(t, 1)
		sequence.add(t, 1)
	})
	p.task("reader", func(t *sim.Task) {
		before := sequence.load(t)
		if before%2 == 1 {
			return // busy
		}
		l, h := low.load(t), high.load(t)
		if p.fixed && sequence.load(t) != before {
			return
		}
		p.require(l == h, "a value of %d and %d", h, l)
	})
}

func bankAccount(p *program) {
	lock, balance := p.mutex("lock"), p.cell("balance", 100)
	p.tasks(2, "withdraw", func(t *sim.Task, _ int) {
		lock.Lock(t)
		enough := balance.load(t) >= 60
		if !p.fixed {
			lock.Unlock(t)
			lock.Lock(t)
		}
		if enough {
			balance.store(t, balance.load(t)-60)
		}
		lock.Unlock(t)
	})
	p.task("deposit", func(t *sim.Task) {
		lock.Lock(t)
		balance.store(t, balance.load(t)+10)
		lock.Unlock(t)
	})
	p.finally(func() bool { return balance.value >= 0 }, "the account is overdrawn")
}

func bankTransfer(p *program) {
	bank, locks := p.mutex("bank"), [2]*sim.Mutex{p.mutex("lock0"), p.mutex("lock1")}
	accounts := p.cells(2, "account", 50)
	add := func(t *sim.Task, i, d int) {
		locks[i].Lock(t)
		accounts[i].store(t, accounts[i].load(t)+d)
		locks[i].Unlock(t)
	}
	p.task("transfer", func(t *sim.Task) {
		p.guarded(t, bank, func() {
			add(t, 0, -20)
			add(t, 1, 20)
		})
	})
	p.task("audit", func(t *sim.Task) {
		p.guarded(t, bank, func() {
			sum := 0
			for i := range accounts {
				locks[i].Lock(t)
				sum += accounts[i].load(t)
				locks[i].Unlock(t)
			}
			p.require(sum == 100, "the accounts hold %d together", sum)
		})
	})
}

func stringBuffer(p *program) {
	lock, length := p.mutex("buffer"), p.cell("length", 10)
	p.task("append", func(t *sim.Task) {
		lock.Lock(t)
		n := length.load(t)
		if !p.fixed {
			lock.Unlock(t)
			lock.Lock(t)
		}
		p.require(length.load(t) >= n, "copy beyond the end of the buffer")
		lock.Unlock(t)
	})
	p.task("cut", func(t *sim.Task) {
		lock.Lock(t)
		length.store(t, 0)
		lock.Unlock(t)
	})
}

func bluetooth(p *program) {
	pending, stopping, stopped := p.cell("pending", 1), p.cell("stopping", 0), p.cell("stopped", 0)
	event := sim.NewSemaphore(p.w, "event", 0)
	leave := func(t *sim.Task) {
		if pending.add(t, -1) == 0 {
			event.Release(t)
		}
	}
	p.task("use", func(t *sim.Task) {
		if p.fixed {
			pending.add(t, 1) // announced before it looks
			if stopping.load(t) == 1 {
				leave(t)
				return
			}
		} else {
			if stopping.load(t) == 1 {
				return
			}
			pending.add(t, 1)
		}
		p.require(stopped.load(t) == 0, "the driver is used after its stop")
		leave(t)
	})
	p.task("stop", func(t *sim.Task) {
		stopping.store(t, 1)
		leave(t)
		event.Acquire(t)
		stopped.store(t, 1)
	})
}

func wrongLock(right int) func(*program) {
	return func(p *program) {
		lock, other, x := p.mutex("lock"), p.mutex("other"), p.cell("x", 0)
		p.tasks(right, "right", func(t *sim.Task, _ int) {
			lock.Lock(t)
			before := x.load(t)
			x.store(t, before+1)
			p.require(x.load(t) == before+1, "somebody else wrote under the lock")
			lock.Unlock(t)
		})
		p.task("wrong", func(t *sim.Task) {
			m := other
			if p.fixed {
				m = lock
			}
			m.Lock(t)
			x.store(t, -1)
			m.Unlock(t)
		})
	}
}

func twoStage(writers int) func(*program) {
	return func(p *program) {
		whole, a, b := p.mutex("whole"), p.mutex("a"), p.mutex("b")
		first, second := p.cell("first", 0), p.cell("second", 0)
		p.tasks(writers, "writer", func(t *sim.Task, _ int) {
			p.guarded(t, whole, func() {
				a.Lock(t)
				first.store(t, 1)
				a.Unlock(t)
				b.Lock(t)
				second.store(t, first.load(t)+1)
				b.Unlock(t)
			})
		})
		p.task("reader", func(t *sim.Task) {
			p.guarded(t, whole, func() {
				a.Lock(t)
				x := first.load(t)
				a.Unlock(t)
				if x == 0 {
					return
				}
				b.Lock(t)
				y := second.load(t)
				b.Unlock(t)
				p.require(y == x+1, "first is %d and second is %d", x, y)
			})
		})
	}
}

func tokenRing(p *program) {
	lock, ring, done := p.mutex("lock"), p.cells(4, "x", 0), p.cells(4, "done", 0)
	p.tasks(3, "station", func(t *sim.Task, i int) {
		for p.fixed && i > 0 && done[i].load(t) == 0 {
			t.Yield()
		}
		lock.Lock(t)
		ring[i+1].store(t, ring[i].load(t)+1)
		lock.Unlock(t)
		done[i+1].store(t, 1)
	})
	p.finally(func() bool { return ring[3].value == 3 }, "the token did not go round in order")
}

// fibonacci reaches the greatest numbers only if the two take turns all the time; the program without the bug is content
// with that.
func fibonacci(p *program) {
	a, b := p.cell("a", 1), p.cell("b", 1)
	p.task("i", func(t *sim.Task) {
		for range 4 {
			a.store(t, a.load(t)+b.load(t))
		}
	})
	p.task("j", func(t *sim.Task) {
		for range 4 {
			b.store(t, b.load(t)+a.load(t))
		}
	})
	p.finally(func() bool { return p.fixed || a.value < 55 && b.value < 55 }, "the greatest number is reached")
}
