package shrink

// Slice returns a part of a list that still fails and from which no element can be left out. The list must fail.
func Slice[E any](list []E, fails func(some []E) bool, b Budget) []E {
	s := New(list, Options[[]E]{
		Budget: b,
		Fails:  func(some []E) ([]E, bool) { return some, fails(some) },
		Less:   func(a, b []E) bool { return len(a) < len(b) },
	})
	s.Thin(SliceOf[E]())
	return s.Best()
}

// SliceOf returns the list that a slice is.
func SliceOf[E any]() List[[]E] {
	return List[[]E]{
		Len: func(list []E) int { return len(list) },
		Keep: func(list []E, keep func(i int) bool) ([]E, bool) {
			var some []E
			for i, e := range list {
				if keep(i) {
					some = append(some, e)
				}
			}
			return some, true
		},
	}
}

// Integer returns a number no further from zero than v that still fails, while those nearer to zero that were tried do
// not. If failing begins at some number and holds for all beyond, it is that number. V must fail.
func Integer(v int64, fails func(v int64) bool, b Budget) int64 {
	s := New(v, Options[int64]{
		Budget: b,
		Fails:  func(v int64) (int64, bool) { return v, fails(v) },
		Less:   func(a, b int64) bool { return magnitude(a) < magnitude(b) },
	})
	s.Lower(Number[int64]{
		Get: func(v int64) int64 { return v },
		Set: func(_, v int64) (int64, bool) { return v, true },
	})
	return s.Best()
}
