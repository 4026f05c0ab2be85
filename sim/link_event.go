package sim

import (
	"strconv"
	"time"
)

// LinkHeld tells that everything is kept back that From sends.
type LinkHeld struct{ A, B, From string }

// Append adds the text.
func (e LinkHeld) Append(b []byte) []byte {
	return appendWay(append(b, "link.held"...), e.A, e.B, e.From)
}

// LinkReleased tells that what From sends arrives again.
type LinkReleased struct{ A, B, From string }

// Append adds the text.
func (e LinkReleased) Append(b []byte) []byte {
	return appendWay(append(b, "link.released"...), e.A, e.B, e.From)
}

// LinkSlowed tells that everything that From sends takes longer by Extra from now on.
type LinkSlowed struct {
	A, B, From string
	Extra      time.Duration
}

// Append adds the text.
func (e LinkSlowed) Append(b []byte) []byte {
	b = append(appendWay(append(b, "link.slowed"...), e.A, e.B, e.From), " extra="...)
	return append(strconv.AppendInt(b, int64(e.Extra), 10), "ns"...)
}

// LinkClogged tells that the capacity for what From sends is another from now on; 0 is no bound.
type LinkClogged struct {
	A, B, From string
	To         Capacity
}

// Append adds the text.
func (e LinkClogged) Append(b []byte) []byte {
	b = append(appendWay(append(b, "link.clogged"...), e.A, e.B, e.From), " messages="...)
	b = append(strconv.AppendInt(b, int64(e.To.Messages), 10), " bytes="...)
	return strconv.AppendInt(b, int64(e.To.Bytes), 10)
}

// LinkHalfOpen tells that the connections of the link broke without Blind learning of it.
type LinkHalfOpen struct{ A, B, Blind string }

// Append adds the text.
func (e LinkHalfOpen) Append(b []byte) []byte {
	b = append(appendPair(append(b, "link.half-open"...), e.A, e.B), " blind="...)
	return append(b, e.Blind...)
}

// DatagramLost tells that a datagram does not arrive.
type DatagramLost struct {
	From, To, Port string
	// Why is "loss", "cut", "full", or "nobody" if there was no socket on the port.
	Why string
}

// Append adds the text.
func (e DatagramLost) Append(b []byte) []byte {
	b = append(appendConn(append(b, "datagram.lost"...), e.From, e.To, e.Port), " why="...)
	return append(b, e.Why...)
}

// DatagramDoubled tells that a datagram arrives twice.
type DatagramDoubled struct{ From, To, Port string }

// Append adds the text.
func (e DatagramDoubled) Append(b []byte) []byte {
	return appendConn(append(b, "datagram.doubled"...), e.From, e.To, e.Port)
}

func appendWay(b []byte, x, y, from string) []byte {
	b = append(appendPair(b, x, y), " from="...)
	return append(b, from...)
}
