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

// longestBlock returns for how long in sum the plan's queries block one worker of a replica at most, blocks for ever aside.
func longestBlock(p *plan.Plan) (longest time.Duration) {
	all := sleeps(p)
	for worker := range p.Cluster.Peers() {
		var sum time.Duration
		for _, op := range all {
			if op.Worker == query.AllWorkers || op.Worker == worker {
				sum += op.For
			}
		}
		longest = max(longest, sum)
	}
	return longest
}

// totalBlock returns for how long in sum the plan's queries block workers, blocks for ever aside. Each may hold up the others
// of its replica, so that the blocks of several come one after the other.
func totalBlock(p *plan.Plan) (total time.Duration) {
	for _, op := range sleeps(p) {
		total += op.For
	}
	return total
}

// replyTurns is at the end of how many turns of its loop a worker may wait for a reply before a report that is due is in
// the trace: the turn in which it has become due, and the one in which it is made, as its statistics enter the lane in the
// next step.
const replyTurns = 2

// replyTime returns for how long a worker waits for replies at most while it makes a report or handles a command.
func replyTime(p *plan.Plan) (longest time.Duration) {
	for _, line := range p.Lines {
		if f, ok := line.Statement.(plan.Fault); ok {
			if reply, ok := f.Fault.(faults.BlockingReply); ok {
				longest = max(longest, replyTurns*reply.Delay)
			}
		}
	}
	return longest
}
