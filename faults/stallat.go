package faults

import (
	"time"

	"onelane.test/faults/words"
)

// StallAt makes a controller pause, once, before it sends a certain command of a connection: by the end of the pause the
// processes have taken all that came before. Without it they hardly ever have, since a controller that connects says
// everything at once.
type StallAt struct {
	Plane   Plane
	Replica string
	// Index counts the commands of a connection from 0, the Hello, or is [Last].
	Index int
	// Length is how long the pause is; if it is 0, the pause ends at Until, a time of the world.
	Length, Until time.Duration
}

func stallAtKind() Kind {
	return Kind{
		Name:  "stall-at",
		Usage: "stall-at compute|storage REPLICA index=N|last length=DURATION|until=TIME",
		Doc:   "Makes a controller pause before the Nth command of a connection; last is its InitializationComplete.",
		parse: func(a *words.Args) Fault {
			s := StallAt{
				Plane:   Plane(a.OneOf(string(Compute), string(Storage))),
				Replica: a.Word("a replica such as r1"),
				Index:   readIndex(a),
				Until:   a.OptionalDuration("until", time.Nanosecond, 0),
			}
			if s.Until == 0 {
				s.Length = a.Duration("length", time.Nanosecond)
			}
			return s
		},
		draw: func(d *drawer) (Fault, bool) {
			return StallAt{
				Plane: pick(d, "plane", []Plane{Compute, Storage}), Replica: d.replica(),
				Index: d.src.IntN("stall-at/index", drawnIndex), Length: d.delay(300 * time.Millisecond),
			}, true
		},
	}
}

// Kind implements [Fault].
func (StallAt) Kind() string { return "stall-at" }

// String implements [Fault].
func (s StallAt) String() string {
	end := "length=" + words.FormatDuration(s.Length)
	if s.Length == 0 {
		end = "until=" + words.FormatDuration(s.Until)
	}
	return text(0, "stall-at", string(s.Plane), s.Replica, formatIndex(s.Index), end)
}

// Span implements [Fault].
func (StallAt) Span() Span { return lasting(0) }

func (s StallAt) target() string        { return "stall " + string(s.Plane) + " " + s.Replica }
func (s StallAt) check(site Site) error { return oneOf(s.Replica, site.ReplicaNames()) }
func (StallAt) begin(*Injector) bool    { return false }
func (StallAt) end(*Injector)           {}
