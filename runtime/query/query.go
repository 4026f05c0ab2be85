package query

import (
	"slices"
	"strings"
)

// Query is a tree: an operator over the results of its operands. Queries are not changed after they were made, so
// descriptions may share them.
type Query struct {
	Op Op
	// Of are the operands, as many as the operator takes.
	Of []*Query
}

// Op is one operator; its dynamic type says which: InputOp, ConstantOp, FilterOp, MapOp, CountOp, UnionOp, SleepOp.
type Op interface {
	// word is the operator's name in the text; "" for an input, which prints as its name alone.
	word() string
	// parameters are printed behind the operands.
	parameters() []string
	// eval computes the result from the operands' results, which it must not change and may return.
	eval(get func(ID) map[Row]int64, of []map[Row]int64) map[Row]int64
}

// String prints the query as Parse reads it: "count(filter(s1,2,1))".
func (q *Query) String() string {
	var b strings.Builder
	q.print(&b)
	return b.String()
}

func (q *Query) print(b *strings.Builder) {
	word := q.Op.word()
	if word == "" {
		b.WriteString(q.Op.parameters()[0])
		return
	}
	b.WriteString(word)
	b.WriteByte('(')
	for i, operand := range q.Of {
		if i > 0 {
			b.WriteByte(',')
		}
		operand.print(b)
	}
	for i, parameter := range q.Op.parameters() {
		if i > 0 || len(q.Of) > 0 {
			b.WriteByte(',')
		}
		b.WriteString(parameter)
	}
	b.WriteByte(')')
}

// Inputs returns the collections that the query reads, each once, ordered by creation.
func (q *Query) Inputs() []ID {
	ids := q.appendInputs(nil)
	slices.SortFunc(ids, ID.Compare)
	return slices.Compact(ids)
}

func (q *Query) appendInputs(ids []ID) []ID {
	if input, ok := q.Op.(InputOp); ok {
		ids = append(ids, input.ID)
	}
	for _, operand := range q.Of {
		ids = operand.appendInputs(ids)
	}
	return ids
}

// Eval is the meaning of the query at one time: given the rows of each input with their multiplicities, it returns
// the rows of the result with theirs, none of which is zero. The maps that get returns are not changed; the result is
// one of them if the query passes an input on.
func (q *Query) Eval(get func(ID) map[Row]int64) map[Row]int64 {
	of := make([]map[Row]int64, len(q.Of))
	for i, operand := range q.Of {
		of[i] = operand.Eval(get)
	}
	return q.Op.eval(get, of)
}

// add changes a row's multiplicity and keeps rows that are not there out of the map.
func add(rows map[Row]int64, row Row, diff int64) {
	if rows[row] += diff; rows[row] == 0 {
		delete(rows, row)
	}
}
