package plan

import (
	"fmt"
	"strings"

	"onelane.test/faults/words"
)

// String prints the plan as [Parse] reads it.
func (p *Plan) String() string {
	var b strings.Builder
	b.WriteString(header + "\n")
	line := func(key, text string) { fmt.Fprintf(&b, "%-10s %s\n", key, text) }
	line("scenario", p.Scenario)
	line("seed", FormatSeed(p.Seed))
	line("schedule", p.Schedule)
	line("world", p.World.String())
	line("cluster", p.Cluster.String())
	for _, set := range p.Sets {
		b.WriteString(set.line() + "\n")
	}
	for _, arm := range p.Arms {
		b.WriteString(arm.line() + "\n")
	}
	for _, timed := range p.Lines {
		b.WriteString(timed.String() + "\n")
	}
	for _, choice := range p.Choices {
		line("choice", choice.String())
	}
	return b.String()
}

// String prints the line as it stands in a plan.
func (l Line) String() string {
	return fmt.Sprintf("%-10s %s", "@"+words.FormatDuration(l.At), l.Statement)
}

// String prints what follows the word world.
func (w World) String() string {
	text := fmt.Sprintf("grain=%s points=%s", w.Grain, w.Points)
	if w.Latency != (Range{}) {
		text += " latency=" + w.Latency.String()
	}
	if w.Encode {
		text += " encode=on"
	}
	return text
}

// String prints the two ends: "1ms..5ms".
func (r Range) String() string {
	return words.FormatDuration(r.Min) + ".." + words.FormatDuration(r.Max)
}

// String prints what follows the word cluster.
func (c Cluster) String() string {
	return fmt.Sprintf("design=%s topology=%s replicas=%d processes=%d workers=%d isolation=%s",
		c.Design, c.Topology, c.Replicas, c.Processes, c.Workers, c.Isolation)
}

// String prints the setting as the command line takes it: "KEY=VALUE".
func (s Set) String() string { return s.Key + "=" + s.Value }

func (s Set) line() string { return fmt.Sprintf("%-10s %s", "set", s) }

// String prints the arming as the command line takes it: "NAME" or "NAME@N/D".
func (a Arm) String() string {
	if a.Num == a.Den {
		return a.Point
	}
	return fmt.Sprintf("%s@%d/%d", a.Point, a.Num, a.Den)
}

func (a Arm) line() string { return fmt.Sprintf("%-10s %s", "arm", a) }
