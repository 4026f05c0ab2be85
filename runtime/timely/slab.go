package timely

// slabSize is how many values a slab allocates at a time.
const slabSize = 64

// slab cuts slices from larger ones. It is for what is small, numerous and forgotten soon: its memory goes when all that
// was cut from it has gone.
type slab[T any] struct{ rest []T }

// take returns a slice of n zero values.
func (s *slab[T]) take(n int) []T {
	if len(s.rest) < n {
		s.rest = make([]T, max(n, slabSize))
	}
	cut := s.rest[:n:n]
	s.rest = s.rest[n:]
	return cut
}
