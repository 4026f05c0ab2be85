package plan

import "slices"

// Assign gives knobs values, each in place of the one that it had.
func (p *Plan) Assign(sets ...Set) {
	for _, set := range sets {
		i := slices.IndexFunc(p.Sets, func(s Set) bool { return s.Key == set.Key })
		p.Sets = put(p.Sets, i, set)
	}
}

// Arm switches failpoints on, each in place of an arm that it had.
func (p *Plan) Arm(arms ...Arm) {
	for _, arm := range arms {
		i := slices.IndexFunc(p.Arms, func(a Arm) bool { return a.Point == arm.Point })
		p.Arms = put(p.Arms, i, arm)
	}
}

// put returns a copy with an element in place of the one at i, or behind all if i is negative.
func put[T any](all []T, i int, element T) []T {
	all = slices.Clone(all)
	if i < 0 {
		return append(all, element)
	}
	all[i] = element
	return all
}
