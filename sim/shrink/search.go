package shrink

//simvet:exempt a search stands above worlds and spreads them over the cores

import (
	"iter"
	"sync"
)

// Budget bounds a search.
type Budget struct {
	// Tries is how many candidates are tested at most; 0 means that it is not bounded.
	Tries int
	// Done ends the search once it is closed. Tests that have begun are waited for, and their results count.
	Done <-chan struct{}
	// Jobs is how many candidates are tested side by side; 0 means one.
	Jobs int
}

// Options say what a search looks for.
type Options[T any] struct {
	Budget
	// Fails tests a candidate. It may return another form of it, which takes its place if it fails and is smaller than
	// the best so far. It must not change the candidate. With Jobs above one it is called from several goroutines.
	Fails func(candidate T) (T, bool)
	// Less says whether a is smaller than b. Only what is smaller than the best so far is tested.
	Less func(a, b T) bool
	// Tested, if not nil, is told of the progress after each batch of tests. Better, if not nil, is told of each new best.
	// Both are called by the goroutine that drives the search.
	Tested func(Progress)
	Better func(best T)
}

// Progress is how far a search has come.
type Progress struct {
	// Tries counts the tests, Found how many of them gave a new best.
	Tries, Found int
}

// Search looks for smaller values that still fail.
type Search[T any] struct {
	options  Options[T]
	best     T
	progress Progress
}

// New returns a search that begins at a value, which must fail.
func New[T any](first T, o Options[T]) *Search[T] {
	return &Search[T]{options: o, best: first}
}

// Best returns the smallest value so far. It does not change while candidates are being tested, so Fails may ask for it.
func (s *Search[T]) Best() T { return s.best }

// Progress returns how far the search has come.
func (s *Search[T]) Progress() Progress { return s.progress }

// Over reports whether the budget has been used up.
func (s *Search[T]) Over() bool {
	select {
	case <-s.options.Done:
		return true
	default:
		return s.options.Tries > 0 && s.progress.Tries >= s.options.Tries
	}
}

// First tests candidates in order and takes the first that fails and is smaller than the best so far. It returns its
// place among the candidates; ok is false if there is none, or the budget does not suffice.
func (s *Search[T]) First(candidates iter.Seq[T]) (place int, ok bool) {
	next, stop := iter.Pull(candidates)
	defer stop()
	place = -1
	for !s.Over() {
		batch := s.batch(next, &place)
		if len(batch) == 0 {
			return 0, false
		}
		if place, ok := s.test(batch); ok {
			return place, true
		}
	}
	return 0, false
}

// trial is a candidate, with its place, and what its test gave.
type trial[T any] struct {
	candidate T
	place     int
	fails     bool
}

// batch takes as many candidates as are tested side by side. Place is that of the last one taken.
func (s *Search[T]) batch(next func() (T, bool), place *int) []trial[T] {
	size := max(s.options.Jobs, 1)
	if s.options.Tries > 0 {
		size = min(size, s.options.Tries-s.progress.Tries)
	}
	var batch []trial[T]
	for len(batch) < size {
		candidate, ok := next()
		if !ok {
			break
		}
		*place++
		if s.options.Less(candidate, s.best) {
			batch = append(batch, trial[T]{candidate: candidate, place: *place})
		}
	}
	return batch
}

// test tests a batch and takes the first that fails and is smaller.
func (s *Search[T]) test(batch []trial[T]) (place int, ok bool) {
	var workers sync.WaitGroup
	for i := range batch[1:] {
		workers.Go(func() { s.try(&batch[1+i]) })
	}
	s.try(&batch[0])
	workers.Wait()
	for _, t := range batch {
		if t.fails && s.options.Less(t.candidate, s.best) {
			s.best, place, ok = t.candidate, t.place, true
			break
		}
	}
	s.tell(len(batch), ok)
	return place, ok
}

func (s *Search[T]) try(t *trial[T]) { t.candidate, t.fails = s.options.Fails(t.candidate) }

func (s *Search[T]) tell(tries int, found bool) {
	s.progress.Tries += tries
	if found {
		s.progress.Found++
		if s.options.Better != nil {
			s.options.Better(s.best)
		}
	}
	if s.options.Tested != nil {
		s.options.Tested(s.progress)
	}
}
