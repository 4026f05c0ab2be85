package main

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"onelane.test/faults"
	"onelane.test/faults/words"
	"onelane.test/runtime/fail"
	"onelane.test/scenarios"
	"onelane.test/sim"
)

// describeCommand tells all that there is to know of a name.
type describeCommand struct {
	Name string `arg:"" help:"A scenario, suite, design, failpoint, fault, oracle, schedule or knob; see list."`
}

// Run describes whatever has the name; a scenario and a failpoint may share one.
func (c *describeCommand) Run(t *terminal) error {
	var known []string
	found := false
	for _, d := range describers() {
		known = append(known, d.names()...)
		if !slices.Contains(d.names(), c.Name) {
			continue
		}
		if found {
			fmt.Fprintln(t.out)
		}
		fmt.Fprintf(t.out, "%s %s\n", d.kind, c.Name)
		d.describe(c.Name).print(indented{t.out})
		found = true
	}
	if !found {
		return nobody(c.Name, known)
	}
	return nil
}

// nobody complains about a name that nothing has. There are too many names to list them all.
func nobody(name string, known []string) error {
	want := "a name that list prints"
	if near, ok := words.Nearest(name, known); ok {
		want += "; did you mean " + near + "?"
	}
	return &words.Error{Word: name, Want: want}
}

// describer is a kind of things that can be described.
type describer struct {
	kind     string
	names    func() []string
	describe func(name string) table
}

func describers() []describer {
	return []describer{
		{"scenario", scenarioNames, describeScenario},
		{"suite", namesOf(scenarios.Suites, func(s *scenarios.Suite) string { return s.Name }), describeSuite},
		{"design", namesOf(fail.Designs, func(d fail.Design) string { return d.Name }), describeDesign},
		{"failpoint", namesOf(fail.Catalogue, func(e fail.Entry) string { return string(e.Name) }), describeFailpoint},
		{"fault", faults.Names, describeFault},
		{"oracle", namesOf(scenarios.Oracles, func(o scenarios.OracleInfo) string { return o.Name }), describeOracle},
		{"schedule", scheduleNames, describeSchedule},
		{"knob", namesOf(scenarios.Knobs, func(k scenarios.Knob) string { return k.Key }), describeKnob},
	}
}

func namesOf[T any](all func() []T, name func(T) string) func() []string {
	return func() (names []string) {
		for _, thing := range all() {
			names = append(names, name(thing))
		}
		return names
	}
}

func describeScenario(name string) (t table) {
	s := scenarios.Lookup(name)
	t.say("what", s.Doc)
	t.say("also known as", strings.Join(s.Aliases, ", "))
	for _, p := range s.Properties() {
		t.say(p.Name, p.Value)
	}
	t.say("in the suites", strings.Join(suitesWith(s), ", "))
	t.say("a plan of it", "onelane plan "+name+" --seed 0x1")
	t.say("run it", "onelane run "+name+" --seeds 100")
	return t
}

func suitesWith(s *scenarios.Scenario) (names []string) {
	for _, suite := range scenarios.Suites() {
		for _, e := range suite.Entries {
			if e.Scenario.Name == s.Name {
				names = append(names, fmt.Sprintf("%s (%d seeds)", suite.Name, e.Seeds))
			}
		}
	}
	return names
}

func describeSuite(name string) (t table) {
	s := scenarios.LookupSuite(name)
	t.say("what", s.Doc)
	for _, e := range s.Entries {
		t.say(e.Scenario.Name, count(e.Seeds, "seed"))
	}
	t.say("run it", "onelane run "+name)
	return t
}

func describeDesign(name string) (t table) {
	d, _ := fail.LookupDesign(name)
	t.say("what", d.Doc)
	for _, point := range d.Points {
		t.say(string(point), "armed")
	}
	t.say("run it", "onelane run --design "+name)
	return t
}

func describeFailpoint(name string) (t table) {
	e, _ := fail.Lookup(name)
	t.say("what", e.Restores)
	t.say("source", e.Source)
	if e.Equivalent != "" {
		t.say("nobody can tell", e.Equivalent)
		return t
	}
	t.say("decided", e.Kind.String())
	t.say("where", "runtime/"+e.Where)
	t.say("found by", "oracle "+e.Oracle)
	t.say("part of design", e.Design)
	t.say("hazard", e.Hazard)
	t.say("find it", "onelane run --arm "+name)
	t.say("how soon", "onelane mutants "+name)
	return t
}

func describeFault(name string) (t table) {
	kind := faults.Kinds()[slices.Index(faults.Names(), name)]
	t.say("what", kind.Doc)
	t.say("in a plan", "@TIME fault "+kind.Usage)
	for _, s := range scenarios.List() {
		if n := s.Faults()[name]; n > 0 {
			t.say("drawn by "+s.Name, strconv.Itoa(n)+"% of seeds")
		}
	}
	return t
}

func describeOracle(name string) (t table) {
	for _, o := range scenarios.Oracles() {
		if o.Name == name {
			t.say("demands that", o.Doc)
		}
	}
	for _, e := range fail.Catalogue() {
		if e.Oracle == name && e.Equivalent == "" {
			t.say("finds "+string(e.Name), e.Restores)
		}
	}
	return t
}

func scheduleNames() (names []string) {
	for _, s := range sim.Schedules() {
		if name, _, _ := strings.Cut(s.Usage, " "); name != strings.ToUpper(name) {
			names = append(names, name)
		}
	}
	return names
}

func describeSchedule(name string) (t table) {
	s := sim.Schedules()[slices.Index(scheduleNames(), name)]
	t.say("what", s.Doc)
	t.say("in a plan", "schedule "+s.Usage)
	t.say("run with it", "onelane run --schedule '"+s.Usage+"'")
	return t
}

func describeKnob(name string) (t table) {
	for _, k := range scenarios.Knobs() {
		if k.Key == name {
			t.say("what", k.Doc)
			t.say("default", k.Default)
			t.say("in a plan", "set "+k.Key+"="+k.Default)
		}
	}
	return t
}

// say adds a row to a table, unless there is nothing to say.
func (t *table) say(name, value string) {
	if value != "" {
		t.add(name, value)
	}
}

// indented puts two spaces in front of what is written; each write is whole lines.
type indented struct{ w io.Writer }

// Write writes the lines.
func (i indented) Write(text []byte) (int, error) {
	_, err := io.WriteString(i.w, indent(string(text)))
	return len(text), err
}
