package query

// ConstantOp is a collection that is there at all times: each of Rows once, a repeated one as often as it stands
// there. The rows are dealt out among the workers before a dataflow is rendered.
type ConstantOp struct {
	Rows []Row
}

// Constant returns the query whose result are the given rows.
func Constant(rows ...Row) *Query { return &Query{Op: ConstantOp{Rows: rows}} }

func (ConstantOp) word() string { return "constant" }

func (o ConstantOp) parameters() []string {
	texts := make([]string, len(o.Rows))
	for i, row := range o.Rows {
		texts[i] = row.String()
	}
	return texts
}

func (o ConstantOp) eval(func(ID) map[Row]int64, []map[Row]int64) map[Row]int64 {
	rows := make(map[Row]int64, len(o.Rows))
	for _, row := range o.Rows {
		add(rows, row, 1)
	}
	return rows
}

func parseConstant(p *parser) *Query {
	var rows []Row
	for !p.at(')') {
		if len(rows) > 0 {
			p.expect(',')
		}
		rows = append(rows, p.row())
	}
	return Constant(rows...)
}
