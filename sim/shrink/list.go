package shrink

import "iter"

// List says how a list stands in a value.
type List[T any] struct {
	// Len returns the number of elements.
	Len func(t T) int
	// Keep returns the value with those elements only; ok is false if it makes no sense without the others. It may drop
	// further elements, such as those that refer to what is gone.
	Keep func(t T, keep func(i int) bool) (smaller T, ok bool)
}

// without returns a range over the values that lack one run of size elements, from the last run to the first.
func (l List[T]) without(t T, size, end int) iter.Seq[T] {
	return func(yield func(T) bool) {
		for to := end; to > 0; to -= size {
			from := max(0, to-size)
			smaller, ok := l.Keep(t, func(i int) bool { return i < from || i >= to })
			if !ok {
				smaller = t // which is not smaller, so that it is passed over, and places count on
			}
			if !yield(smaller) {
				return
			}
		}
	}
}

// fewPairs is up to how many elements all pairs are tried.
const fewPairs = 12

// Thin drops elements of a list: runs of half its length, a quarter and so on, at last single ones, until none can be
// spared; and of a short list also pairs. It begins at the end, as later elements depend on earlier ones. It reports
// whether anything was dropped.
func (s *Search[T]) Thin(l List[T]) (changed bool) {
	none := func(int) bool { return false }
	if l.Len(s.best) > 0 {
		if empty, ok := l.Keep(s.best, none); ok && s.take(empty) {
			changed = true
		}
	}
	for size := (l.Len(s.best) + 1) / 2; size > 0 && !s.Over(); {
		dropped := s.sweep(l, size)
		changed = changed || dropped
		switch {
		case size > 1:
			size = min((size+1)/2, max(1, l.Len(s.best)/2))
		case !dropped:
			size = 0
		}
	}
	for l.Len(s.best) <= fewPairs && s.pairs(l) {
		changed = true
		for s.sweep(l, 1) {
		}
	}
	return changed
}

// take tests one candidate.
func (s *Search[T]) take(candidate T) bool {
	_, ok := s.First(func(yield func(T) bool) { yield(candidate) })
	return ok
}

// sweep tries to drop each run of size elements once, and reports whether any was dropped.
func (s *Search[T]) sweep(l List[T], size int) (dropped bool) {
	for end := l.Len(s.best); end > 0 && !s.Over(); {
		place, ok := s.First(l.without(s.best, size, end))
		if !ok {
			break
		}
		dropped = true
		end = min(max(0, end-(place+1)*size), l.Len(s.best))
	}
	return dropped
}

// pairs tries to drop two elements at once, and reports whether it did.
func (s *Search[T]) pairs(l List[T]) bool {
	_, ok := s.First(func(yield func(T) bool) {
		n := l.Len(s.best)
		for a := range n {
			for b := range a {
				smaller, ok := l.Keep(s.best, func(i int) bool { return i != a && i != b })
				if ok && !yield(smaller) {
					return
				}
			}
		}
	})
	return ok
}

// Trade drops one element where another one can make up for it by being bigger. Grow returns the value with bigger forms
// of element i; the biggest should come first, as it leaves room for the next trade. It reports whether anything was
// dropped.
func (s *Search[T]) Trade(l List[T], grow func(t T, i int) iter.Seq[T]) (changed bool) {
	for {
		_, ok := s.First(func(yield func(T) bool) {
			n := l.Len(s.best)
			for dropped := range n {
				for i := range n {
					if i != dropped && !s.traded(l, dropped, grow(s.best, i), yield) {
						return
					}
				}
			}
		})
		if !ok {
			return changed
		}
		changed = true
	}
}

func (s *Search[T]) traded(l List[T], dropped int, bigger iter.Seq[T], yield func(T) bool) bool {
	for t := range bigger {
		smaller, ok := l.Keep(t, func(i int) bool { return i != dropped })
		if ok && !yield(smaller) {
			return false
		}
	}
	return true
}
