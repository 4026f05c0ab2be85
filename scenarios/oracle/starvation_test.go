package oracle

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"onelane.test/runtime/controller"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/storage"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// sent is the command number index of the storage connection with a nonce.
func sent(ms int64, nonce protocol.Nonce, index int, c protocol.StorageCommand) *trace.Record {
	return at(ms, "env", "storage-r1", controller.ControllerSent{
		Plane: controller.Storage, Replica: "r1", Nonce: nonce, Index: index, Command: c,
	})
}

func told(ms int64, worker int, c protocol.StorageCommand) *trace.Record {
	return at(ms, node(worker), "worker0", storage.Told{Worker: worker, Command: c})
}

// blocks is a plan in which worker 1 is blocked for a second.
func blocks(worker int) (time.Duration, bool) { return time.Duration(worker) * time.Second, false }

func TestStarvation(t *testing.T) {
	config := protocol.StorageUpdateConfiguration{}
	drop := protocol.StorageAllowCompaction{ID: id(1, "s1")}
	open := events(sent(0, 7, 0, protocol.StorageHello{Nonce: 7}), sent(0, 7, 1, config),
		sent(0, 7, 2, protocol.StorageInitializationComplete{}))
	judge(t, func(w Violator) Oracle { return NewStarvation(w, blocks) }, []history{
		{name: "handled", events: then(open, sent(100, 7, 3, drop), told(101, 0, drop), told(101, 1, drop))},
		{
			name:   "as late as the block allows",
			events: then(open, sent(100, 7, 3, drop), told(2_100, 0, drop), told(3_100, 1, drop)),
		},
		{
			name:    "later than the block allows",
			events:  then(open, sent(100, 7, 3, drop), told(2_100, 0, drop), told(3_101, 1, drop)),
			outcome: Violated, reason: "a storage command waited longer than its worker is blocked",
		},
		{
			name:    "late though nobody blocks the worker",
			events:  then(open, sent(100, 7, 3, drop), told(2_101, 0, drop)),
			outcome: Violated, reason: "r1.p0 worker 0",
		},
		{
			name: "late because the worker stood still",
			events: then(open, sent(100, 7, 3, drop), driver(100, sim.TaskPaused{Node: "r1.p0", Task: "worker0"}),
				driver(3_000, sim.TaskResumed{Node: "r1.p0", Task: "worker0"}), told(3_000, 0, drop)),
			outcome: Inconclusive,
		},
		{
			name:    "never handled by one worker",
			events:  then(open, sent(100, 7, 3, drop), told(101, 0, drop)),
			outcome: Violated, reason: "r1 worker 1 has not handled",
		},
		{
			name:    "never handled at all",
			events:  then(open, sent(100, 7, 3, drop)),
			outcome: Violated, reason: "r1 worker 0 has not handled",
		},
		{
			name:    "one is skipped",
			events:  then(open, sent(100, 7, 3, drop), sent(100, 7, 4, config), told(101, 0, config), told(101, 1, config)),
			outcome: Violated, reason: "r1 worker 0 has not handled",
		},
		{
			name:    "the initial commands are not measured",
			events:  then(open, told(101, 0, config), told(101, 1, config)),
			outcome: Inconclusive, reason: "no storage command was sent on a connection in service",
		},
		{
			name: "the connection breaks",
			events: then(open, sent(100, 7, 3, drop), driver(101, controller.Disconnected{Plane: controller.Storage, Replica: "r1", Nonce: 7}),
				told(9_000, 0, drop)),
			outcome: Inconclusive, reason: "no storage command was sent on a connection in service",
		},
		{
			name: "the compute connection breaks",
			events: then(open, sent(100, 7, 3, drop), driver(101, controller.Disconnected{Plane: controller.Compute, Replica: "r1", Nonce: 7}),
				told(9_000, 0, drop)),
			outcome: Violated, reason: "waited longer",
		},
		{
			name:    "the replica ends",
			events:  then(open, sent(100, 7, 3, drop), exited(101, "r1.p1", sim.ExitKilled, "fault")),
			outcome: Inconclusive, reason: "no storage command was sent on a connection in service",
		},
	})
}

// TestStarvationForever demands that a worker that is blocked for ever is excused, and no other.
func TestStarvationForever(t *testing.T) {
	drop := protocol.StorageAllowCompaction{ID: id(1, "s1")}
	forever := func(worker int) (time.Duration, bool) { return 0, worker == 1 }
	for _, c := range []struct {
		name    string
		events  []*trace.Record
		outcome Outcome
	}{
		{"the other worker handles it", events(told(101, 0, drop)), Holds},
		{"the other worker does not", nil, Violated},
		{"the other worker is late", events(told(3_000, 0, drop)), Violated},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := NewStarvation(&court{}, forever)
			for _, e := range then(events(sent(0, 7, 0, protocol.StorageHello{Nonce: 7}),
				sent(0, 7, 1, protocol.StorageInitializationComplete{}), sent(100, 7, 2, drop)), c.events...) {
				o.Observe(e)
			}
			require.Equal(t, c.outcome, o.Check(endState()).Outcome)
		})
	}
}
