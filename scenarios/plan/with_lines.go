package plan

// WithLines returns the plan with the given lines, which are in the order of time, without those that cannot happen any
// more: they refer to what is gone, or drop what is still read. The rest is as legal as what a seed draws.
func (p *Plan) WithLines(lines []Line) *Plan {
	next := *p
	next.Lines = nil
	objects := NewObjects(p.Cluster)
	for _, line := range lines {
		if objects.Apply(line) == nil {
			next.Lines = append(next.Lines, line)
		}
	}
	return &next
}
