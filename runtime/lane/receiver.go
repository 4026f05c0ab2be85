package lane

import (
	"onelane.test/runtime/fail"
	"onelane.test/runtime/protocol"
)

// Receiver is the worker's view of the lane: it turns a change of the compute connection into a punctuation.
//
// Storage items are handed out whatever the nonce is. The first compute command of a new connection is held back until
// the change has been reported, so no item that follows it in the lane is handled before the worker knows.
type Receiver struct {
	lane    *Lane
	nonce   protocol.Nonce
	known   bool // whether there has been a nonce
	stashed *Item
}

// NewReceiver returns a receiver that knows no nonce yet, so the first compute command reports a change.
func NewReceiver(l *Lane) *Receiver {
	return &Receiver{lane: l}
}

// TryRecv returns the next item, or in changed the nonce of a new connection whose first command the next call will
// return, or neither if the lane has nothing to hand out.
func (r *Receiver) TryRecv() (item Item, ok bool, changed *protocol.Nonce) {
	if r.stashed != nil {
		item, r.stashed = *r.stashed, nil
		return item, true, nil
	}
	item, ok = r.lane.TryRecv()
	if !ok || item.Storage != nil || (r.known && item.Nonce == r.nonce) {
		return item, ok, nil
	}
	first := item
	r.nonce, r.known, r.stashed = first.Nonce, true, &first
	if fail.On(r.lane.worker.Task(), fail.StorageDroppedOnNonceChange) {
		r.lane.discardStorage()
	}
	return Item{}, false, &first.Nonce
}
