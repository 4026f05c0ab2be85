package main

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// table is text in columns. Columns whose names begin with ">" stand at the right.
type table struct {
	head []string
	rows [][]string
}

// add appends a row.
func (t *table) add(cells ...string) { t.rows = append(t.rows, cells) }

// print writes the table, each column as wide as its widest cell.
func (t table) print(w io.Writer) {
	rows := t.rows
	if len(t.head) > 0 {
		head := make([]string, len(t.head))
		for i, name := range t.head {
			head[i] = strings.TrimPrefix(name, ">")
		}
		rows = append([][]string{head}, rows...)
	}
	widths := t.widths(rows)
	for _, row := range rows {
		var line strings.Builder
		for i, cell := range row {
			padding := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			if i < len(t.head) && strings.HasPrefix(t.head[i], ">") {
				line.WriteString(padding + cell)
			} else {
				line.WriteString(cell + padding)
			}
			line.WriteString("  ")
		}
		fmt.Fprintln(w, strings.TrimRight(line.String(), " "))
	}
}

func (t table) widths(rows [][]string) []int {
	var widths []int
	for _, row := range rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	return widths
}
