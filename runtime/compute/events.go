package compute

import (
	"strconv"

	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
)

// Installed says that a worker has built a dataflow and knows its exports.
type Installed struct {
	Worker   int
	IDs      []query.ID
	Dataflow int
}

// Append implements [trace.Event].
func (e Installed) Append(b []byte) []byte {
	b = head(b, "compute.installed", e.Worker)
	b = number(b, "dataflow", e.Dataflow)
	b = append(b, " ids="...)
	for i, id := range e.IDs {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, id.Name...)
	}
	return b
}

// Removed says that a worker has dropped a collection.
type Removed struct {
	Worker int
	ID     query.ID
}

// Append implements [trace.Event].
func (e Removed) Append(b []byte) []byte {
	return append(append(head(b, "compute.removed", e.Worker), " id="...), e.ID.Name...)
}

// Reconciled says what reconciliation has decided: how many dataflows are kept, built anew in place of one with the
// same exports, built, and dropped without a replacement.
type Reconciled struct {
	Worker                             int
	Reused, Replaced, Created, Dropped int
}

// Append implements [trace.Event].
func (e Reconciled) Append(b []byte) []byte {
	b = head(b, "compute.reconciled", e.Worker)
	b = number(b, "reused", e.Reused)
	b = number(b, "replaced", e.Replaced)
	b = number(b, "created", e.Created)
	return number(b, "dropped", e.Dropped)
}

// FrontierReported says what a worker reports of a collection.
type FrontierReported struct {
	Worker    int
	Frontiers protocol.Frontiers
}

// Append implements [trace.Event].
func (e FrontierReported) Append(b []byte) []byte {
	b = append(append(head(b, "compute.reported", e.Worker), " id="...), e.Frontiers.ID.Name...)
	if f := e.Frontiers.Write; f != nil {
		b = f.Append(append(b, " write="...))
	}
	if f := e.Frontiers.Input; f != nil {
		b = f.Append(append(b, " input="...))
	}
	if f := e.Frontiers.Output; f != nil {
		b = f.Append(append(b, " output="...))
	}
	return b
}

func head(b []byte, kind string, worker int) []byte {
	return strconv.AppendInt(append(append(b, kind...), " worker="...), int64(worker), 10)
}

func number(b []byte, key string, value int) []byte {
	b = append(append(append(b, ' '), key...), '=')
	return strconv.AppendInt(b, int64(value), 10)
}
