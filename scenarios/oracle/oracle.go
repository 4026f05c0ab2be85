package oracle

import (
	"fmt"

	"onelane.test/sim/trace"
)

// Outcome is the three-valued result of an oracle.
type Outcome int

// The outcomes. Inconclusive counts as not looked.
const (
	Holds Outcome = iota
	Violated
	Inconclusive
)

// String returns the outcome's name as reports print it.
func (o Outcome) String() string {
	return [...]string{"holds", "violated", "inconclusive"}[o]
}

// Verdict is what an oracle says of a whole run.
type Verdict struct {
	Oracle  string
	Outcome Outcome
	Reason  string // one sentence, empty where the oracle simply holds
	Looks   uint64 // how often it compared something
}

// Oracle is one invariant. Observe is called for every event of the world, on the world's goroutine; it may not retain
// the record. Settled is asked between steps of the liveness phase and says whether the oracle would hold if the run
// ended now, or what it still waits for. Check is called once, after the liveness phase; Interrupted takes its place
// where the world stopped before.
type Oracle interface {
	trace.Observer
	Name() string
	Doc() string
	Settled(*State) (settled bool, waitingFor string)
	Check(*State) Verdict
	Interrupted() Verdict
}

// Violator is where a safety oracle reports: the world.
type Violator interface {
	Violate(oracle, message string)
}

// Base carries what all oracles share: name, count of looks, first violation. Its Settled and Check serve pure safety
// oracles, which have said all they know while they watched.
type Base struct {
	name, doc string
	world     Violator
	looks     uint64
	violation string
}

func newBase(name, doc string, world Violator) Base {
	return Base{name: name, doc: doc, world: world}
}

// Name returns the oracle's name, as `list oracles` and the failpoint catalogue write it.
func (b *Base) Name() string { return b.name }

// Doc returns one sentence that says what the oracle demands.
func (b *Base) Doc() string { return b.doc }

// Violatef records the first violation and stops the world with it.
func (b *Base) Violatef(format string, args ...any) {
	if b.violation != "" {
		return
	}
	b.violation = fmt.Sprintf(format, args...)
	b.world.Violate(b.name, b.violation)
}

// Settled of a safety oracle is always true.
func (b *Base) Settled(*State) (bool, string) { return true, "" }

// Check of a safety oracle tells what it saw.
func (b *Base) Check(*State) Verdict { return b.verdict("") }

// Interrupted tells what the oracle saw until the world stopped. What has not happened by then proves nothing.
func (b *Base) Interrupted() Verdict { return b.verdict("the run was interrupted") }

// verdict builds the verdict from what was recorded; inconclusive, if not empty, is the reason why a run without
// violation proves nothing.
func (b *Base) verdict(inconclusive string) Verdict {
	v := Verdict{Oracle: b.name, Looks: b.looks}
	switch {
	case b.violation != "":
		v.Outcome, v.Reason = Violated, b.violation
	case inconclusive != "":
		v.Outcome, v.Reason = Inconclusive, inconclusive
	case b.looks == 0:
		v.Outcome, v.Reason = Inconclusive, "saw nothing"
	}
	return v
}
