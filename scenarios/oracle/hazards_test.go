package oracle_test

import (
	"testing"
	"time"

	"onelane.test/runtime/clusterd"
	"onelane.test/runtime/controller"
	"onelane.test/runtime/lane"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
	"onelane.test/runtime/render"
	"onelane.test/runtime/storage"
	"onelane.test/runtime/timely"
	"onelane.test/scenarios/oracle"
	"onelane.test/sim"
)

func TestEffects(t *testing.T) {
	begin := func() *judged {
		return judge(t, func(v oracle.Violator) oracle.Oracle { return oracle.NewEffects(v) }).up().
			on("r1.p0.worker0", storage.Rendered{Worker: 0, ID: s1, Dataflow: 2}, storage.Suspended{Worker: 0, ID: s1, Dataflow: 2}).
			on("r1.p1.worker0", storage.Rendered{Worker: 1, ID: s1, Dataflow: 2})
	}
	begin().holds(nil)
	begin().on("r1.p1.worker0", storage.Suspended{Worker: 1, ID: s1, Dataflow: 2}).holds(nil)
	begin().on("r1.p1.worker0", storage.SuspendIgnored{Worker: 1, ID: s1, Because: "unknown"}).
		violated(nil, "an item had another effect on worker 1 than on others")
	// Another generation begins anew.
	begin().on("r1.p1.main", timely.MeshUp{Generation: 8, Process: 1}).
		on("r1.p1.worker0", storage.Rendered{Worker: 1, ID: s1, Dataflow: 1}).holds(nil)
}

func TestRestarts(t *testing.T) {
	begin := func() *judged {
		return judge(t, func(v oracle.Violator) oracle.Oracle { return oracle.NewRestarts(v) }).up().
			on("r1.p1.worker0", storage.SuspendRequested{Worker: 1, ID: s1, Dataflow: 2}).
			on("r1.p0.worker0", storage.Suspended{Worker: 0, ID: s1, Dataflow: 2})
	}
	begin().holds(nil)
	begin().on("r1.p0.worker0", storage.Suspended{Worker: 0, ID: s1, Dataflow: 3}).
		violated(nil, "a dataflow was restarted that did not fail")
	begin().on("r1.p0.main", timely.MeshUp{Generation: 8}).on("r1.p0.worker0", storage.Suspended{Worker: 0, ID: s1, Dataflow: 2}).
		violated(nil, "a dataflow was restarted that did not fail")
}

func TestLastWords(t *testing.T) {
	j := judge(t, func(v oracle.Violator) oracle.Oracle { return oracle.NewLastWords(v) }).
		on("env.storage-controller", controller.Forgotten{Plane: controller.Storage, ID: s1})
	owed := []query.ID{}
	state := &oracle.State{Owed: func() []query.ID { return owed }}
	j.holds(state)
	owed = append(owed, s1)
	j.violated(state, "the controller still waits for the last word on a dropped collection")
}

func TestTurns(t *testing.T) {
	told := storage.Told{Worker: 0, Command: protocol.StorageAllowWrites{}}
	begin := func() *judged {
		return judge(t, func(v oracle.Violator) oracle.Oracle { return oracle.NewTurns(v) }).
			at(time.Second).on("r1.p0.worker0", told).at(1900*time.Millisecond).on("r1.p0.worker0", told)
	}
	begin().holds(nil)
	begin().on("r1.p0.worker0", clusterd.Iteration{}).at(2100*time.Millisecond).on("r1.p0.worker0", told, told).holds(nil)
	late := func(j *judged) *judged {
		return j.at(2100*time.Millisecond).on("r1.p0.worker0", lane.Delivered{Worker: 0})
	}
	late(begin()).violated(nil, "a worker did nothing but take commands for long")
	late(begin().on("r1.p0.worker0", render.Blocked{})).holds(nil)
	late(begin().on("r1.p0.main", sim.TaskResumed{Node: "r1.p0", Task: "worker0"})).holds(nil)
	late(begin().on("r1.p0.main", sim.TaskResumed{Node: "r1.p0", Task: "worker1"})).
		violated(nil, "a worker did nothing but take commands for long")
}

func TestFirstReports(t *testing.T) {
	configured := lane.Delivered{Item: lane.Item{Storage: protocol.InternalUpdateConfiguration{
		Params: protocol.Params{MaintenanceInterval: 10 * time.Millisecond, StatisticsInterval: time.Second},
	}}}
	answer := func(r protocol.StorageResponse) clusterd.Responded {
		return clusterd.Responded{Plane: clusterd.Storage, Response: r}
	}
	statistics, upper := answer(protocol.StatisticsUpdates{}), answer(protocol.FrontierUpper{ID: s1})
	begin := func() *judged {
		return judge(t, func(v oracle.Violator) oracle.Oracle { return oracle.NewFirstReports(v) }).
			on("r1.p0.worker0", configured, clusterd.GuestReconciled{}, statistics, upper).
			at(1500*time.Millisecond).on("r1.p0.worker0", clusterd.GuestReconciled{})
	}
	begin().at(2500*time.Millisecond).on("r1.p0.worker0", statistics, statistics, upper, upper).holds(nil)
	begin().at(2*time.Second).on("r1.p0.worker0", statistics).
		violated(nil, "the first report of statistics after a reconnect came early")
	begin().at(1505*time.Millisecond).on("r1.p0.worker0", upper).
		violated(nil, "the first report of frontiers after a reconnect came early")
	// A shorter interval that came through the lane since counts.
	configured.Item.Storage = protocol.InternalUpdateConfiguration{Params: protocol.Params{StatisticsInterval: time.Millisecond}}
	begin().on("r1.p0.worker0", configured).at(2*time.Second).on("r1.p0.worker0", statistics).holds(nil)
}

func TestTopology(t *testing.T) {
	begin := func() *judged {
		return judge(t, func(v oracle.Violator) oracle.Oracle { return oracle.NewTopology(v) }).
			on("r1.p0.bring-up", clusterd.Up{Generation: 7, Unified: true}).
			on("r1.p1.bring-up", clusterd.Up{Generation: 7, Unified: true})
	}
	begin().holds(nil)
	begin().on("r1.p2.bring-up", clusterd.Up{Generation: 8}).on("r2.p0.bring-up", clusterd.Up{Generation: 7}).holds(nil)
	begin().on("r1.p2.bring-up", clusterd.Up{Generation: 7}).
		violated(nil, "processes of one replica are up together though their topologies differ")
}
