package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"onelane.test/faults/words"
	"onelane.test/scenarios"
	"onelane.test/scenarios/plan"
)

// seedFlag is the seed of one run; unset unless given.
type seedFlag struct {
	value uint64
	set   bool
}

// UnmarshalText reads a seed.
func (s *seedFlag) UnmarshalText(text []byte) (err error) {
	s.value, err = plan.ParseSeed(string(text))
	s.set = true
	return err
}

// rootFlag is the seed of a sweep; unset unless given.
type rootFlag struct {
	value uint64
	set   bool
}

// hashDigits is how many hexadecimal digits of a commit's hash make a seed.
const hashDigits = 16

// UnmarshalText reads a seed or "git:HASH", which is the seed that the hash begins with.
func (r *rootFlag) UnmarshalText(text []byte) (err error) {
	r.set = true
	hash, isHash := strings.CutPrefix(string(text), "git:")
	if !isHash {
		r.value, err = plan.ParseSeed(string(text))
		return err
	}
	if len(hash) >= 7 {
		r.value, err = strconv.ParseUint(hash[:min(len(hash), hashDigits)], 16, 64)
	}
	if len(hash) < 7 || err != nil {
		return &words.Error{Word: string(text), Want: "git: and at least seven digits of a commit's hash"}
	}
	return nil
}

// countFlag is a number of things, at least one.
type countFlag struct{ value int }

// maxCount bounds counts, far above what anybody can wait for.
const maxCount = 1_000_000_000

// UnmarshalText reads a whole number.
func (c *countFlag) UnmarshalText(text []byte) (err error) {
	c.value, err = strconv.Atoi(string(text))
	if err != nil || c.value < 1 || c.value > maxCount {
		return &words.Error{Word: string(text), Want: fmt.Sprintf("a whole number from 1 to %d", maxCount)}
	}
	return nil
}

// indexFlag is the place of something among others, from 0 on.
type indexFlag struct{ value int }

// UnmarshalText reads a whole number.
func (i *indexFlag) UnmarshalText(text []byte) (err error) {
	i.value, err = strconv.Atoi(string(text))
	if err != nil || i.value < 0 || i.value > maxCount {
		return &words.Error{Word: string(text), Want: fmt.Sprintf("a whole number from 0 to %d", maxCount)}
	}
	return nil
}

// stepFlag is the number of a step, the first of which is 1; zero unless given.
type stepFlag struct{ value uint64 }

// UnmarshalText reads a whole number.
func (s *stepFlag) UnmarshalText(text []byte) (err error) {
	s.value, err = strconv.ParseUint(string(text), 10, 64)
	if err != nil || s.value < 1 {
		return &words.Error{Word: string(text), Want: "the number of a step, the first of which is 1"}
	}
	return nil
}

// realTimeFlag is a span of real time; zero unless given.
type realTimeFlag struct{ value time.Duration }

// UnmarshalText reads a duration above zero.
func (r *realTimeFlag) UnmarshalText(text []byte) (err error) {
	r.value, err = words.ParseDuration(string(text))
	if err != nil || r.value == 0 {
		return &words.Error{Word: string(text), Want: "a duration above zero such as 30s or 5m"}
	}
	return nil
}

// overrides are the flags that change what a seed draws or a plan says.
type overrides struct {
	Schedule string   `placeholder:"X" help:"Run under this schedule instead of the drawn one."`
	Design   string   `placeholder:"NAME" help:"Run this design of the system instead of hardened; see list designs."`
	Set      []string `placeholder:"KEY=VALUE" sep:"none" help:"Change a knob; see list knobs."`
	Arm      []string `placeholder:"NAME[@N/D]" sep:"none" help:"Arm a failpoint, always or in N of D cases; see list failpoints."`
}

// options checks the flags and returns what they change.
func (o overrides) options() (scenarios.PlanOptions, error) {
	var options scenarios.PlanOptions
	if o.Schedule != "" {
		schedule, err := plan.ParseSchedule(o.Schedule)
		if err != nil {
			return options, fmt.Errorf("--schedule: %w", err)
		}
		options.Schedule = schedule
	}
	options.Design = o.Design
	for _, text := range o.Set {
		set, err := plan.ParseSet(text)
		if err != nil {
			return options, fmt.Errorf("--set: %w", err)
		}
		options.Sets = append(options.Sets, set)
	}
	for _, text := range o.Arm {
		arm, err := plan.ParseArm(text)
		if err != nil {
			return options, fmt.Errorf("--arm: %w", err)
		}
		options.Arms = append(options.Arms, arm)
	}
	return options, checkNames(options)
}

// checkNames returns an error if an option names a design, a knob or a failpoint that is not there.
func checkNames(options scenarios.PlanOptions) error {
	names := scenarios.Names()
	if options.Design != "" {
		if err := names.CheckDesign(options.Design); err != nil {
			return fmt.Errorf("--design: %w", err)
		}
	}
	for _, set := range options.Sets {
		if err := names.CheckSet(set); err != nil {
			return fmt.Errorf("--set: %w", err)
		}
	}
	for _, arm := range options.Arms {
		if err := names.CheckArm(arm); err != nil {
			return fmt.Errorf("--arm: %w", err)
		}
	}
	return nil
}

// apply changes a plan that was read from a file.
func apply(p *plan.Plan, options scenarios.PlanOptions) error {
	if options.Schedule != "" {
		p.Schedule = options.Schedule
	}
	if options.Design != "" {
		p.Cluster.Design = options.Design
	}
	p.Assign(options.Sets...)
	p.Arm(options.Arms...)
	return p.ValidateNames(scenarios.Names())
}
