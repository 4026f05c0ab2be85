package scenarios

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"onelane.test/faults/words"
	"onelane.test/scenarios/plan"
)

// Knob is a setting of the modelled system that a plan's set line, or --set, changes.
type Knob struct {
	Key     string
	Default string
	Doc     string
	parse   func(*knobs, string) error
}

// knobs are the values of all knobs.
type knobs struct {
	maintenance, statistics, suspend, iteration time.Duration
	restart, keepalive, timeout                 time.Duration
	command, rehydrate                          time.Duration
	items, capacity                             int
}

// Knobs returns all knobs, sorted by key.
func Knobs() []Knob {
	return []Knob{
		{"capacity", "0", "messages that a connection may have under way in each direction; 0 bounds nothing", setCapacity},
		duration("command", "0s", "work of handling one command on a worker", func(k *knobs) *time.Duration { return &k.command }),
		duration("iteration", "5us", "work of one turn of a worker's loop", func(k *knobs) *time.Duration { return &k.iteration }),
		{"items", "6", "items of each kind that each producer of the scenario lane sends", setItems},
		duration("keepalive", "1s", "silence after which a connection's end gives a sign of life", func(k *knobs) *time.Duration { return &k.keepalive }),
		duration("maintenance", "10ms", "interval of the workers' maintenance, at first", func(k *knobs) *time.Duration { return &k.maintenance }),
		duration("rehydrate", "1s", "the longest that a controller waits before it connects to a replica again", func(k *knobs) *time.Duration { return &k.rehydrate }),
		duration("restart", "500ms", "the longest that a process stays down before it is started again", func(k *knobs) *time.Duration { return &k.restart }),
		duration("statistics", "1s", "interval of the storage statistics, at first", func(k *knobs) *time.Duration { return &k.statistics }),
		duration("suspend-delay", "5s", "time between an object's fault and its restart", func(k *knobs) *time.Duration { return &k.suspend }),
		duration("timeout", "5s", "silence after which a connection is given up", func(k *knobs) *time.Duration { return &k.timeout }),
	}
}

func duration(key, value, doc string, of func(*knobs) *time.Duration) Knob {
	return Knob{Key: key, Default: value, Doc: doc, parse: func(k *knobs, text string) error {
		d, err := words.ParseDuration(text)
		if err != nil || d < 0 {
			return &words.Error{Word: key + "=" + text, Want: key + "= a duration such as " + value}
		}
		*of(k) = d
		return nil
	}}
}

func setItems(k *knobs, text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > 10_000 {
		return &words.Error{Word: "items=" + text, Want: "items= a whole number from 1 to 10000"}
	}
	k.items = n
	return nil
}

func setCapacity(k *knobs, text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > 10_000 {
		return &words.Error{Word: "capacity=" + text, Want: "capacity= a whole number from 0 to 10000"}
	}
	k.capacity = n
	return nil
}

// knobChecks is what a plan's set lines are validated with.
func knobChecks() map[string]func(string) error {
	checks := map[string]func(string) error{}
	for _, k := range Knobs() {
		checks[k.Key] = func(value string) error { return k.parse(&knobs{}, value) }
	}
	return checks
}

// knobsOf returns the values that a plan's set lines leave.
func knobsOf(sets []plan.Set) (knobs, error) {
	var values knobs
	all := Knobs()
	for _, k := range all {
		if err := k.parse(&values, k.Default); err != nil {
			panic("scenarios: default of knob " + k.Key + ": " + err.Error())
		}
	}
	for _, s := range sets {
		i := slices.IndexFunc(all, func(k Knob) bool { return k.Key == s.Key })
		if i < 0 {
			return values, fmt.Errorf("scenarios: no knob %q", s.Key)
		}
		if err := all[i].parse(&values, s.Value); err != nil {
			return values, err
		}
	}
	return values, nil
}
