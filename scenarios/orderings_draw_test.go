package scenarios

import (
	"fmt"
	"time"

	"onelane.test/faults"
	"onelane.test/scenarios/plan"
	"onelane.test/scenarios/workload"
	"onelane.test/sim"
)

// allCommands is a user who does all that there is, gates too.
func allCommands() workload.Profile {
	return workload.Profile{
		Min: 1, Max: 14, From: 5 * time.Millisecond, Span: 600 * time.Millisecond,
		Weights: append(workload.Everything(), workload.Weight{Kind: "gate", Weight: 1}),
		Ticks:   ticks, Gates: []time.Duration{50 * time.Millisecond, time.Second},
	}
}

// allFaults lets everything go wrong that can.
func allFaults() faults.Profile {
	return faults.Profile{
		Kinds: faults.Names(), Max: 8, From: 10 * time.Millisecond, To: 1200 * time.Millisecond, Budget: faults.DefaultBudget(),
	}
}

// ordering draws a legal plan: commands and faults by the grammar that all scenarios draw from, but of all kinds there
// are, and with them the cluster, the schedule and what else decides who comes before whom. Any choices make a plan. The
// first of some options is the simplest, where shrinking ends.
func ordering(src workload.Source) *plan.Plan {
	p := plan.New("storm", uint64(src.IntN("seed", 1<<16)))
	p.Cluster.Processes, p.Cluster.Workers = 1+src.IntN("processes", 3), 1+src.IntN("workers", 2)
	p.Cluster.Replicas = 1 + src.IntN("replicas", 2)
	objects := plan.NewObjects(p.Cluster)
	commands := workload.Draw(src, allCommands(), objects)
	wrong := faults.Draw(src, allFaults(), objects.Site())
	p.Schedule = drawAnySchedule(src)
	drawWorld(src, p)
	heal := max(allFaults().To, commands[len(commands)-1].At+time.Millisecond)
	p.Lines = append(plan.Merge(commands, plan.Faults(wrong)),
		plan.Line{At: heal, Statement: plan.Heal{}}, plan.Line{At: heal + defaultQuiet, Statement: plan.Check{}})
	return p
}

// drawAnySchedule draws one of all kinds of schedules. Those that weigh actors by their steps are told a guess.
func drawAnySchedule(src workload.Source) string {
	steps := func() int { return oneOf(src, "steps", 1_000, 10_000, 50_000) }
	var schedule string
	switch src.IntN("schedule", 7) {
	case 0:
		schedule = "fifo"
	case 1:
		schedule = "random"
	case 2:
		schedule = fmt.Sprintf("pct depth=%d horizon=%d", 1+src.IntN("depth", 5), steps())
	case 3:
		schedule = "pos"
	case 4:
		schedule = fmt.Sprintf("delay delays=%d horizon=%d", 1+src.IntN("delays", 5), steps())
	case 5:
		schedule = fmt.Sprintf("urw r1.p0.worker0=%d env.coordinator=%d", steps(), steps())
	case 6:
		schedule = fmt.Sprintf("surw object=catalog r1.p0.worker0=%d env.coordinator=%d", steps(), steps())
	}
	if src.Chance("fair", 1, 4) {
		schedule += fmt.Sprintf(" fair=%d", steps())
	}
	return schedule
}

// drawWorld draws how time passes, and settings.
func drawWorld(src workload.Source, p *plan.Plan) {
	p.World.Grain = oneOf(src, "grain",
		sim.Grain(100*time.Microsecond), sim.Grain(time.Millisecond), sim.GrainInstant, sim.GrainExact)
	if src.Chance("fine", 1, 8) {
		p.World.Points = sim.PointsFine
	}
	if src.Chance("latency", 1, 4) {
		p.World.Latency = plan.Range{Min: 100 * time.Microsecond, Max: 5 * time.Millisecond}
	}
	for _, knob := range [...]struct {
		key    string
		values []string
	}{
		{"suspend-delay", []string{"", "10ms", "1s"}},
		{"restart", []string{"", "20ms", "2s"}},
		{"maintenance", []string{"", "1ms", "100ms"}},
		{"statistics", []string{"", "50ms", "200ms"}},
	} {
		if value := oneOf(src, knob.key, knob.values...); value != "" {
			p.Sets = append(p.Sets, plan.Set{Key: knob.key, Value: value})
		}
	}
}

func oneOf[T any](src workload.Source, label string, options ...T) T {
	return options[src.IntN(label, len(options))]
}
