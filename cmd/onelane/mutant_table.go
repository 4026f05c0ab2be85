package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"onelane.test/scenarios"
)

// mutantTable shows for each failpoint and kind of schedule how many seeds of each scenario it took to find it.
type mutantTable struct {
	options  scenarios.MutantOptions
	searches []scenarios.Search
}

func (m mutantTable) table() table {
	t := table{head: []string{"failpoint", "schedule", ">first", ">own", "oracle", "fired first", ">worlds"}}
	for _, e := range m.options.Failpoints {
		if e.Equivalent != "" {
			t.add(string(e.Name), "-", "-", "-", "-", "equivalent: "+e.Equivalent, "0")
			continue
		}
		for _, schedule := range m.schedules() {
			cells := m.cells(string(e.Name), schedule)
			if len(cells) == 0 {
				continue
			}
			worlds, fired := sum(cells)
			t.add(string(e.Name), schedule,
				median(cells, func(d scenarios.Detection) int { return d.First }),
				median(cells, func(d scenarios.Detection) int { return d.Own }),
				e.Oracle, mostFired(fired), strconv.Itoa(worlds))
		}
	}
	return t
}

// cells returns what the searches for a failpoint with one kind of schedule came to.
func (m mutantTable) cells(failpoint, schedule string) []scenarios.Detection {
	var cells []scenarios.Detection
	for _, s := range m.searches {
		if d, ok := m.options.Known[s]; ok && s.Failpoint == failpoint && s.Schedule == schedule {
			cells = append(cells, d)
		}
	}
	return cells
}

func (m mutantTable) schedules() []string {
	var schedules []string
	for _, s := range m.searches {
		if !slices.Contains(schedules, s.Schedule) {
			schedules = append(schedules, s.Schedule)
		}
	}
	return schedules
}

// totals says in one line what all searches came to.
func (m mutantTable) totals() string {
	var cells []scenarios.Detection
	for _, s := range m.searches {
		if d, ok := m.options.Known[s]; ok {
			cells = append(cells, d)
		}
	}
	worlds, _ := sum(cells)
	return fmt.Sprintf("%d searches, %d in vain, %d to do, %d worlds", len(m.searches), m.missed(), len(m.options.Left()), worlds)
}

func (m mutantTable) missed() (n int) {
	for _, s := range m.searches {
		if m.options.Missed(s) {
			n++
		}
	}
	return n
}

// sum adds up how many worlds were run, and in how many each oracle was the first to be violated.
func sum(cells []scenarios.Detection) (worlds int, fired map[string]int) {
	fired = map[string]int{}
	for _, d := range cells {
		worlds += d.Worlds
		for _, oracle := range slices.Sorted(maps.Keys(d.Oracles)) {
			fired[oracle] += d.Oracles[oracle]
		}
	}
	return worlds, fired
}

// median prints the median over the roots of a number of seeds. A search that was given up counts as more than all that
// were not; how many were is put behind.
func median(cells []scenarios.Detection, of func(scenarios.Detection) int) string {
	const never = 1 << 30
	var seeds []int
	censored := 0
	for _, d := range cells {
		n := of(d)
		if n == 0 {
			n = never
			censored++
		}
		seeds = append(seeds, n)
	}
	slices.Sort(seeds)
	text := strconv.Itoa(seeds[len(seeds)/2])
	if seeds[len(seeds)/2] == never {
		text = fmt.Sprintf(">%d", cells[0].Seeds)
	}
	if censored > 0 {
		text += fmt.Sprintf(" (%d of %d never)", censored, len(cells))
	}
	return text
}

// mostFired prints the oracles with the worlds in which each was the first to be violated, the most frequent first.
func mostFired(fired map[string]int) string {
	names := slices.SortedFunc(maps.Keys(fired), func(a, b string) int {
		return cmp.Or(cmp.Compare(fired[b], fired[a]), cmp.Compare(a, b))
	})
	for i, name := range names {
		names[i] = fmt.Sprintf("%s %d", name, fired[name])
	}
	return strings.Join(names, ", ")
}
