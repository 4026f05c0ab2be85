package plan

import (
	"fmt"
	"strings"

	"onelane.test/faults/words"
	"onelane.test/sim"
)

// headerLine is a line that stands before the timed ones, by its first word.
type headerLine struct {
	key  string
	once bool
	read func(*parser, *words.Args)
}

func headerLines() []headerLine {
	return []headerLine{
		{"scenario", true, func(p *parser, a *words.Args) { p.plan.Scenario = a.Word("the name of a scenario") }},
		{"seed", true, func(p *parser, a *words.Args) { p.plan.Seed = read(a, "a seed", ParseSeed) }},
		{"schedule", true, readSchedule},
		{"world", true, func(p *parser, a *words.Args) { p.plan.World.read(a) }},
		{"cluster", true, func(p *parser, a *words.Args) { p.plan.Cluster.read(a) }},
		{"set", false, readSet},
		{"arm", false, readArm},
		{"choice", false, func(p *parser, a *words.Args) { p.plan.Choices = append(p.plan.Choices, readChoice(a)) }},
	}
}

func headerKeys() []string {
	var keys []string
	for _, h := range headerLines() {
		keys = append(keys, h.key)
	}
	return keys
}

// read takes the next word and turns it into a value.
func read[T any](a *words.Args, want string, parse func(string) (T, error)) T {
	var none T
	word := a.Word(want)
	if word == "" {
		return none
	}
	v, err := parse(word)
	a.FailWith(err)
	return v
}

func readSchedule(p *parser, a *words.Args) {
	text := a.Rest()
	schedule, err := ParseSchedule(text)
	a.FailWith(err)
	p.plan.Schedule = schedule
}

// ParseSchedule reads a schedule's text and returns it as plans print it. Errors are of type *words.Error.
func ParseSchedule(text string) (string, error) {
	schedule, err := sim.ParseSchedule(text)
	if err != nil {
		_, want, _ := strings.Cut(err.Error(), "want ")
		return "", &words.Error{Word: text, Want: "a schedule: " + want}
	}
	return schedule.Name(), nil
}

func readSet(p *parser, a *words.Args) {
	set, err := ParseSet(a.Rest())
	a.FailWith(err)
	set.Source = p.line
	if i := p.plan.set(set.Key); i >= 0 {
		a.Fail(set.Key, fmt.Sprintf("one line for each knob; line %d has it", p.plan.Sets[i].Source))
	}
	p.plan.Assign(set)
}

func readArm(p *parser, a *words.Args) {
	arm := read(a, "the name of a failpoint", ParseArm)
	arm.Source = p.line
	if i := p.plan.arm(arm.Point); i >= 0 {
		a.Fail(arm.Point, fmt.Sprintf("one line for each failpoint; line %d has it", p.plan.Arms[i].Source))
	}
	p.plan.Arm(arm)
}

// read takes the words of a world line; what is left out stays as it is.
func (w *World) read(a *words.Args) {
	if text, ok := a.Key("grain"); ok {
		grain, err := sim.ParseGrain(text)
		if err != nil {
			a.Fail("grain="+text, "grain=exact, instant, 10us, 100us or 1ms")
		}
		w.Grain = grain
	}
	if text, ok := a.Key("points"); ok {
		points, err := sim.ParsePoints(text)
		if err != nil {
			a.Fail("points="+text, "points=coarse or fine")
		}
		w.Points = points
	}
	if text, ok := a.Key("latency"); ok {
		low, high, _ := strings.Cut(text, "..")
		least, lowErr := words.ParseDuration(low)
		most, highErr := words.ParseDuration(high)
		if lowErr != nil || highErr != nil || least > most {
			a.Fail("latency="+text, "latency= from less to more, such as 100us..5ms")
		}
		w.Latency = Range{Min: least, Max: most}
	}
	if text, ok := a.Key("encode"); ok {
		if text != "on" && text != "off" {
			a.Fail("encode="+text, "encode=on or off")
		}
		w.Encode = text == "on"
	}
}

// maxSize bounds replicas, processes and workers.
const maxSize = 64

// read takes the words of a cluster line; what is left out stays as it is.
func (c *Cluster) read(a *words.Args) {
	c.Design = a.OptionalWord("design", c.Design)
	c.Topology = a.OptionalWord("topology", c.Topology)
	c.Replicas = int(a.OptionalInteger("replicas", 1, maxSize, int64(c.Replicas)))
	c.Processes = int(a.OptionalInteger("processes", 1, maxSize, int64(c.Processes)))
	c.Workers = int(a.OptionalInteger("workers", 1, maxSize, int64(c.Workers)))
	c.Isolation = a.OptionalWord("isolation", c.Isolation)
}
