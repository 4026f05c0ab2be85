package faults

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"onelane.test/faults/words"
)

// Flood makes a controller send its parameters to all replicas over and over.
type Flood struct {
	Plane Plane
	Rate  int // per second
	For   time.Duration
}

func floodKind() Kind {
	return Kind{
		Name:  "flood",
		Usage: "flood compute|storage rate=N/s [for=DURATION]",
		Doc:   "Makes a controller send its parameters to all replicas over and over, so often in a second.",
		parse: func(a *words.Args) Fault {
			return Flood{Plane: Plane(a.OneOf(string(Compute), string(Storage))), Rate: readRate(a), For: readFor(a)}
		},
		draw: func(d *drawer) (Fault, bool) {
			return Flood{
				Plane: pick(d, "plane", []Plane{Compute, Storage}), Rate: pick(d, "flood/rate", []int{200, 800, 1100}),
				For: min(d.length(), longestFlood),
			}, true
		},
	}
}

const (
	maxFlood     = 1_000_000
	longestFlood = 3 * time.Second
)

func readRate(a *words.Args) int {
	value := a.Need("rate", "N/s")
	number, isRate := strings.CutSuffix(value, "/s")
	rate, err := strconv.Atoi(number)
	if !isRate || err != nil || rate < 1 || rate > maxFlood {
		a.Fail("rate="+value, fmt.Sprintf("rate= a whole number of commands per second from 1/s to %d/s", maxFlood))
	}
	return rate
}

// Kind implements [Fault].
func (Flood) Kind() string { return "flood" }

// String implements [Fault].
func (f Flood) String() string {
	return text(f.For, "flood", string(f.Plane), fmt.Sprintf("rate=%d/s", f.Rate))
}

// Span implements [Fault].
func (f Flood) Span() Span { return lasting(f.For) }

func (f Flood) target() string   { return "flood " + string(f.Plane) }
func (f Flood) check(Site) error { return nil }

// begin sends once and calls itself again for as long as the fault lasts.
func (f Flood) begin(in *Injector) bool {
	if _, r := find(in, func(other Flood) bool { return other == f }); r == nil {
		return false
	}
	in.env.Flood(f.Plane)
	in.env.World.At(in.env.World.Now().Add(time.Second/time.Duration(f.Rate)), "flood", func() { f.begin(in) })
	return true
}

func (Flood) end(*Injector) {}
