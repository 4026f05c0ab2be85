package protocol

import (
	"fmt"
	"strconv"
	"strings"

	"onelane.test/runtime/query"
)

// Statistics counts what an ingestion's export or a sink has done.
type Statistics struct {
	ID query.ID
	// Epoch is the incarnation of the object's dataflow that the gauges belong to.
	Epoch uint64
	// Rows is a counter: how many updates were written since the last report.
	Rows int64
	// Offset is a gauge: up to where, not including, the upstream has been committed.
	Offset int64
}

// Append adds "id#epoch:rows@offset".
func (s Statistics) Append(b []byte) []byte {
	b = strconv.AppendUint(append(append(b, s.ID.Name...), '#'), s.Epoch, 10)
	b = strconv.AppendInt(append(b, ':'), s.Rows, 10)
	return strconv.AppendInt(append(b, '@'), s.Offset, 10)
}

// String returns the text.
func (s Statistics) String() string { return string(s.Append(nil)) }

// appendJoined adds the values with commas between them.
func appendJoined[T interface{ Append([]byte) []byte }](b []byte, values []T) []byte {
	for i, v := range values {
		if i > 0 {
			b = append(b, ',')
		}
		b = v.Append(b)
	}
	return b
}

// joined prints the values with commas between them.
func joined[T fmt.Stringer](values []T) string {
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = v.String()
	}
	return strings.Join(texts, ",")
}
