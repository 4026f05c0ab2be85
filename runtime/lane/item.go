package lane

import (
	"onelane.test/runtime/protocol"
)

// Item is one element of the lane: a compute command with the nonce of the connection that it came by, or a storage
// command of the internal plane. Exactly one of Compute and Storage is set.
type Item struct {
	Compute protocol.ComputeCommand
	Nonce   protocol.Nonce // of Compute
	Storage protocol.InternalCommand
}

// String returns the item as traces show it.
func (i Item) String() string {
	if i.Compute != nil {
		return "compute/" + i.Nonce.String() + " " + i.Compute.String()
	}
	return "storage " + i.Storage.String()
}

// tagged is an item on its way to the sequencer.
type tagged struct {
	producer int
	index    uint64
	item     Item
	text     string // the item's, which its parts keep
}

// placed is the part of an item on its way to one worker's sink.
type placed struct {
	tagged
	line   string
	global uint64
	target int
}
