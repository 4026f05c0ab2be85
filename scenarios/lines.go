package scenarios

import (
	"strings"

	"onelane.test/sim/trace"
)

// Lines selects lines of a trace. The zero value selects all.
type Lines struct {
	// From is the first step whose lines are wanted.
	From uint64
	// Node is the node whose lines are wanted, or a replica, which stands for all its processes.
	Node string
	// Grep is a text that a wanted line contains.
	Grep string
}

// want reports whether the record's line is selected.
func (l Lines) want(r *trace.Record) bool {
	if r.Step < l.From || l.Node != "" && r.Node != l.Node && !strings.HasPrefix(r.Node, l.Node+".") {
		return false
	}
	return l.Grep == "" || strings.Contains(string(trace.AppendLine(nil, r)), l.Grep)
}

// filter passes on the selected lines.
type filter struct {
	to    *trace.Writer
	lines Lines
}

// Observe implements [trace.Observer].
func (f *filter) Observe(r *trace.Record) {
	if f.lines.want(r) {
		f.to.Observe(r)
	}
}
