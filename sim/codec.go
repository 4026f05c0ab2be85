package sim

import "fmt"

// Codec makes what a real network makes of messages: bytes, and new values of those at the other end. A world with a
// codec runs as it does without, unless the simulated code relies on what no network gives, such as a pointer that is
// shared by two nodes, or changes a message after sending it.
type Codec interface {
	// Pipe returns what encodes and decodes the messages of one direction of a connection, in the order in which they
	// are sent. A datagram gets one of its own.
	Pipe() Pipe
}

// Pipe encodes messages at one end and decodes them at the other. It may keep a state, such as types that it has
// described already: every encoded message is decoded before the next one is encoded.
type Pipe interface {
	Encode(msg any) ([]byte, error)
	// Decode returns the message. The bytes are valid during the call only.
	Decode(data []byte) (any, error)
}

// encode takes a message of the connection through the world's codec.
func (c *Conn) encode(msg any) any {
	if c.pipe == nil {
		c.pipe = c.w.cfg.Codec.Pipe()
	}
	return cross(c.pipe, msg, c.name)
}

// carry takes a datagram through the codec, if there is one.
func (w *World) carry(msg any, on string) any {
	if w.cfg.Codec == nil {
		return msg
	}
	return cross(w.cfg.Codec.Pipe(), msg, on)
}

// cross returns what arrives of a message. It panics, and so ends the world as a crash at the place that sent it, if
// nothing could: the message does not belong on a network.
func cross(p Pipe, msg any, on string) any {
	data, err := p.Encode(msg)
	if err != nil {
		panic(fmt.Sprintf("sim: encode %T for %s: %v", msg, on, err))
	}
	got, err := p.Decode(data)
	if err != nil {
		panic(fmt.Sprintf("sim: decode %T of %s: %v", msg, on, err))
	}
	return got
}
