package protocol

// Nonce identifies one client connection of one replica. It is drawn anew for each connection and says nothing about
// the order of connections. The zero nonce identifies none.
type Nonce uint64

// Append adds 16 hexadecimal digits.
func (n Nonce) Append(b []byte) []byte {
	for shift := 60; shift >= 0; shift -= 4 {
		b = append(b, "0123456789abcdef"[n>>shift&15])
	}
	return b
}

// String returns the text.
func (n Nonce) String() string {
	var b [16]byte
	return string(n.Append(b[:0]))
}
