package scenarios

import (
	"time"

	"onelane.test/faults"
	"onelane.test/runtime/query"
	"onelane.test/scenarios/plan"
)

// sleeps returns the blocking operators of a plan's queries.
func sleeps(p *plan.Plan) []query.SleepOp {
	var all []query.SleepOp
	for _, line := range p.Lines {
		if view, ok := line.Statement.(plan.CreateMaterializedView); ok {
			all = append(all, sleepsOf(view.Query)...)
		}
	}
	return all
}

// sleepsOf returns the blocking operators of a query.
func sleepsOf(text string) []query.SleepOp {
	q, err := query.Parse(text, func(name string) (query.ID, bool) { return query.ID{Name: name}, true })
	if err != nil {
		return nil
	}
	return appendSleeps(nil, q)
}

func appendSleeps(all []query.SleepOp, q *query.Query) []query.SleepOp {
	if op, ok := q.Op.(query.SleepOp); ok {
		all = append(all, op)
	}
	for _, operand := range q.Of {
		all = appendSleeps(all, operand)
	}
	return all
}

// blockedFor returns, for each worker of a replica, for how long in sum the plan's queries block it. A restart renders
// them again, so that each incarnation is blocked anew.
func blockedFor(p *plan.Plan) func(worker int) (longest time.Duration, forever bool) {
	all := sleeps(p)
	return func(worker int) (longest time.Duration, forever bool) {
		for _, op := range all {
			if op.Worker == query.AllWorkers || op.Worker == worker {
				longest += op.For
				forever = forever || op.Forever
			}
		}
		return longest, forever
	}
}

// longestBlock returns for how long in sum the plan blocks one worker at most, blocks for ever aside.
func longestBlock(p *plan.Plan) (longest time.Duration) {
	blocked := blockedFor(p)
	for worker := range p.Cluster.Peers() {
		sum, _ := blocked(worker)
		longest = max(longest, sum)
	}
	return longest
}

// busyFor returns, for each worker of a replica, for how long in sum the plan blocks it or floods it with commands, and
// how long it waits for replies between a duty and its trace.
func busyFor(p *plan.Plan) func(worker int) (longest time.Duration, forever bool) {
	var floods, reply time.Duration
	for _, line := range p.Lines {
		f, ok := line.Statement.(plan.Fault)
		if !ok {
			continue
		}
		switch f := f.Fault.(type) {
		case faults.Flood:
			floods += f.For
		case faults.BlockingReply:
			reply = max(reply, f.Delay)
		}
	}
	blocked := blockedFor(p)
	return func(worker int) (time.Duration, bool) {
		longest, forever := blocked(worker)
		return longest + floods + replyTurns*reply, forever
	}
}

// replyTurns is at the end of how many turns of its loop a worker may wait for a reply before a report that is due is in
// the trace: the turn in which it has become due, and the one in which it is made, as its statistics enter the lane in the
// next step.
const replyTurns = 2
