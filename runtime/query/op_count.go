package query

// CountOp groups by key and counts: for each key whose rows' multiplicities do not add up to zero, one row of that
// key whose value is the sum.
type CountOp struct{}

// Count returns the query that counts the rows of q by key.
func Count(q *Query) *Query { return &Query{Op: CountOp{}, Of: []*Query{q}} }

func (CountOp) word() string { return "count" }

func (CountOp) parameters() []string { return nil }

func (CountOp) eval(_ func(ID) map[Row]int64, of []map[Row]int64) map[Row]int64 {
	counts := map[int64]int64{}
	for row, diff := range of[0] {
		counts[row.Key] += diff
	}
	rows := map[Row]int64{}
	for key, count := range counts {
		if count != 0 {
			rows[Row{Key: key, Value: count}] = 1
		}
	}
	return rows
}

func parseCount(p *parser) *Query { return Count(p.query()) }
