package faults

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"onelane.test/faults/words"
)

// Fault is one thing that goes wrong. Its dynamic type is the kind; values are comparable and never change.
type Fault interface {
	// String prints the fault as [Parse] reads it.
	fmt.Stringer
	// Kind is the name under which [Kinds] lists the fault.
	Kind() string
	// Span says how long the fault lasts.
	Span() Span
	// target names what the fault acts on. Faults on one target interfere, see [Injector.Heal].
	target() string
	// check returns an error if the fault names something that the site lacks.
	check(Site) error
	// begin brings the fault about and reports whether that had an effect at once. It runs on the driver.
	begin(*Injector) bool
	// end takes the fault back. It is never called for a fault that does not last.
	end(*Injector)
}

// Span says how long a fault lasts.
type Span struct {
	// Lasting is false for a fault that is over as soon as it has happened, such as a kill.
	Lasting bool
	// For is the length of a lasting fault; zero means until everything heals.
	For time.Duration
}

// lasting returns the span of a fault that has an optional for=.
func lasting(length time.Duration) Span { return Span{Lasting: true, For: length} }

// Kind describes one kind of fault.
type Kind struct {
	Name string
	// Usage is the whole statement; words in capitals stand for values, brackets for what may be left out.
	Usage string
	// Doc is one sentence on what happens.
	Doc string

	parse func(*words.Args) Fault
	draw  func(*drawer) (Fault, bool)
}

// Kinds returns all kinds of faults, sorted by name.
func Kinds() []Kind {
	return []Kind{
		blockingReplyKind(),
		clockSkewKind(),
		clogKind(),
		cutKind(),
		cutAtKind(),
		flagSkewKind(),
		floodKind(),
		halfOpenKind(),
		holdAtKind(),
		killKind(),
		killBringUpKind(),
		killSetKind(),
		killSetAtKind(),
		meshCutKind(),
		meshDelayKind(),
		meshHoldKind(),
		oldEnvironmentKind(),
		oneWayKind(),
		pauseKind(),
		pauseWorkerKind(),
		reorderKind(),
		slowAcceptKind(),
		slowAdapterKind(),
		slowAsyncKind(),
		slowLinkKind(),
		slowPersistKind(),
		sourceErrorKind(),
		stalePeerKind(),
		stallAtKind(),
	}
}

// Names returns the names of all kinds, sorted.
func Names() []string {
	var names []string
	for _, kind := range Kinds() {
		names = append(names, kind.Name)
	}
	return names
}

// Lookup returns the kind with that name.
func Lookup(name string) (Kind, bool) {
	kinds := Kinds()
	i := slices.IndexFunc(kinds, func(k Kind) bool { return k.Name == name })
	if i < 0 {
		return Kind{}, false
	}
	return kinds[i], true
}

// Parse reads a fault. Errors are of type *words.Error.
func Parse(text string) (Fault, error) { return words.Parse(text, Read) }

// Read takes a fault's words out of a statement. After an error, which the statement's End returns, the result is nil.
func Read(a *words.Args) Fault {
	kind, ok := Lookup(a.OneOf(Names()...))
	if !ok {
		return nil
	}
	return kind.parse(a)
}

// Check returns an error of type *words.Error if the fault names a process, a worker or a source that the site lacks.
func Check(f Fault, site Site) error { return f.check(site) }

// text joins the words of a fault; a length of zero, which lasts until everything heals, is not printed.
func text(length time.Duration, all ...string) string {
	if length > 0 {
		all = append(all, "for="+words.FormatDuration(length))
	}
	return strings.Join(all, " ")
}

// readFor takes the optional length of a fault.
func readFor(a *words.Args) time.Duration {
	return a.OptionalDuration("for", time.Nanosecond, 0)
}
