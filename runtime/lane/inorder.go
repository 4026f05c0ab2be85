package lane

// inOrder hands out items by their indices, whatever order they arrive in: the contiguous run that begins with the
// first index not yet handed out.
type inOrder[T any] struct {
	next    uint64
	pending map[uint64]T
	arrived []T // used instead where arrival order is all the order there is
	trusts  bool
}

// newInOrder returns a buffer that expects index 0. With trusts it does what its name denies: it takes the channel's
// order for the true one, which is the bug that the failpoint lane/no-contiguity restores.
func newInOrder[T any](trusts bool) *inOrder[T] {
	return &inOrder[T]{pending: make(map[uint64]T), trusts: trusts}
}

// offer stores an item until its turn comes.
func (o *inOrder[T]) offer(index uint64, item T) {
	if o.trusts {
		o.arrived = append(o.arrived, item)
		return
	}
	o.pending[index] = item
}

// take returns the next item, if it is here.
func (o *inOrder[T]) take() (item T, ok bool) {
	if o.trusts {
		if len(o.arrived) == 0 {
			return item, false
		}
		item, o.arrived = o.arrived[0], o.arrived[1:]
		return item, true
	}
	item, ok = o.pending[o.next]
	if ok {
		delete(o.pending, o.next)
		o.next++
	}
	return item, ok
}
