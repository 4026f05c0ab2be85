package trace

import (
	"strconv"
	"time"
)

// AppendLine adds the record as one line without its end: "#step time node.task text".
func AppendLine(b []byte, r *Record) []byte {
	b = append(b, '#')
	b = strconv.AppendUint(b, r.Step, 10)
	b = append(b, ' ')
	b = append(b, time.Duration(r.At).String()...)
	b = append(b, ' ')
	b = appendWho(b, r.Node, r.Task)
	b = append(b, ' ')
	return appendText(b, r)
}

func appendWho(b []byte, node, task string) []byte {
	if node == "" {
		return append(b, '-')
	}
	b = append(b, node...)
	if task != "" {
		b = append(b, '.')
		b = append(b, task...)
	}
	return b
}

func appendText(b []byte, r *Record) []byte {
	if r.Text == nil {
		return r.Event.Append(b)
	}
	return append(b, r.Text...)
}
