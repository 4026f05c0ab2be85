package shrink

import (
	"iter"
	"math/bits"
)

// Weight orders numbers by how much there is to read and to think about: zero, then those with one digit before zeros,
// then those with two; among them the smaller ones first, by eighths of a doubling. A digit weighs 1024. It is the same
// for a number and its negative.
func Weight(v int64) int {
	digits, u := 0, magnitude(v)
	for rest := u; rest > 0; rest /= 10 {
		if digits > 0 || rest%10 != 0 {
			digits++
		}
	}
	return digits<<10 | eighths(u)
}

// eighths returns the length of a number in bits, times eight, and the three bits behind the first.
func eighths(u uint64) int {
	length := bits.Len64(u)
	if length == 0 {
		return 0
	}
	return length<<3 | int(u<<(64-length)>>60&7)
}

func magnitude(v int64) uint64 {
	if v < 0 {
		return -uint64(v)
	}
	return uint64(v)
}

// Simpler returns numbers between zero and v, simple ones first: zero; one, ten, a hundred and so on; v with fewer and
// fewer of its digits replaced by zeros; at last, for what is not about simplicity, v less a half, a quarter and so on
// of it.
func Simpler(v int64) iter.Seq[int64] {
	sign := int64(1)
	if v < 0 {
		sign = -1
	}
	return func(yield func(int64) bool) {
		for u := range simpler(magnitude(v)) {
			if !yield(sign * int64(u)) {
				return
			}
		}
	}
}

func simpler(u uint64) iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		if u == 0 || !yield(0) {
			return
		}
		ten := uint64(1)
		for ; ten < u; ten *= 10 {
			if !yield(ten) {
				return
			}
			if ten > u/10 {
				break
			}
		}
		for ; ten > 1; ten /= 10 {
			if rounded := u - u%ten; rounded < u && rounded != ten && !yield(rounded) {
				return
			}
		}
		for part := u / 2; part > 0; part /= 2 {
			if !yield(u - part) {
				return
			}
		}
	}
}

// Number says how a number stands in a value.
type Number[T any] struct {
	Get func(t T) int64
	// Set returns the value with another number; ok is false if it makes no sense with it.
	Set func(t T, v int64) (other T, ok bool)
}

// Lower makes a number simpler, see [Simpler], until none of the simpler ones fails. It reports whether it did.
func (s *Search[T]) Lower(n Number[T]) (changed bool) {
	for {
		_, ok := s.First(func(yield func(T) bool) {
			for v := range Simpler(n.Get(s.best)) {
				other, ok := n.Set(s.best, v)
				if ok && !yield(other) {
					return
				}
			}
		})
		if !ok {
			return changed
		}
		changed = true
	}
}
