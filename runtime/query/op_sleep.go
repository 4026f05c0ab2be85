package query

import (
	"strconv"
	"time"
)

// AllWorkers, as the worker of a sleep, means that each worker sleeps.
const AllWorkers = -1

// SleepOp passes its operand on unchanged, and its operator blocks the thread of the worker once, when rows first
// reach it there or it is known that none will (mz_sleep in MaterializeInc/materialize's
// test/testdrive/cluster-controller.td).
type SleepOp struct {
	// For is how long the thread is blocked; zero if Forever.
	For     time.Duration
	Forever bool
	// Worker is the timely index of the only worker that sleeps, or AllWorkers.
	Worker int
}

// Sleep returns the query that is q and blocks as op says.
func Sleep(q *Query, op SleepOp) *Query { return &Query{Op: op, Of: []*Query{q}} }

// Blocks reports whether the worker with that timely index is blocked.
func (o SleepOp) Blocks(worker int) bool { return o.Worker == AllWorkers || o.Worker == worker }

func (SleepOp) word() string { return "sleep" }

func (o SleepOp) parameters() []string {
	texts := []string{o.For.String()}
	if o.Forever {
		texts[0] = "forever"
	}
	if o.Worker != AllWorkers {
		texts = append(texts, "worker="+strconv.Itoa(o.Worker))
	}
	return texts
}

func (o SleepOp) eval(_ func(ID) map[Row]int64, of []map[Row]int64) map[Row]int64 { return of[0] }

func parseSleep(p *parser) *Query {
	q := p.query()
	p.expect(',')
	op := SleepOp{Worker: AllWorkers}
	op.For, op.Forever = p.durationOrForever()
	if p.at(',') {
		p.expect(',')
		p.keyword("worker=")
		op.Worker = int(p.integer("a worker's index", func(n int64) bool { return n >= 0 }))
	}
	return Sleep(q, op)
}
