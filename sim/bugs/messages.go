package bugs

import "onelane.test/sim"

func messageBugs() []Bug {
	return []Bug{
		{"stale-answer", Order, 1, "MaterializeInc/materialize: responses are tagged with the connection's nonce",
			"An answer that was asked for on a connection of before reaches the next one and is taken for its own.", staleAnswer},
		{"late-cancel", Order, 1, "GoBench, kernels of etcd: a watcher removed before its event",
			"A cancellation overtakes what it cancels, and finds nothing; what comes after it stays for ever.", lateCancel},
		{"two-queues", Order, 2, "Lamport, CACM 1978: messages of two channels have no order",
			"Two workers take commands from two queues and rely on both queues being merged alike.", twoQueues},
	}
}

func staleAnswer(p *program) {
	requests, answers := sim.NewQueue[int](p.w, "requests"), sim.NewQueue[int](p.w, "answers")
	p.task("client", func(t *sim.Task) {
		requests.Push(t, 1) // connection 1 breaks right after
		answers.TryPop(t)
		requests.Push(t, 2)
		answer, _ := answers.Recv(t)
		for p.fixed && answer != 2 {
			answer, _ = answers.Recv(t)
		}
		p.require(answer == 2, "answer of connection %d taken for that of 2", answer)
	})
	p.task("server", func(t *sim.Task) {
		for range 2 {
			nonce, _ := requests.Recv(t)
			answers.Push(t, nonce)
		}
	})
}

func lateCancel(p *program) {
	lock, watching, cancelled := p.mutex("lock"), p.cell("watching", 0), p.cell("cancelled", 0)
	p.task("watch", func(t *sim.Task) {
		lock.Lock(t)
		if !p.fixed || cancelled.load(t) == 0 {
			watching.store(t, 1)
		}
		lock.Unlock(t)
	})
	p.task("cancel", func(t *sim.Task) {
		lock.Lock(t)
		cancelled.store(t, 1)
		watching.store(t, 0)
		lock.Unlock(t)
	})
	p.finally(func() bool { return watching.value == 0 }, "a cancelled watcher is still there")
}

// twoQueues has two producers and two workers. What both producers send has to come to both workers in one order, which
// one queue into which everything goes first would give.
func twoQueues(p *program) {
	var seen [2]string
	lock := p.mutex("order")
	lanes := [2]*sim.Queue[string]{sim.NewQueue[string](p.w, "lane0"), sim.NewQueue[string](p.w, "lane1")}
	for _, command := range []string{"a", "b"} {
		p.task("producer "+command, func(t *sim.Task) {
			p.guarded(t, lock, func() {
				for _, lane := range lanes {
					lane.Push(t, command)
				}
			})
		})
	}
	p.tasks(2, "worker", func(t *sim.Task, i int) {
		for range 2 {
			command, _ := lanes[i].Recv(t)
			seen[i] += command
		}
	})
	p.finally(func() bool { return seen[0] == seen[1] }, "the workers saw two orders")
}
