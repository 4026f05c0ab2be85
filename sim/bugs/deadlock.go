package bugs

import (
	"fmt"

	"onelane.test/sim"
)

func deadlockBugs() []Bug {
	return []Bug{
		{"lock-order", Deadlock, 2, "textbook: two locks in two orders", "Two tasks take two locks, each the other one first.",
			lockOrder},
		{"philosophers-3", Deadlock, 2, "Dijkstra, 1965", "Three philosophers have one fork each and wait for the second.",
			philosophers(3)},
		{"philosophers-5", Deadlock, 2, "Dijkstra, 1965", "Five of them.", philosophers(5)},
		{"gate-and-account", Deadlock, 2, "SCTBench, CS.deadlock01",
			"Two tasks take two locks in two orders, behind much work under a third lock.", gateAndAccount},
		{"reader-twice", Deadlock, 2, "GoBench: read locks taken twice (RWR), as in cockroach and kubernetes",
			"A task takes a read lock that it has, while a writer waits for the first.", readerTwice},
		{"lock-and-queue", Deadlock, 1, "GoBench: mixed deadlocks of channel and lock, as in etcd and moby",
			"A task waits for an answer under a lock that the one who answers needs.", lockAndQueue},
		{"nested-monitor", Deadlock, 1, "Lister, 1977: nested monitor calls",
			"A task waits for a condition under a second lock, which the one who signals needs.", nestedMonitor},
		{"permits", Deadlock, 3, "textbook: resources taken one by one", "Three tasks need two of three permits each, and take them one by one.",
			permits},
		{"forgotten-unlock", Deadlock, 2, "SCTBench, CS.phase01; GoBench, kernels of grpc",
			"A path that only an order of two steps leads to forgets to unlock.", forgottenUnlock},
	}
}

func lockOrder(p *program) {
	locks := [2]*sim.Mutex{p.mutex("x"), p.mutex("y")}
	p.tasks(2, "user", func(t *sim.Task, i int) {
		if p.fixed {
			i = 0
		}
		locks[i].Lock(t)
		locks[1-i].Lock(t)
		locks[1-i].Unlock(t)
		locks[i].Unlock(t)
	})
}

func philosophers(n int) func(*program) {
	return func(p *program) {
		forks := make([]*sim.Mutex, n)
		for i := range forks {
			forks[i] = p.mutex(fmt.Sprint("fork", i))
		}
		p.tasks(n, "philosopher", func(t *sim.Task, i int) {
			first, second := i, (i+1)%n
			if p.fixed && second < first {
				first, second = second, first
			}
			forks[first].Lock(t)
			forks[second].Lock(t)
			forks[second].Unlock(t)
			forks[first].Unlock(t)
		})
	}
}

func gateAndAccount(p *program) {
	gate, locks, work := p.mutex("gate"), [2]*sim.Mutex{p.mutex("x"), p.mutex("y")}, p.cell("work", 0)
	p.tasks(2, "user", func(t *sim.Task, i int) {
		for range 4 {
			gate.Lock(t)
			work.store(t, work.load(t)+1)
			gate.Unlock(t)
		}
		p.guarded(t, gate, func() {
			locks[i].Lock(t)
			locks[1-i].Lock(t)
			locks[1-i].Unlock(t)
			locks[i].Unlock(t)
		})
	})
}

func readerTwice(p *program) {
	m := sim.NewRWMutex(p.w, "m")
	p.task("reader", func(t *sim.Task) {
		m.RLock(t)
		if !p.fixed {
			m.RLock(t)
			m.RUnlock(t)
		}
		m.RUnlock(t)
	})
	p.task("writer", func(t *sim.Task) {
		m.Lock(t)
		m.Unlock(t)
	})
}

func lockAndQueue(p *program) {
	lock, answers := p.mutex("lock"), sim.NewQueue[int](p.w, "answers")
	p.task("asks", func(t *sim.Task) {
		lock.Lock(t)
		if p.fixed {
			lock.Unlock(t)
		}
		answers.Recv(t)
		if !p.fixed {
			lock.Unlock(t)
		}
	})
	p.task("answers", func(t *sim.Task) {
		lock.Lock(t)
		lock.Unlock(t)
		answers.Push(t, 1)
	})
}

func nestedMonitor(p *program) {
	outer, inner := p.mutex("outer"), p.mutex("inner")
	filled, items := sim.NewCond(inner, "filled"), 0
	p.task("take", func(t *sim.Task) {
		if !p.fixed {
			outer.Lock(t)
		}
		inner.Lock(t)
		for items == 0 {
			filled.Wait(t)
		}
		items--
		inner.Unlock(t)
		if !p.fixed {
			outer.Unlock(t)
		}
	})
	p.task("give", func(t *sim.Task) {
		outer.Lock(t)
		inner.Lock(t)
		items++
		filled.Signal(t)
		inner.Unlock(t)
		outer.Unlock(t)
	})
}

func permits(p *program) {
	permits, lock := sim.NewSemaphore(p.w, "permits", 3), p.mutex("lock")
	p.tasks(3, "user", func(t *sim.Task, _ int) {
		p.guarded(t, lock, func() {
			permits.Acquire(t)
			permits.Acquire(t)
		})
		permits.Release(t)
		permits.Release(t)
	})
}

func forgottenUnlock(p *program) {
	lock, phase := p.mutex("lock"), p.cell("phase", 0)
	p.task("check", func(t *sim.Task) {
		before := phase.load(t)
		lock.Lock(t)
		if !p.fixed && phase.load(t) != before {
			return // with the lock
		}
		lock.Unlock(t)
	})
	p.task("advance", func(t *sim.Task) {
		phase.store(t, 1)
		lock.Lock(t)
		lock.Unlock(t)
	})
}
