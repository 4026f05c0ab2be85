package protocol

import (
	"fmt"
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

// String prints "id#epoch:rows@offset".
func (s Statistics) String() string {
	return fmt.Sprintf("%s#%d:%d@%d", s.ID, s.Epoch, s.Rows, s.Offset)
}

// joined prints the values with commas between them.
func joined[T fmt.Stringer](values []T) string {
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = v.String()
	}
	return strings.Join(texts, ",")
}
