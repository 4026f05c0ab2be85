package query

import "maps"

// InputOp reads a collection: a source import or an index import of the dataflow.
type InputOp struct {
	ID ID
}

// Input returns the query that reads id.
func Input(id ID) *Query { return &Query{Op: InputOp{ID: id}} }

func (InputOp) word() string { return "" }

func (o InputOp) parameters() []string { return []string{o.ID.Name} }

func (o InputOp) eval(get func(ID) map[Row]int64, _ []map[Row]int64) map[Row]int64 {
	rows := get(o.ID)
	if rows == nil {
		return map[Row]int64{}
	}
	for _, diff := range rows {
		if diff == 0 {
			return withoutZeros(rows)
		}
	}
	return rows
}

func withoutZeros(rows map[Row]int64) map[Row]int64 {
	kept := maps.Clone(rows)
	maps.DeleteFunc(kept, func(_ Row, diff int64) bool { return diff == 0 })
	return kept
}
