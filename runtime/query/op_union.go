package query

// UnionOp adds up the multiplicities of its operands (UNION ALL). It has at least one operand.
type UnionOp struct{}

// Union returns the query that puts the given queries together.
func Union(of ...*Query) *Query { return &Query{Op: UnionOp{}, Of: of} }

func (UnionOp) word() string { return "union" }

func (UnionOp) parameters() []string { return nil }

func (UnionOp) eval(_ func(ID) map[Row]int64, of []map[Row]int64) map[Row]int64 {
	rows := map[Row]int64{}
	for _, operand := range of {
		//simvet:allow maporder multiplicities add up in any order
		for row, diff := range operand {
			add(rows, row, diff)
		}
	}
	return rows
}

func parseUnion(p *parser) *Query {
	of := []*Query{p.query()}
	for p.at(',') {
		p.expect(',')
		of = append(of, p.query())
	}
	return Union(of...)
}
