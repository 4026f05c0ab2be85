package timely

// shape is a hash (FNV-1a) of the sequence of allocations that built a dataflow, by kind and type. Dataflows of equal
// shape that are swapped confuse each other silently; unequal ones may be found out by a cast. Names are not part of it,
// as timely does not look at them.
type shape uint64

const emptyShape shape = 14695981039346656037

func (s *shape) add(kind byte, typ string) {
	s.fold(kind)
	for i := range len(typ) {
		s.fold(typ[i])
	}
	s.fold(0)
}

func (s *shape) fold(b byte) { *s = (*s ^ shape(b)) * 1099511628211 }
