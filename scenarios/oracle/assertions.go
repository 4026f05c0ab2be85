package oracle

import (
	"onelane.test/runtime/storage"
	"onelane.test/sim/trace"
)

// Assertions demands that no soft assertion fails: what Materialize panics on in its tests and only logs in production
// (MaterializeInc/materialize#28841).
type Assertions struct{ Base }

// NewAssertions returns the oracle.
func NewAssertions(world Violator) *Assertions {
	return &Assertions{newBase("soft-assertion", "no worker meets what the protocol rules out", world)}
}

// Observe judges the assertions, and counts the places where one may fail.
func (a *Assertions) Observe(r *trace.Record) {
	switch e := r.Event.(type) {
	case storage.Reconciled, storage.ExternalMap:
		a.looks++
	case storage.SoftAssertion:
		a.Violatef("a soft assertion failed: %s\n%s worker %d, object %s", e.Reason, r.Node, e.Worker, e.ID)
	}
}
