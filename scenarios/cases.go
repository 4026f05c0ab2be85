package scenarios

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Cases counts what the runs of an enumeration came to.
type Cases struct {
	All  int         // cases that there are
	Runs map[int]int // by case
	// Missed counts, by case, the runs in which what the case is about did not come about.
	Missed map[int]int
}

// newCases returns nil for a row of anything but an enumeration.
func newCases(s *Scenario) *Cases {
	all, _ := s.Cases()
	if all == 0 {
		return nil
	}
	return &Cases{All: all, Runs: map[int]int{}, Missed: map[int]int{}}
}

func (c *Cases) add(s *Scenario, r *Result) {
	i := s.CaseOf(r.Plan.Seed)
	c.Runs[i]++
	if !s.cameAbout(r) {
		c.Missed[i]++
	}
}

// never returns the cases that did not come about in any of their runs, sorted.
func (c *Cases) never() []int {
	var never []int
	for _, i := range slices.Sorted(maps.Keys(c.Missed)) {
		if c.Missed[i] == c.Runs[i] {
			never = append(never, i)
		}
	}
	return never
}

// String says how many cases ran and in which the thing that they are about did not happen.
func (c *Cases) String() string {
	var runs, missed int
	for i, n := range c.Runs {
		runs, missed = runs+n, missed+c.Missed[i]
	}
	text := fmt.Sprintf("%d of %d cases", len(c.Runs), c.All)
	if len(c.Runs) == c.All {
		text = fmt.Sprintf("all %d cases", c.All)
	}
	text = fmt.Sprintf("%s in %d runs, %d of which did what their case is about", text, runs, runs-missed)
	if never := c.never(); len(never) > 0 {
		text += "; never in " + strings.Trim(fmt.Sprint(never), "[]")
	}
	return text
}
