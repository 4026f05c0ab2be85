package clusterd

import (
	"time"

	"onelane.test/runtime/fail"
	"onelane.test/runtime/lane"
	"onelane.test/runtime/protocol"
	"onelane.test/sim"
)

// runClient serves one compute connection and returns the nonce of the next. A change of nonce ends the iteration at
// once: the guest is not served before reconciliation has begun.
func (w *worker) runClient() *protocol.Nonce {
	if changed := w.reconcile(); changed != nil {
		return changed
	}
	lastMaintenance := w.task.Now()
	for {
		w.noticeConnections()
		sleep := w.maintain(&lastMaintenance)
		busy := w.stepOrPark(sleep)
		if changed := w.handlePending(); changed != nil {
			return changed
		}
		w.serveGuest()
		w.endIteration(busy)
	}
}

// maintain does compute's maintenance if it is due, and returns how long the worker may park: without a bound after
// maintenance, else until the next. An idle worker hence does no maintenance before something wakes it.
func (w *worker) maintain(last *sim.Time) time.Duration {
	var interval time.Duration
	if w.compute != nil {
		interval = w.compute.MaintenanceInterval()
	}
	now, next := w.task.Now(), last.Add(interval)
	if now < next {
		return next.Sub(now)
	}
	*last = now
	if w.compute != nil {
		w.compute.Maintain()
	}
	return unbounded
}

// stepOrPark lets timely run one round, or park for at most sleep (unbounded: for ever) and at most until the guest's
// next duty. It returns whether something that waits forbade to park.
func (w *worker) stepOrPark(sleep time.Duration) (busy bool) {
	if w.guest != nil {
		sleep = shorter(sleep, w.guest.beforePark())
	}
	if w.busy() {
		w.timely.Step()
		return true
	}
	w.timely.StepOrPark(sleep)
	return false
}

// busy reports whether something waits in a queue that this worker was woken for just once, when the item was put there.
// The lane's is one behind a reconciliation, which takes items no further than InitializationComplete.
func (w *worker) busy() bool {
	if w.lane.Len() > 0 && !w.process.flaws.parkBesideLane {
		return true
	}
	return w.guest != nil && w.guest.busy() && !w.process.flaws.parkUnchecked
}

// shorter returns the shorter of two bounds.
func shorter(a, b time.Duration) time.Duration {
	switch {
	case a == unbounded:
		return b
	case b == unbounded:
		return a
	}
	return min(a, b)
}

// handlePending applies all items that the lane has released, of both kinds, until there are no more or the nonce
// changes.
func (w *worker) handlePending() *protocol.Nonce {
	for {
		item, ok, changed := w.receive()
		if !ok {
			return changed
		}
		w.handle(item)
	}
}

func (w *worker) handle(item lane.Item) {
	w.charge()
	if item.Storage != nil {
		w.handleStorage(item.Storage)
		return
	}
	w.handleCompute(item.Compute)
}

func (w *worker) serveGuest() {
	if w.guest != nil {
		w.guest.serve()
	}
}

// changeNonce makes the worker answer a new connection.
func (w *worker) changeNonce(nonce protocol.Nonce) {
	w.task.Emit(NonceChanged{Generation: w.process.timely.Generation(), Worker: w.timely.Index(), Nonce: nonce})
	w.responses.nonce, w.responses.known = nonce, true
	if w.guest != nil && fail.On(w.task, fail.HandoffLost) {
		w.guest = nil
	}
}
