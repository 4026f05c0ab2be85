package sim

import (
	"fmt"
	"strconv"
	"strings"
)

// Schedule picks who runs. It serves one world at a time; Reset makes it forget the one before.
type Schedule interface {
	// Name returns the text from which [ParseSchedule] makes the same schedule.
	Name() string
	// Reset is called when a world is made. The schedule draws from the world's stream "schedule".
	Reset(w *World)
	// Pick returns the index of the actor that makes the next step. It is asked only when at least two are enabled;
	// they are in the order of Ready and belong to the world.
	Pick(enabled []*Actor) int
	// New is called when an actor is made, and when a name gets a new life.
	New(a *Actor)
	// Ran is called after each step, also after those without a choice, with what the step had declared. acc is valid
	// during the call only.
	Ran(a *Actor, acc []Access)
}

// ScheduleKind describes the schedules of one name.
type ScheduleKind struct {
	// Usage is what [ParseSchedule] reads, with N and NAME for what differs.
	Usage string
	// Doc is one sentence for people.
	Doc   string
	parse func(text string, args []string) (Schedule, error)
}

// Schedules returns every kind of schedule that [ParseSchedule] knows. Any of them may be followed by "fair=N".
func Schedules() []ScheduleKind {
	return []ScheduleKind{
		{"fifo", "Who has waited longest runs next.", alone(FIFO)},
		{"random", "Any of those that can run, with even chances.", alone(Random)},
		{"pct depth=N horizon=N", "Random priorities, which change at depth-1 of the first horizon steps; " +
			"finds bugs of that depth with a known chance.", parsePCT},
		{"pct depth=N horizon=N " + unitsChains, "As pct, with a priority for each chain of steps that enable one another, " +
			"such as a message on its way, in place of each actor.", nil},
		{"pos", "A random priority for every step, drawn again where steps race; samples orders of what matters.",
			alone(POS)},
		{"urw ACTOR=N…", "Who has more steps before it runs more often, so that all orders are equally likely; " +
			"counts are learnt by a probe run if none are given.", parseURW},
		{"surw object=NAME… ACTOR=N…", "As urw, among the steps that touch a few objects only; " +
			"both are learnt by a probe run if neither is given.", parseSURW},
		{"delay delays=N horizon=N", "Nobody is interrupted, except that at so many of the first horizon steps " +
			"whoever would run is passed over.", parseDelay},
		{"SCHEDULE fair=N", "Any of the others for the first N steps, then random: nobody starves for ever.", nil},
	}
}

// ParseSchedule reads what Name prints, such as "random" or "pct depth=3 horizon=41210"; [Schedules] lists all kinds.
func ParseSchedule(text string) (Schedule, error) {
	words := splitWords(text)
	if n := len(words) - 1; n > 0 && strings.HasPrefix(words[n], "fair=") {
		return parseFair(text, words[:n], words[n])
	}
	return parseSchedule(text, words)
}

func parseSchedule(text string, words []string) (Schedule, error) {
	var names []string
	for _, kind := range Schedules() {
		name, _, _ := strings.Cut(kind.Usage, " ")
		if kind.parse == nil {
			continue
		}
		if len(words) > 0 && words[0] == name {
			return kind.parse(text, words[1:])
		}
		names = append(names, name)
	}
	return nil, fmt.Errorf("sim: parse schedule %q: want one of %s", text, strings.Join(names, ", "))
}

// alone makes a parser for a schedule that takes no arguments.
func alone(schedule func() Schedule) func(text string, args []string) (Schedule, error) {
	return func(text string, args []string) (Schedule, error) {
		if len(args) > 0 {
			return nil, fmt.Errorf("sim: parse schedule %q: %q: want nothing behind the name", text, args[0])
		}
		return schedule(), nil
	}
}

// scheduleArgs reads arguments of the form key=number; each of the keys must stand there exactly once.
func scheduleArgs(text string, args []string, keys ...string) ([]uint64, error) {
	want := strings.Join(keys, "=N ") + "=N"
	values := make([]uint64, len(keys))
	if len(args) != len(keys) {
		return nil, fmt.Errorf("sim: parse schedule %q: want %s", text, want)
	}
	for i, key := range keys {
		value, ok := strings.CutPrefix(args[i], key+"=")
		n, err := strconv.ParseUint(value, 10, 63)
		if !ok || err != nil || n == 0 {
			return nil, fmt.Errorf("sim: parse schedule %q: %q: want %s with positive numbers", text, args[i], want)
		}
		values[i] = n
	}
	return values, nil
}
