package controller

import (
	"time"

	"onelane.test/sim"
)

// backoff is the pause between attempts: it doubles up to a bound, and each pause is drawn from its upper half so that
// the processes of an environment do not retry in step.
type backoff struct {
	next, most time.Duration
}

// pause returns how long to wait before the next attempt.
func (b *backoff) pause(rng *sim.Stream) time.Duration {
	pause := rng.Duration(b.next/2, b.next)
	b.next = min(2*b.next, b.most)
	return pause
}

// rehydrateAfter draws how long a failed replica waits for its new task. The draw is log-uniform: bursts of quick
// reconnects and leisurely ones are about as likely.
func rehydrateAfter(rng *sim.Stream, most time.Duration) time.Duration {
	least := min(100*time.Microsecond, most)
	return time.Duration(rng.LogUniform(uint64(least), uint64(most)))
}
