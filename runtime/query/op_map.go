package query

import "strconv"

// MapOp replaces each row's key by its remainder modulo Mod, which is positive: rows move to other workers and
// groups fall together.
type MapOp struct {
	Mod int64
}

// Map returns the query that reduces the keys of q modulo mod.
func Map(q *Query, mod int64) *Query { return &Query{Op: MapOp{Mod: mod}, Of: []*Query{q}} }

// Apply returns what becomes of the row.
func (o MapOp) Apply(row Row) Row { return Row{Key: modulo(row.Key, o.Mod), Value: row.Value} }

func (MapOp) word() string { return "map" }

func (o MapOp) parameters() []string { return []string{strconv.FormatInt(o.Mod, 10)} }

func (o MapOp) eval(_ func(ID) map[Row]int64, of []map[Row]int64) map[Row]int64 {
	rows := map[Row]int64{}
	//simvet:allow maporder multiplicities add up in any order
	for row, diff := range of[0] {
		add(rows, o.Apply(row), diff)
	}
	return rows
}

func parseMap(p *parser) *Query {
	q := p.query()
	p.expect(',')
	return Map(q, p.integer("a modulus above 0", func(n int64) bool { return n > 0 }))
}
