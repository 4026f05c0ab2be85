package plan

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"onelane.test/faults/words"
)

const createSourceUsage = "create source NAME [kind=generated] partitions=N rate=N/s [exports=N] [tick=DURATION] [shape=N]"

// SourceKinds are the kinds of sources that the system knows.
var SourceKinds = [...]string{"generated"}

// CreateSource creates a source, whose rows are a pure function of their offset.
type CreateSource struct {
	Name string
	// Kind is one of [SourceKinds].
	Kind string
	// Partitions is how many readers share the source's offsets.
	Partitions int
	// Rate is in rows per second and export.
	Rate int64
	// Exports is how many collections the source fills: NAME, NAME/t1, NAME/t2 and so on.
	Exports int
	// Tick is how often the source's frontier advances.
	Tick time.Duration
	// Shape selects among variants of the dataflow's construction.
	Shape int
}

// Defaults of a source, which its text leaves out.
const (
	defaultExports = 1
	defaultTick    = time.Second
	maxPartitions  = 1024
	maxRate        = 1_000_000
	maxExports     = 64
	maxShape       = 64
)

func readCreateSource(a *words.Args) Statement {
	s := CreateSource{Name: readName(a), Kind: SourceKinds[0]}
	if kind, ok := a.Key("kind"); ok {
		s.Kind = kind
		if err := oneOf(kind, SourceKinds[:]); err != nil {
			a.Fail("kind="+kind, "kind="+err.Want)
		}
	}
	s.Partitions = int(a.Integer("partitions", 1, maxPartitions))
	s.Rate = readRate(a)
	s.Exports = int(a.OptionalInteger("exports", 1, maxExports, defaultExports))
	s.Tick = a.OptionalDuration("tick", time.Millisecond, defaultTick)
	s.Shape = int(a.OptionalInteger("shape", 0, maxShape, 0))
	return s
}

// readRate takes rate=N/s.
func readRate(a *words.Args) int64 {
	value := a.Need("rate", "N/s")
	number, isRate := strings.CutSuffix(value, "/s")
	rate, err := strconv.ParseInt(number, 10, 64)
	if !isRate || err != nil || rate < 0 || rate > maxRate {
		a.Fail("rate="+value, fmt.Sprintf("rate= a whole number of rows per second from 0/s to %d/s", maxRate))
	}
	return rate
}

// String implements [Statement].
func (s CreateSource) String() string {
	text := fmt.Sprintf("create source %s partitions=%d rate=%d/s", s.Name, s.Partitions, s.Rate)
	if s.Kind != SourceKinds[0] {
		text = fmt.Sprintf("create source %s kind=%s partitions=%d rate=%d/s", s.Name, s.Kind, s.Partitions, s.Rate)
	}
	if s.Exports != defaultExports {
		text += fmt.Sprintf(" exports=%d", s.Exports)
	}
	if s.Tick != defaultTick {
		text += " tick=" + words.FormatDuration(s.Tick)
	}
	if s.Shape != 0 {
		text += fmt.Sprintf(" shape=%d", s.Shape)
	}
	return text
}

// Collections returns the names of the collections that the source fills.
func (s CreateSource) Collections() []string {
	names := []string{s.Name}
	for n := 1; n < s.Exports; n++ {
		names = append(names, fmt.Sprintf("%s/t%d", s.Name, n))
	}
	return names
}

// Creates returns the name of the new object.
func (s CreateSource) Creates() string { return s.Name }

func (s CreateSource) apply(o *Objects) error {
	return o.create(Object{Name: s.Name, Kind: KindSource, Collections: s.Collections()})
}
