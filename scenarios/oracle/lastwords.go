package oracle

import (
	"onelane.test/runtime/controller"
	"onelane.test/sim/trace"
)

// LastWords demands that the storage controller does not wait for ever for a replica's last word on a dropped collection.
// A replica says it on the connection on which it was told of the drop, and on no other: whoever reconnects is not told of
// what he does not know (reconcile_commands in src/storage/src/storage_state.rs, MaterializeInc/materialize#20020).
type LastWords struct{ Base }

// NewLastWords returns the oracle.
func NewLastWords(world Violator) *LastWords {
	return &LastWords{newBase("last-words", "no controller waits for ever for the last word on a dropped collection", world)}
}

// Observe counts the collections that were forgotten as they should be.
func (l *LastWords) Observe(r *trace.Record) {
	if e, ok := r.Event.(controller.Forgotten); ok && e.Plane == controller.Storage {
		l.looks++
	}
}

// Settled says whether nothing is waited for.
func (l *LastWords) Settled(s *State) (bool, string) {
	waiting := l.waiting(s)
	return waiting == "", waiting
}

// Check judges what is waited for still.
func (l *LastWords) Check(s *State) Verdict {
	if waiting := l.waiting(s); waiting != "" {
		l.violation = waiting
	}
	return l.verdict(s.Blocked)
}

func (l *LastWords) waiting(s *State) string {
	if s.Blocked != "" {
		return ""
	}
	for _, id := range s.Owed() {
		return "the controller still waits for the last word on a dropped collection\n" + id.Name
	}
	return ""
}
