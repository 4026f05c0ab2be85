package protocol

import "strconv"

// CTPAccepted says that a server has accepted a connection, before the handshake.
type CTPAccepted struct {
	Port, Peer string
}

// Append appends the event's text.
func (e CTPAccepted) Append(b []byte) []byte {
	b = append(append(b, "ctp.accepted port="...), e.Port...)
	return append(append(b, " peer="...), e.Peer...)
}

// CTPEnded says that a server serves a connection no more.
type CTPEnded struct {
	Port, Peer, Reason string
}

// Append appends the event's text.
func (e CTPEnded) Append(b []byte) []byte {
	b = append(append(b, "ctp.ended port="...), e.Port...)
	b = append(append(b, " peer="...), e.Peer...)
	return strconv.AppendQuote(append(b, " reason="...), e.Reason)
}
