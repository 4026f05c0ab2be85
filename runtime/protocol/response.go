package protocol

import "fmt"

// Response is what a replica, or a part of one, tells its controller. Responses travel by the thousand, and each
// passes several events on its way, so that they can append their text to an event's.
type Response interface {
	fmt.Stringer
	Append(b []byte) []byte
}

// textSize is what nearly all texts of responses fit into.
const textSize = 96
