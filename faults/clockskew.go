package faults

import (
	"time"

	"onelane.test/faults/words"
)

// ClockSkew moves the wall clock of a process's machine by a step, and back when it ends. Sources take the times of their
// bindings from that clock.
type ClockSkew struct {
	Process string
	// Step is what the clock is moved by; it is not 0, and backwards if it is negative.
	Step time.Duration
	For  time.Duration
}

func clockSkewKind() Kind {
	return Kind{
		Name:  "clock-skew",
		Usage: "clock-skew PROCESS ahead=DURATION|behind=DURATION [for=DURATION]",
		Doc:   "Sets the wall clock of a process's machine ahead or back; it is put right when this ends.",
		parse: func(a *words.Args) Fault {
			return ClockSkew{Process: a.Word("a process such as r1.p0"), Step: readStep(a), For: readFor(a)}
		},
		draw: func(d *drawer) (Fault, bool) {
			f := ClockSkew{Process: d.process(), Step: d.delay(500 * time.Millisecond), For: d.length()}
			if d.src.Chance("clock-skew/behind", 1, 2) {
				f.Step = -f.Step
			}
			return f, true
		},
	}
}

// readStep takes one of the two keys.
func readStep(a *words.Args) time.Duration {
	if behind := a.OptionalDuration("behind", time.Nanosecond, 0); behind > 0 {
		return -behind
	}
	return a.Duration("ahead", time.Nanosecond)
}

// Kind implements [Fault].
func (ClockSkew) Kind() string { return "clock-skew" }

// String implements [Fault].
func (c ClockSkew) String() string {
	step := "ahead=" + words.FormatDuration(c.Step)
	if c.Step < 0 {
		step = "behind=" + words.FormatDuration(-c.Step)
	}
	return text(c.For, "clock-skew", c.Process, step)
}

// Span implements [Fault].
func (c ClockSkew) Span() Span { return lasting(c.For) }

func (c ClockSkew) target() string        { return "clock " + c.Process }
func (c ClockSkew) check(site Site) error { return oneOf(c.Process, site.ProcessNames()) }

func (c ClockSkew) begin(in *Injector) bool {
	in.setClock(c.Process)
	return in.node(c.Process).Alive()
}

func (c ClockSkew) end(in *Injector) { in.setClock(c.Process) }

// setClock moves the clock of a process's machine to where the skews that last want it, all together.
func (in *Injector) setClock(process string) {
	var wanted time.Duration
	for _, r := range in.active {
		if c, ok := r.Fault.(ClockSkew); ok && c.Process == process {
			wanted += c.Step
		}
	}
	in.node(process).StepClock(wanted - in.clocks[process])
	in.clocks[process] = wanted
}
