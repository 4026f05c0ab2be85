package sim

import (
	"context"
	"fmt"
	"runtime/debug"
	"time"
)

var _ context.Context = (*Task)(nil)

// Deadline says that a task has none. An external [context.WithDeadline] over a task would run on real time.
func (t *Task) Deadline() (time.Time, bool) { return time.Time{}, false }

// Done returns nil: a channel would make package context start goroutines.
func (t *Task) Done() <-chan struct{} { return nil } //simvet:allow channel context.Context asks for the type

// Err returns [context.Canceled] once the task's process has ended, otherwise nil.
func (t *Task) Err() error {
	if t.killed {
		return context.Canceled
	}
	return nil
}

// Value returns the world's value under the key.
func (t *Task) Value(key any) any { return t.w.Value(key) }

// Errorf makes the world stop with a violation of the oracle "require" after this step. With [Task.FailNow] it makes
// the task the TestingT of testify.
func (t *Task) Errorf(format string, args ...any) {
	t.check()
	message := fmt.Sprintf(format, args...)
	t.w.halt(&Stop{
		Kind: StopViolation, Reason: "require: " + message, Signature: "require: " + normalise(message),
		Stack: string(debug.Stack()), //simvet:allow pointer a stop is no part of the trace
	})
}

// FailNow ends the task at once and the world after this step. It never returns; it does not end the goroutine, which
// is the driver's.
func (t *Task) FailNow() {
	t.check()
	t.w.Violate("require", "failed")
	t.killed = true
	t.raise()
}

// Helper does nothing: testify asks for it.
func (t *Task) Helper() {}
