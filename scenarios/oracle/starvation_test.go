package oracle

import (
	"testing"
	"time"

	"onelane.test/runtime/clusterd"
	"onelane.test/runtime/controller"
	"onelane.test/runtime/lane"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/render"
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

func serves(ms int64, worker int, nonce protocol.Nonce) *trace.Record {
	return at(ms, node(worker), "worker0", clusterd.GuestReconciled{Worker: worker, Nonce: nonce})
}

func on(ms int64, worker int, e trace.Event) *trace.Record { return at(ms, node(worker), "worker0", e) }

func TestStarvation(t *testing.T) {
	config := protocol.StorageUpdateConfiguration{}
	drop := protocol.StorageAllowCompaction{ID: id(1, "s1")}
	open := events(sent(0, 7, 0, protocol.StorageHello{Nonce: 7}), sent(0, 7, 1, config),
		sent(0, 7, 2, protocol.StorageInitializationComplete{}), told(1, 0, config), told(1, 1, config), serves(1, 0, 7), serves(1, 1, 7))
	dropped := then(open, sent(100, 7, 3, drop))
	judge(t, func(w Violator) Oracle { return NewStarvation(w, 10*time.Millisecond, 0) }, []history{
		{name: "handled", events: then(dropped, told(101, 0, drop), told(101, 1, drop))},
		{
			name: "as late as the block allows",
			events: then(dropped, on(200, 1, render.Blocked{Worker: 1}), told(2_110, 0, drop), on(1_200, 1, render.Unblocked{Worker: 1}),
				told(3_110, 1, drop)),
		},
		{
			name: "later than the block allows",
			events: then(dropped, on(200, 1, render.Blocked{Worker: 1}), told(2_110, 0, drop), on(1_200, 1, render.Unblocked{Worker: 1}),
				told(3_111, 1, drop)),
			outcome: Violated, reason: "a storage command waited longer than its worker is blocked",
		},
		{
			name:    "the block was over before",
			events:  then(open, on(10, 0, render.Blocked{}), on(90, 0, render.Unblocked{}), sent(100, 7, 3, drop), told(2_120, 0, drop)),
			outcome: Violated, reason: "r1.p0 worker 0",
		},
		{
			name:    "late though nobody blocks the worker",
			events:  then(dropped, on(200, 1, render.Blocked{Worker: 1}), told(2_111, 0, drop)),
			outcome: Violated, reason: "r1.p0 worker 0",
		},
		{
			name: "late because others came first",
			events: then(dropped, on(200, 0, lane.Delivered{}), on(201, 0, lane.Delivered{}), told(2_130, 0, drop),
				told(2_110, 1, drop)),
		},
		{
			name: "late because the worker stood still",
			events: then(dropped, driver(100, sim.TaskPaused{Node: "r1.p0", Task: "worker0"}), told(101, 1, drop),
				driver(3_000, sim.TaskResumed{Node: "r1.p0", Task: "worker0"}), told(3_000, 0, drop)),
		},
		{
			name: "late though another worker stood still",
			events: then(dropped, driver(100, sim.TaskPaused{Node: "r1.p1", Task: "worker0"}),
				driver(3_000, sim.TaskResumed{Node: "r1.p1", Task: "worker0"}), told(3_000, 0, drop)),
			outcome: Violated, reason: "r1.p0 worker 0",
		},
		{
			name: "late after a pause",
			events: then(open, driver(10, sim.NodePaused{Node: "r1.p0"}), driver(90, sim.NodeResumed{Node: "r1.p0"}),
				sent(100, 7, 3, drop), told(2_111, 0, drop)),
			outcome: Violated, reason: "r1.p0 worker 0",
		},
		{
			name: "held up on its way, and the next one with it",
			events: then(dropped, driver(101, sim.LinkHeld{A: "env", B: "r1.p0", From: "env"}), sent(4_000, 7, 4, config),
				driver(5_000, sim.LinkReleased{A: "env", B: "r1.p0", From: "env"}), sent(5_000, 7, 5, drop),
				told(9_000, 0, drop), told(9_000, 0, config), told(11_010, 0, drop),
				told(9_000, 1, drop), told(9_000, 1, config), told(9_000, 1, drop)),
		},
		{
			name: "late behind one that was held up",
			events: then(dropped, driver(101, sim.LinkHeld{A: "env", B: "r1.p0", From: "env"}),
				driver(5_000, sim.LinkReleased{A: "env", B: "r1.p0", From: "env"}), sent(5_000, 7, 4, drop),
				told(9_000, 0, drop), told(11_011, 0, drop)),
			outcome: Violated, reason: "r1.p0 worker 0",
		},
		{
			name: "late though only the mesh was cut",
			events: then(dropped, driver(101, sim.LinkCut{A: "r1.p0", B: "r1.p1"}), driver(102, sim.LinkHealed{A: "r1.p0", B: "r1.p1"}),
				told(3_000, 0, drop)),
			outcome: Violated, reason: "r1.p0 worker 0",
		},
		{
			name:    "never handled by one worker",
			events:  then(dropped, told(101, 0, drop)),
			outcome: Violated, reason: "r1 worker 1 has not handled",
		},
		{
			name:    "never handled at all",
			events:  dropped,
			outcome: Violated, reason: "r1 worker 0 has not handled",
		},
		{
			name:    "one is skipped",
			events:  then(dropped, sent(100, 7, 4, config), told(101, 0, config), told(101, 1, config)),
			outcome: Violated, reason: "r1 worker 0 has not handled",
		},
		{
			name:    "the initial commands are not measured",
			events:  open,
			outcome: Inconclusive, reason: "no storage command was sent on a connection in service",
		},
		{
			name: "an initial command is none that came later",
			events: then(events(sent(0, 7, 0, protocol.StorageHello{Nonce: 7}), sent(0, 7, 1, config),
				sent(0, 7, 2, protocol.StorageInitializationComplete{}), sent(0, 7, 3, config)),
				told(1, 0, config), serves(1, 0, 7), told(2, 0, config), told(1, 1, config), serves(1, 1, 7)),
			outcome: Violated, reason: "r1 worker 1 has not handled",
		},
		{
			name: "the connection breaks",
			events: then(dropped, driver(101, controller.Disconnected{Plane: controller.Storage, Replica: "r1", Nonce: 7}),
				told(9_000, 0, drop)),
			outcome: Inconclusive, reason: "no storage command was sent on a connection in service",
		},
		{
			name: "another connection breaks",
			events: then(dropped, driver(101, controller.Disconnected{Plane: controller.Storage, Replica: "r1", Nonce: 6}),
				told(9_000, 0, drop)),
			outcome: Violated, reason: "waited longer",
		},
		{
			name: "the compute connection breaks",
			events: then(dropped, driver(101, controller.Disconnected{Plane: controller.Compute, Replica: "r1", Nonce: 7}),
				told(9_000, 0, drop)),
			outcome: Violated, reason: "waited longer",
		},
		{
			name:    "the replica ends",
			events:  then(dropped, exited(101, "r1.p1", sim.ExitKilled, "fault")),
			outcome: Inconclusive, reason: "no storage command was sent on a connection in service",
		},
		{
			name:   "a worker that is blocked for ever",
			events: then(dropped, on(101, 1, render.Blocked{Worker: 1, Forever: true}), told(101, 0, drop)),
		},
		{
			name:    "the other one does not handle it",
			events:  then(dropped, on(101, 1, render.Blocked{Worker: 1, Forever: true})),
			outcome: Violated, reason: "r1 worker 0 has not handled",
		},
	})
}
