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

// ParseSchedule reads "fifo", "random" or "pct depth=3 horizon=41210".
func ParseSchedule(text string) (Schedule, error) {
	fields := strings.Fields(text)
	if len(fields) == 0 {
		return nil, fmt.Errorf("sim: parse schedule %q: want fifo, random or pct", text)
	}
	switch name, args := fields[0], fields[1:]; {
	case name == "fifo" && len(args) == 0:
		return FIFO(), nil
	case name == "random" && len(args) == 0:
		return Random(), nil
	case name == "pct":
		return parsePCT(text, args)
	}
	return nil, fmt.Errorf("sim: parse schedule %q: want fifo, random, or pct depth=N horizon=N", text)
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
