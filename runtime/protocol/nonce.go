package protocol

import "fmt"

// Nonce identifies one client connection of one replica. It is drawn anew for each connection and says nothing about
// the order of connections. The zero nonce identifies none.
type Nonce uint64

// String prints 16 hexadecimal digits.
func (n Nonce) String() string { return fmt.Sprintf("%016x", uint64(n)) }
