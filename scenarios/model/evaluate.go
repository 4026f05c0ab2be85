package model

import (
	"fmt"
	"slices"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/query"
)

// evaluate returns the history of a query's result from a first time on, given those of its inputs. At each time it
// adds up to what [query.Query.Eval] makes of the inputs' rows at that time, but it looks at every update once, rather
// than at every row at every time.
func evaluate(q *query.Query, first frontier.Time, input func(query.ID) history) history {
	of := make([]history, len(q.Of))
	for i, operand := range q.Of {
		of[i] = evaluate(operand, first, input)
	}
	switch op := q.Op.(type) {
	case query.InputOp:
		return complete(input(op.ID), first, frontier.Empty())
	case query.ConstantOp:
		return constant(op.Rows, first)
	case query.FilterOp:
		return slices.DeleteFunc(of[0], func(u query.Update) bool { return !op.Keeps(u.Row) })
	case query.MapOp:
		for i := range of[0] {
			of[0][i].Row = op.Apply(of[0][i].Row)
		}
		return query.Consolidate(of[0])
	case query.UnionOp:
		return query.Consolidate(slices.Concat(of...))
	case query.SleepOp:
		return of[0]
	case query.CountOp:
		return count(of[0])
	}
	panic(fmt.Sprintf("model: no evaluation of %s", q))
}

func constant(rows []query.Row, at frontier.Time) history {
	var h history
	for _, row := range rows {
		h = append(h, query.Update{Row: row, Time: at, Diff: 1})
	}
	return query.Consolidate(h)
}

// count returns the history of the counts by key of a consolidated history. At each time, what a key's count was goes
// and what it is comes; a key whose count is zero has no row.
func count(of history) history {
	var h history
	counts := map[int64]int64{}
	for len(of) > 0 {
		at, key := of[0].Time, of[0].Row.Key
		before := counts[key]
		now := before
		for len(of) > 0 && of[0].Time == at && of[0].Row.Key == key {
			now += of[0].Diff
			of = of[1:]
		}
		counts[key] = now
		if now == before {
			continue
		}
		if before != 0 {
			h = append(h, query.Update{Row: query.Row{Key: key, Value: before}, Time: at, Diff: -1})
		}
		if now != 0 {
			h = append(h, query.Update{Row: query.Row{Key: key, Value: now}, Time: at, Diff: 1})
		}
	}
	return query.Consolidate(h)
}
