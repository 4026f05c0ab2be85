package persist

import (
	"strconv"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/query"
)

// Called says that a client sent an operation off. Call numbers the operations of a client from 1.
type Called struct {
	Client    string // "NODE#INCARNATION"
	Call      uint64
	Operation Operation
	Shard     query.Shard
}

// Append implements [trace.Event].
func (e Called) Append(b []byte) []byte {
	b = appendCall(append(b, "persist.called"...), e.Client, e.Call)
	b = append(append(b, " op="...), e.Operation.String()...)
	return append(append(b, " shard="...), e.Shard...)
}

// Appended says that a compare-and-append took effect at the store, or failed there. Lower is the upper that the
// writer expected, Current the one that the shard has now.
type Appended struct {
	Writer       string
	Call         uint64
	Shard        query.Shard
	Lower, Upper frontier.Antichain
	Rows         int
	OK           bool
	Current      frontier.Antichain
}

// Append implements [trace.Event].
func (e Appended) Append(b []byte) []byte {
	b = appendCall(append(b, "persist.appended"...), e.Writer, e.Call)
	b = append(append(b, " shard="...), e.Shard...)
	b = e.Lower.Append(append(b, " lower="...))
	b = e.Upper.Append(append(b, " upper="...))
	b = strconv.AppendInt(append(b, " rows="...), int64(e.Rows), 10)
	b = strconv.AppendBool(append(b, " ok="...), e.OK)
	return e.Current.Append(append(b, " current="...))
}

// UpperRead says that the store read a shard's upper for a client.
type UpperRead struct {
	Client string
	Call   uint64
	Shard  query.Shard
	Upper  frontier.Antichain
}

// Append implements [trace.Event].
func (e UpperRead) Append(b []byte) []byte {
	b = appendCall(append(b, "persist.upper"...), e.Client, e.Call)
	b = append(append(b, " shard="...), e.Shard...)
	return e.Upper.Append(append(b, " upper="...))
}

// Answered says that the answer to an operation came to its client; that of a listen comes many times.
type Answered struct {
	Client    string
	Call      uint64
	Operation Operation
}

// Append implements [trace.Event].
func (e Answered) Append(b []byte) []byte {
	b = appendCall(append(b, "persist.answered"...), e.Client, e.Call)
	return append(append(b, " op="...), e.Operation.String()...)
}

// Finalised says that a shard came to its end.
type Finalised struct {
	Shard query.Shard
}

// Append implements [trace.Event].
func (e Finalised) Append(b []byte) []byte {
	return append(append(b, "persist.finalised shard="...), e.Shard...)
}

func appendCall(b []byte, client string, call uint64) []byte {
	b = append(append(b, " client="...), client...)
	return strconv.AppendUint(append(b, " call="...), call, 10)
}
