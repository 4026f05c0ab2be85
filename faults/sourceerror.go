package faults

import (
	"strconv"

	"onelane.test/faults/words"
)

// SourceError makes a source fail once, on one worker: the next time that worker works on it. It waits until then, or
// until everything heals.
type SourceError struct {
	Source string
	Worker int // the timely index, which counts through all processes
}

func sourceErrorKind() Kind {
	return Kind{
		Name:  "source-error",
		Usage: "source-error SOURCE worker=INDEX",
		Doc:   "Makes a source fail once, on one worker; the source is suspended and started again.",
		parse: func(a *words.Args) Fault {
			return SourceError{Source: a.Word("a source such as s1"), Worker: int(a.Integer("worker", 0, 1<<16))}
		},
		draw: func(d *drawer) (Fault, bool) {
			source, ok := d.source()
			if !ok {
				return nil, false
			}
			peers := d.site.Processes * d.site.Workers
			return SourceError{Source: source, Worker: d.src.IntN("source-error/worker", peers)}, true
		},
	}
}

// SourceError answers a source's operator on one worker that asks whether it fails now, and for which reason. Each
// fault makes it fail once.
func (in *Injector) SourceError(source string, worker int) (reason string, fail bool) {
	s, r := find(in, func(s SourceError) bool { return s.Source == source && s.Worker == worker })
	if r == nil {
		return "", false
	}
	in.fire(r)
	in.finish(r)
	return "injected failure on worker " + strconv.Itoa(s.Worker), true
}

// Kind implements [Fault].
func (SourceError) Kind() string { return "source-error" }

// String implements [Fault].
func (s SourceError) String() string {
	return text(0, "source-error", s.Source, "worker="+strconv.Itoa(s.Worker))
}

// Span implements [Fault].
func (SourceError) Span() Span { return lasting(0) }

func (s SourceError) target() string { return "source " + s.Source }

func (s SourceError) check(site Site) error {
	if peers := site.Processes * site.Workers; s.Worker >= peers {
		return &words.Error{
			Word: "worker=" + strconv.Itoa(s.Worker),
			Want: "worker= a worker's index from 0 to " + strconv.Itoa(peers-1),
		}
	}
	return oneOf(s.Source, site.sourceNames())
}

func (SourceError) begin(*Injector) bool { return false }
func (SourceError) end(*Injector)        {}
