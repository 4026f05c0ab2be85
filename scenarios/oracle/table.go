package oracle

import (
	"fmt"
	"strings"
)

// cellWidth is how much of an entry the table shows.
const cellWidth = 44

// cut shortens an entry to what fits into a column.
func cut(entry string) string {
	if len(entry) <= cellWidth {
		return entry
	}
	return entry[:cellWidth-1] + "~"
}

// tableRows is how many positions before and after the first difference a divergence table shows.
const tableRows = 4

// divergence prints position × worker, the first difference marked, so that one sees at a glance who went astray.
func divergence(what string, columns [][]string, at int) string {
	from, to := max(0, at-tableRows), at+tableRows+1
	width := columnWidths(columns, from, to)
	var b strings.Builder
	fmt.Fprintf(&b, "%-10s", what)
	for w := range columns {
		fmt.Fprintf(&b, "  %-*s", width[w], fmt.Sprintf("worker %d", w))
	}
	for pos := from; pos < to; pos++ {
		row, any := tableRow(columns, pos, width)
		if !any {
			break
		}
		mark := ' '
		if pos == at {
			mark = '>'
		}
		fmt.Fprintf(&b, "\n%c %-8d%s", mark, pos, row)
	}
	return b.String()
}

func columnWidths(columns [][]string, from, to int) []int {
	width := make([]int, len(columns))
	for w, column := range columns {
		width[w] = len("worker 00")
		for pos := from; pos < min(to, len(column)); pos++ {
			width[w] = max(width[w], len(cut(column[pos])))
		}
	}
	return width
}

func tableRow(columns [][]string, pos int, width []int) (row string, any bool) {
	var b strings.Builder
	for w, column := range columns {
		cell := "·"
		if pos < len(column) {
			cell, any = cut(column[pos]), true
		}
		fmt.Fprintf(&b, "  %-*s", width[w], cell)
	}
	return strings.TrimRight(b.String(), " "), any
}
