package reduction

import (
	"slices"

	"onelane.test/runtime/fail"
	"onelane.test/scenarios/plan"
	"onelane.test/sim/shrink"
)

// cutFeatures gives the world and the cluster what they have by default: everything at once, then one after the other.
func (r *reducer) cutFeatures() {
	changes := []func(*plan.Plan){
		func(p *plan.Plan) {
			p.World = plan.New("", 0).World
			p.Sets, p.Arms = nil, alwaysArmed(p.Arms)
		},
		func(p *plan.Plan) { p.World = plan.New("", 0).World },
		func(p *plan.Plan) { p.World.Encode = false },
		func(p *plan.Plan) { p.World.Latency = plan.Range{} },
		func(p *plan.Plan) { p.World.Points = plan.New("", 0).World.Points },
		func(p *plan.Plan) { p.World.Grain = plan.New("", 0).World.Grain },
		func(p *plan.Plan) { p.Arms = alwaysArmed(p.Arms) },
	}
	r.search.First(func(yield func(*story) bool) {
		for _, change := range changes {
			if !yield(r.changed(change)) {
				return
			}
		}
	})
	r.each(changes[2:])
}

// each tries changes of the best plan, each on top of those that succeeded.
func (r *reducer) each(changes []func(*plan.Plan)) {
	for _, change := range changes {
		r.takes(r.changed(change))
	}
}

// changed returns the best plan with a change.
func (r *reducer) changed(change func(*plan.Plan)) *story {
	p := r.search.Best().plan.Clone()
	change(p)
	return storyOf(p)
}

// alwaysArmed returns the failpoints without chances.
func alwaysArmed(arms []plan.Arm) []plan.Arm {
	arms = slices.Clone(arms)
	for i := range arms {
		arms[i].Num, arms[i].Den = 1, 1
	}
	return arms
}

// cutSettings drops knobs and failpoints, and puts the one failpoint of a design that matters in its place.
func (r *reducer) cutSettings() {
	r.takes(r.soundDesigns()...)
	r.search.Thin(shrink.List[*story]{
		Len: func(s *story) int { return len(s.plan.Sets) },
		Keep: func(s *story, keep func(int) bool) (*story, bool) {
			p := *s.plan
			p.Sets = kept(p.Sets, keep)
			return storyOf(&p), true
		},
	})
	r.search.Thin(shrink.List[*story]{
		Len: func(s *story) int { return len(s.plan.Arms) },
		Keep: func(s *story, keep func(int) bool) (*story, bool) {
			p := *s.plan
			p.Arms = kept(p.Arms, keep)
			return storyOf(&p), true
		},
	})
}

// soundDesigns returns the best plan under the sound design: as it stands, and with each failpoint of its own design.
func (r *reducer) soundDesigns() []*story {
	design, known := fail.LookupDesign(r.search.Best().plan.Cluster.Design)
	if !known || design.Name == soundDesign {
		return nil
	}
	sound := func(p *plan.Plan) { p.Cluster.Design = soundDesign }
	candidates := []*story{r.changed(sound)}
	for _, point := range design.Points {
		candidates = append(candidates, r.changed(func(p *plan.Plan) {
			sound(p)
			p.Arm(plan.Arm{Point: string(point), Num: 1, Den: 1})
		}))
	}
	return candidates
}

// kept returns the elements of a list that are kept.
func kept[E any](list []E, keep func(i int) bool) (some []E) {
	for i, e := range list {
		if keep(i) {
			some = append(some, e)
		}
	}
	return some
}
