package faults

import (
	"time"

	"onelane.test/faults/words"
)

// FlagSkew gives a process another topology flag than the others of its replica have: each of its starts reads the wrong one.
// When it ends, the flag is put right, and the process started anew.
type FlagSkew struct {
	Process string
	For     time.Duration
}

func flagSkewKind() Kind {
	return Kind{
		Name:  "flag-skew",
		Usage: "flag-skew PROCESS [for=DURATION]",
		Doc:   "Starts a process, from its next start on, with another topology flag than the others of its replica.",
		parse: func(a *words.Args) Fault {
			return FlagSkew{Process: a.Word("a process such as r1.p1"), For: readFor(a)}
		},
		draw: func(d *drawer) (Fault, bool) {
			return FlagSkew{Process: d.process(), For: d.length()}, d.site.Processes > 1
		},
	}
}

// Skewed answers a process that starts and reads its flags whether it reads another one than it should.
func (in *Injector) Skewed(process string) bool {
	_, r := find(in, func(f FlagSkew) bool { return f.Process == process })
	if r != nil {
		in.fire(r)
	}
	return r != nil
}

// Kind implements [Fault].
func (FlagSkew) Kind() string { return "flag-skew" }

// String implements [Fault].
func (f FlagSkew) String() string { return text(f.For, "flag-skew", f.Process) }

// Span implements [Fault].
func (f FlagSkew) Span() Span { return lasting(f.For) }

func (f FlagSkew) target() string { return "flag " + f.Process }

func (f FlagSkew) check(site Site) error {
	if err := oneOf(f.Process, site.ProcessNames()); err != nil {
		return err
	}
	if site.Processes < 2 {
		return &words.Error{Word: f.Process, Want: "a process of a replica that has others"}
	}
	return nil
}

func (FlagSkew) begin(*Injector) bool { return false }

func (f FlagSkew) end(in *Injector) {
	if node := in.node(f.Process); node.Alive() {
		node.Kill("the flag is put right")
	}
}
