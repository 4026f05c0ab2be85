package reduction

import (
	"slices"
	"strconv"
	"strings"

	"onelane.test/scenarios/plan"
)

// rename numbers the objects that are left anew: s7 becomes s1 if it is the first of its kind.
func (r *reducer) rename() { r.takes(r.changed(renumber)) }

func renumber(p *plan.Plan) {
	objects := plan.NewObjects(p.Cluster)
	counts := map[string]int{}
	for i := 0; i < len(p.Lines); i++ {
		known := objects.Created()
		if objects.Apply(p.Lines[i]) != nil {
			return
		}
		for _, old := range objects.Created()[len(known):] {
			prefix := strings.TrimRight(old, "0123456789")
			counts[prefix]++
			name := prefix + strconv.Itoa(counts[prefix])
			if name != old && !named(p, name) {
				replaceName(p, old, name)
				objects = after(p, i)
			}
		}
	}
}

// after returns the objects that there are after a line.
func after(p *plan.Plan, i int) *plan.Objects {
	objects := plan.NewObjects(p.Cluster)
	for _, line := range p.Lines[:i+1] {
		if objects.Apply(line) != nil {
			break
		}
	}
	return objects
}

// named reports whether a plan knows a name.
func named(p *plan.Plan, name string) bool {
	return slices.ContainsFunc(p.Lines, func(l plan.Line) bool {
		return slices.ContainsFunc(names.FindAllString(l.Statement.String(), -1), func(word string) bool {
			return word == name || strings.HasPrefix(word, name+"/")
		})
	})
}

// replaceName gives an object another name, and the collections that are named after it.
func replaceName(p *plan.Plan, old, name string) {
	for i := range p.Lines {
		p.Lines[i] = withPrefix(p.Lines[i], old, name)
	}
}

// withPrefix returns the line with another name for an object, and for the collections that are named after it.
func withPrefix(line plan.Line, old, name string) plan.Line {
	text := names.ReplaceAllStringFunc(line.Statement.String(), func(word string) string {
		if rest, ok := strings.CutPrefix(word, old+"/"); ok {
			return name + "/" + rest
		}
		if word == old {
			return name
		}
		return word
	})
	line, _ = reworded(line, text)
	return line
}
