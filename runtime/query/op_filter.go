package query

import "strconv"

// FilterOp keeps the rows whose key leaves the remainder Rem when divided by Mod. Mod is positive and Rem in
// [0, Mod); negative keys count as in mathematics.
type FilterOp struct {
	Mod, Rem int64
}

// Filter returns the query that keeps those rows of q whose key leaves rem modulo mod.
func Filter(q *Query, mod, rem int64) *Query {
	return &Query{Op: FilterOp{Mod: mod, Rem: rem}, Of: []*Query{q}}
}

// Keeps reports whether the row stays.
func (o FilterOp) Keeps(row Row) bool { return modulo(row.Key, o.Mod) == o.Rem }

func (FilterOp) word() string { return "filter" }

func (o FilterOp) parameters() []string {
	return []string{strconv.FormatInt(o.Mod, 10), strconv.FormatInt(o.Rem, 10)}
}

func (o FilterOp) eval(_ func(ID) map[Row]int64, of []map[Row]int64) map[Row]int64 {
	rows := map[Row]int64{}
	//simvet:allow maporder multiplicities add up in any order
	for row, diff := range of[0] {
		if o.Keeps(row) {
			add(rows, row, diff)
		}
	}
	return rows
}

func parseFilter(p *parser) *Query {
	q := p.query()
	p.expect(',')
	mod := p.integer("a modulus above 0", func(n int64) bool { return n > 0 })
	p.expect(',')
	rem := p.integer("a remainder from 0 and below the modulus", func(n int64) bool { return n >= 0 && n < mod })
	return Filter(q, mod, rem)
}

// modulo returns the remainder in [0, m).
func modulo(n, m int64) int64 {
	if n %= m; n < 0 {
		return n + m
	}
	return n
}
