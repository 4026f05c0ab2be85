package faults

import (
	"strconv"
	"time"

	"onelane.test/faults/words"
)

// CutAt breaks a plane's connection to a process, once, when its controller has come to a certain command of a
// connection: some processes then have the command, and others never will.
type CutAt struct {
	Plane   Plane
	Process string
	// Index counts the commands of a connection from 0, the Hello.
	Index int
	// Length is for how long new connections fail.
	Length time.Duration
	// Pause is for how long the controller pauses before the command; the connection breaks at the end of that. The process
	// then has all that came before, and nothing else. Without it, what was said in the same breath is lost as well.
	Pause time.Duration
}

func cutAtKind() Kind {
	return Kind{
		Name:  "cut-at",
		Usage: "cut-at compute|storage PROCESS index=N length=DURATION [pause=DURATION]",
		Doc:   "Breaks a controller's connection to a process when it sends its Nth command; new ones fail for so long.",
		parse: func(a *words.Args) Fault {
			return CutAt{
				Plane:   Plane(a.OneOf(string(Compute), string(Storage))),
				Process: a.Word("a process such as r1.p0"),
				Index:   int(a.Integer("index", 0, maxIndex)),
				Length:  a.Duration("length", time.Nanosecond),
				Pause:   a.OptionalDuration("pause", time.Nanosecond, 0),
			}
		},
		draw: func(d *drawer) (Fault, bool) {
			return CutAt{
				Plane: pick(d, "plane", []Plane{Compute, Storage}), Process: d.process(),
				Index: d.src.IntN("cut-at/index", drawnIndex), Length: d.delay(300 * time.Millisecond),
			}, true
		},
	}
}

// waitsFor reports whether the fault waits for this command.
func (c CutAt) waitsFor(command Command) bool {
	return c.Plane == command.Plane && replicaOf(c.Process) == command.Replica && c.Index == command.Index
}

// cut returns what comes about then.
func (c CutAt) cut() Cut { return Cut{Plane: c.Plane, Process: c.Process, For: c.Length} }

// Kind implements [Fault].
func (CutAt) Kind() string { return "cut-at" }

// String implements [Fault].
func (c CutAt) String() string {
	all := []string{"cut-at", string(c.Plane), c.Process, "index=" + strconv.Itoa(c.Index), "length=" + words.FormatDuration(c.Length)}
	if c.Pause > 0 {
		all = append(all, "pause="+words.FormatDuration(c.Pause))
	}
	return text(0, all...)
}

// Span implements [Fault].
func (CutAt) Span() Span { return lasting(0) }

func (c CutAt) target() string        { return "command " + string(c.Plane) + " " + c.Process }
func (c CutAt) check(site Site) error { return oneOf(c.Process, site.ProcessNames()) }
func (CutAt) begin(*Injector) bool    { return false }
func (CutAt) end(*Injector)           {}
