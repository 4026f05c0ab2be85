package compute

import "onelane.test/runtime/frontier"

// kind is one of the frontiers that are reported of a collection.
type kind int

const (
	kindWrite kind = iota
	kindInput
	kindOutput
	numKinds
)

// frontiersOf returns the same frontier for all kinds.
func frontiersOf(f frontier.Antichain) [numKinds]frontier.Antichain {
	return [numKinds]frontier.Antichain{f, f, f}
}

// reports is what the controller has heard of a collection.
type reports [numKinds]report

// report is what the controller has heard of one frontier of a collection, or, before the first report, what it may
// hear at the earliest.
type report struct {
	at   frontier.Antichain
	made bool
}

// notReported is the state in which nothing has been reported, and nothing before lower may be.
func notReported(lower frontier.Antichain) reports {
	r := report{at: lower}
	return reports{r, r, r}
}

// silenced is the state in which everything has been said.
func silenced() reports {
	r := report{at: frontier.Empty(), made: true}
	return reports{r, r, r}
}

// allows reports whether a frontier is news.
func (r report) allows(f frontier.Antichain) bool {
	if r.made {
		return r.at.Lt(f)
	}
	return r.at.Le(f)
}

// news reports whether any of the frontiers is.
func (r *reports) news(f [numKinds]frontier.Antichain) bool {
	for k := range r {
		if r[k].allows(f[k]) {
			return true
		}
	}
	return false
}

// advance takes note that a frontier of f is reported, and returns it; nil if it is no news.
func (r *reports) advance(k kind, f *[numKinds]frontier.Antichain) *frontier.Antichain {
	if !r[k].allows(f[k]) {
		return nil
	}
	r[k] = report{at: f[k], made: true}
	return &f[k]
}
