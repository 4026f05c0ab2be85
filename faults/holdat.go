package faults

import (
	"strconv"
	"time"

	"onelane.test/faults/words"
)

// HoldAt keeps back, once, what the environment sends to a process from when a controller has come to a certain command of
// a connection: the process has the first part of what the connection says, and waits for the rest.
type HoldAt struct {
	Plane   Plane
	Process string
	// Index counts the commands of a connection from 0, the Hello.
	Index int
	// Length is for how long the rest is kept back.
	Length time.Duration
}

func holdAtKind() Kind {
	return Kind{
		Name:  "hold-at",
		Usage: "hold-at compute|storage PROCESS index=N length=DURATION",
		Doc:   "Keeps back what the environment sends to a process from the Nth command of a connection on, for so long.",
		parse: func(a *words.Args) Fault {
			return HoldAt{
				Plane:   Plane(a.OneOf(string(Compute), string(Storage))),
				Process: a.Word("a process such as r1.p0"),
				Index:   int(a.Integer("index", 0, maxIndex)),
				Length:  a.Duration("length", time.Nanosecond),
			}
		},
		draw: func(d *drawer) (Fault, bool) {
			return HoldAt{
				Plane: pick(d, "plane", []Plane{Compute, Storage}), Process: d.process(),
				Index: d.src.IntN("hold-at/index", drawnIndex), Length: d.delay(time.Second),
			}, true
		},
	}
}

// Kind implements [Fault].
func (HoldAt) Kind() string { return "hold-at" }

// String implements [Fault].
func (h HoldAt) String() string {
	return text(0, "hold-at", string(h.Plane), h.Process, "index="+strconv.Itoa(h.Index), "length="+words.FormatDuration(h.Length))
}

// Span implements [Fault].
func (HoldAt) Span() Span { return lasting(0) }

func (h HoldAt) target() string        { return "hold " + string(h.Plane) + " " + h.Process }
func (h HoldAt) check(site Site) error { return oneOf(h.Process, site.ProcessNames()) }
func (HoldAt) begin(*Injector) bool    { return false }
func (HoldAt) end(*Injector)           {}
