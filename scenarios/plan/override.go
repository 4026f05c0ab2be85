package plan

import "slices"

// Assign gives knobs values, each in place of the one that it had.
func (p *Plan) Assign(sets ...Set) {
	for _, set := range sets {
		p.Sets = put(p.Sets, p.set(set.Key), set)
	}
}

// Arm switches failpoints on, each in place of an arm that it had.
func (p *Plan) Arm(arms ...Arm) {
	for _, arm := range arms {
		p.Arms = put(p.Arms, p.arm(arm.Point), arm)
	}
}

// set returns the place of a knob's line among p.Sets, -1 if it has none.
func (p *Plan) set(key string) int {
	return slices.IndexFunc(p.Sets, func(s Set) bool { return s.Key == key })
}

// arm returns the place of a failpoint's line among p.Arms, -1 if it has none.
func (p *Plan) arm(point string) int {
	return slices.IndexFunc(p.Arms, func(a Arm) bool { return a.Point == point })
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
