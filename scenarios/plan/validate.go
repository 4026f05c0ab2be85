package plan

import (
	"slices"
	"strings"

	"onelane.test/faults/words"
)

// Names are the words that a plan may use for things that this package does not know. A nil list allows all words.
type Names struct {
	Scenarios, Designs, Topologies, Isolations, Failpoints []string
	// Knobs says for each key of a set line which values it takes: a nil error is a good one, a *words.Error says
	// what would be.
	Knobs map[string]func(value string) error
}

// Validate returns an error if the plan could not happen. Errors are of type *Error. [Parse] has done this for plans
// that were read.
func (p *Plan) Validate() error {
	if err := p.validateHeader(); err != nil {
		return locate(p.File, 0, "", err)
	}
	objects := NewObjects(p.Cluster)
	for _, line := range p.Lines {
		if err := objects.Apply(line); err != nil {
			return locate(p.File, line.Source, line.String(), err)
		}
	}
	if !objects.checked {
		return locate(p.File, 0, "", &words.Error{End: "plan", Want: "a line that ends the run, such as @10s check"})
	}
	return nil
}

func (p *Plan) validateHeader() error {
	if p.Scenario == "" {
		return &words.Error{End: "plan", Want: "a scenario line"}
	}
	if _, err := ParseSchedule(p.Schedule); err != nil {
		return err
	}
	if p.World.Latency.Min > p.World.Latency.Max {
		return &words.Error{Word: "latency=" + p.World.Latency.String(), Want: "latency= from less to more"}
	}
	if min(p.Cluster.Replicas, p.Cluster.Processes, p.Cluster.Workers) < 1 {
		return &words.Error{Word: p.Cluster.String(), Want: "at least one replica, process and worker"}
	}
	return nil
}

// ValidateNames returns an error of type *Error if the plan uses a word that is not among the names.
func (p *Plan) ValidateNames(names Names) error {
	header := []struct {
		prefix, word string
		options      []string
	}{
		{"", p.Scenario, names.Scenarios},
		{"design=", p.Cluster.Design, names.Designs},
		{"topology=", p.Cluster.Topology, names.Topologies},
		{"isolation=", p.Cluster.Isolation, names.Isolations},
	}
	for _, h := range header {
		if err := oneOf(h.word, h.options); err != nil {
			return locate(p.File, 0, "", &words.Error{Word: h.prefix + h.word, Want: h.prefix + err.Want})
		}
	}
	for _, arm := range p.Arms {
		if err := names.CheckArm(arm); err != nil {
			return locate(p.File, arm.Source, arm.line(), err)
		}
	}
	for _, set := range p.Sets {
		if err := names.CheckSet(set); err != nil {
			return locate(p.File, set.Source, set.line(), err)
		}
	}
	return nil
}

// CheckDesign returns a *words.Error unless the design is among the names.
func (n Names) CheckDesign(design string) error {
	if err := oneOf(design, n.Designs); err != nil {
		return err
	}
	return nil
}

// CheckArm returns a *words.Error unless the failpoint is among the names.
func (n Names) CheckArm(arm Arm) error {
	if err := oneOf(arm.Point, n.Failpoints); err != nil {
		return err
	}
	return nil
}

// CheckSet returns a *words.Error unless the key is that of a knob which takes the value.
func (n Names) CheckSet(set Set) error {
	if n.Knobs == nil {
		return nil
	}
	check, ok := n.Knobs[set.Key]
	if ok {
		return check(set.Value)
	}
	var keys []string
	for key := range n.Knobs {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return &words.Error{Word: set.Key, Want: words.Suggest(set.Key, keys)}
}

// oneOf returns an error unless the word is among the options, or there are none to choose from.
func oneOf(word string, options []string) *words.Error {
	if options == nil || slices.Contains(options, word) {
		return nil
	}
	return &words.Error{Word: word, Want: words.Suggest(word, options)}
}

// firstWord returns the first word of a statement.
func firstWord(s Statement) string {
	word, _, _ := strings.Cut(s.String(), " ")
	return word
}
