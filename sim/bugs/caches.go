package bugs

import "onelane.test/sim"

func cacheBugs() []Bug {
	return []Bug{
		{"two-instances", Atomicity, 2, "textbook: lazy initialisation without a lock",
			"Two tasks find that something has not been made, and both make it.", twoInstances},
		{"double-close", Atomicity, 2, "GoBench, kernels of grpc and istio: close of a closed channel",
			"Two tasks find something open, and both close it.", doubleClose},
		{"reference-count", Atomicity, 2, "Chromium and Linux: a count that is decremented and then read",
			"Two tasks give up a reference and then look whether it was the last; both find that it was.", referenceCount},
		{"stale-cache", Atomicity, 2, "Nishtala et al., NSDI 2013: memcache leases",
			"A reader stores into the cache what it read before a writer changed it and cleared the cache.", staleCache},
		{"serial-numbers", Atomicity, 2, "GoBench, kernels of kubernetes: a counter that is copied",
			"Two of three tasks are given one serial number.", serialNumbers},
		{"broken-peterson", Order, 3, "Peterson, 1981, with the two stores exchanged",
			"A lock of two flags and a turn lets both in, since each sets the turn before its flag.", brokenPeterson},
	}
}

func twoInstances(p *program) {
	lock, instance, made := p.mutex("lock"), p.cell("instance", 0), p.cell("made", 0)
	p.tasks(2, "user", func(t *sim.Task, _ int) {
		p.guarded(t, lock, func() {
			if instance.load(t) == 0 {
				instance.store(t, made.add(t, 1))
			}
		})
	})
	p.finally(func() bool { return made.value == 1 }, "two instances were made")
}

func doubleClose(p *program) {
	lock, closed, closes := p.mutex("lock"), p.cell("closed", 0), p.cell("closes", 0)
	p.tasks(3, "closer", func(t *sim.Task, _ int) {
		p.guarded(t, lock, func() {
			if closed.load(t) == 0 {
				closed.store(t, 1)
				p.require(closes.add(t, 1) == 1, "closed twice")
			}
		})
	})
}

func referenceCount(p *program) {
	count, freed := p.cell("count", 2), p.cell("freed", 0)
	p.tasks(2, "owner", func(t *sim.Task, _ int) {
		left := count.add(t, -1)
		if !p.fixed {
			left = count.load(t)
		}
		if left == 0 {
			p.require(freed.add(t, 1) == 1, "freed twice")
		}
	})
}

func staleCache(p *program) {
	const nothing = -1
	database, cache, lease := p.cell("database", 1), p.cell("cache", nothing), p.cell("lease", 0)
	lock := p.mutex("cache lock")
	p.task("reader", func(t *sim.Task) {
		token := lease.load(t)
		if cache.load(t) != nothing {
			return
		}
		v := database.load(t)
		lock.Lock(t)
		if !p.fixed || lease.load(t) == token {
			cache.store(t, v)
		}
		lock.Unlock(t)
	})
	p.task("writer", func(t *sim.Task) {
		database.store(t, 2)
		lock.Lock(t)
		lease.add(t, 1) // what readers have seen is void
		cache.store(t, nothing)
		lock.Unlock(t)
	})
	p.finally(func() bool { return cache.value == nothing || cache.value == database.value }, "the cache holds an old value")
}

func serialNumbers(p *program) {
	next, given := p.cell("next", 0), p.cells(4, "given", 0)
	p.tasks(3, "customer", func(t *sim.Task, _ int) {
		var number int
		if p.fixed {
			number = next.add(t, 1)
		} else {
			number = next.load(t) + 1
			next.store(t, number)
		}
		p.require(given[number].add(t, 1) == 1, "number %d given twice", number)
	})
}

func brokenPeterson(p *program) {
	flags, turn, inside := p.cells(2, "flag", 0), p.cell("turn", 0), p.cell("inside", 0)
	p.tasks(2, "user", func(t *sim.Task, i int) {
		if p.fixed {
			flags[i].store(t, 1)
			turn.store(t, 1-i)
		} else {
			turn.store(t, 1-i)
			flags[i].store(t, 1)
		}
		for flags[1-i].load(t) == 1 && turn.load(t) == 1-i {
			t.Yield()
		}
		p.require(inside.add(t, 1) == 1, "both are inside")
		inside.add(t, -1)
		flags[i].store(t, 0)
	})
}
