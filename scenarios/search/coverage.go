package search

// feature is something that a world shows: a pair that came about at least so many times, or a goal.
type feature struct {
	Pair
	level uint8
}

// levels are how often a pair must come about in a world for its features, the first for all of them.
var levels = [...]int{1, 8}

// featuresOf returns the features that the pairs and the goals of a world make.
func featuresOf(pairs []Counted, reached []int) []feature {
	features := make([]feature, 0, 2*len(pairs)+len(reached))
	for _, p := range pairs {
		for level, least := range levels {
			if p.N >= least {
				features = append(features, feature{p.Pair, uint8(level)})
			}
		}
	}
	for _, goal := range reached {
		features = append(features, goalFeature(goal))
	}
	return features
}

func goalFeature(goal int) feature { return feature{Pair: Pair{class: goals, first: kind(goal)}} }

// coverage is what all worlds together showed.
type coverage struct {
	worlds map[feature]int // that had it
	first  map[feature]int // the world that had it first
	pairs  int
	// lone counts for each world the features that no other has; loners are the worlds that have one.
	lone   map[int]int
	loners int
	total  int
}

func newCoverage() *coverage {
	return &coverage{worlds: map[feature]int{}, first: map[feature]int{}, lone: map[int]int{}}
}

// add adds a world, and returns the features that it is the first to show.
func (c *coverage) add(world int, features []feature) (fresh []feature) {
	c.total++
	for _, f := range features {
		c.worlds[f]++
		switch c.worlds[f] {
		case 1:
			fresh = append(fresh, f)
			c.first[f] = world
			if f.level == 0 && f.class != goals {
				c.pairs++
			}
		case 2:
			c.share(c.first[f])
		}
	}
	if len(fresh) > 0 {
		c.lone[world] = len(fresh)
		c.loners++
	}
	return fresh
}

// share notes that a feature of a world is no longer its own.
func (c *coverage) share(world int) {
	c.lone[world]--
	if c.lone[world] == 0 {
		c.loners--
	}
}

// chance estimates the chance, in a thousand, that the next world shows something new: the share of worlds that show
// something that no other does (Good and Turing's estimator, as M. Böhme uses it for fuzzing in STADS, TOSEM 27(2)). It
// takes worlds for draws from one source; as the search drifts towards what is rare, it says too much rather than too
// little.
func (c *coverage) chance() int {
	if c.total == 0 {
		return 1000
	}
	return 1000 * c.loners / c.total
}
