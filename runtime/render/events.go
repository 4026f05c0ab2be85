package render

import (
	"strconv"
	"time"
)

// Blocked says that an operator puts the thread of its worker to sleep.
type Blocked struct {
	Worker  int
	For     time.Duration // unless Forever
	Forever bool
}

// Append implements [trace.Event].
func (e Blocked) Append(b []byte) []byte {
	b = strconv.AppendInt(append(b, "render.blocked worker="...), int64(e.Worker), 10)
	if e.Forever {
		return append(b, " for=ever"...)
	}
	return append(append(b, " for="...), e.For.String()...)
}

// Unblocked says that the worker goes on.
type Unblocked struct {
	Worker int
}

// Append implements [trace.Event].
func (e Unblocked) Append(b []byte) []byte {
	return strconv.AppendInt(append(b, "render.unblocked worker="...), int64(e.Worker), 10)
}
