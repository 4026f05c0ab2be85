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
}

func cutAtKind() Kind {
	return Kind{
		Name:  "cut-at",
		Usage: "cut-at compute|storage PROCESS index=N length=DURATION",
		Doc:   "Breaks a controller's connection to a process when it sends its Nth command; new ones fail for so long.",
		parse: func(a *words.Args) Fault {
			return CutAt{
				Plane:   Plane(a.OneOf(string(Compute), string(Storage))),
				Process: a.Word("a process such as r1.p0"),
				Index:   int(a.Integer("index", 0, maxIndex)),
				Length:  a.Duration("length", time.Nanosecond),
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

// maxIndex bounds the number of a command, drawnIndex those that are drawn.
const maxIndex, drawnIndex = 1 << 20, 24

// Sent tells the injector that a controller is about to send a command to a replica.
func (in *Injector) Sent(plane Plane, replica string, index int) {
	if c, r := find(in, func(c CutAt) bool { return c.Plane == plane && replicaOf(c.Process) == replica && c.Index == index }); r != nil {
		in.soon(r, 0, func() { in.Begin(Cut{Plane: plane, Process: c.Process, For: c.Length}) })
	}
	if h, r := find(in, func(h HoldAt) bool { return h.Plane == plane && replicaOf(h.Process) == replica && h.Index == index }); r != nil {
		in.soon(r, 0, func() { in.Begin(OneWay{From: Environment, To: h.Process, For: h.Length}) })
	}
}

// Kind implements [Fault].
func (CutAt) Kind() string { return "cut-at" }

// String implements [Fault].
func (c CutAt) String() string {
	return text(0, "cut-at", string(c.Plane), c.Process, "index="+strconv.Itoa(c.Index), "length="+words.FormatDuration(c.Length))
}

// Span implements [Fault].
func (CutAt) Span() Span { return lasting(0) }

func (c CutAt) target() string        { return "command " + string(c.Plane) + " " + c.Process }
func (c CutAt) check(site Site) error { return oneOf(c.Process, site.ProcessNames()) }
func (CutAt) begin(*Injector) bool    { return false }
func (CutAt) end(*Injector)           {}
