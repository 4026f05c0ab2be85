package goal

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"onelane.test/runtime/clusterd"
	"onelane.test/runtime/controller"
	"onelane.test/runtime/environ"
	"onelane.test/runtime/lane"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
	"onelane.test/runtime/render"
	"onelane.test/runtime/storage"
	"onelane.test/runtime/timely"
	"onelane.test/scenarios/plan"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// told is an event on a thread.
type told struct {
	at    string // NODE.TASK
	event trace.Event
}

var (
	s1      = query.ID{N: 1, Name: "s1"}
	guest   = func(n protocol.Nonce) trace.Event { return clusterd.ClientConnected{Plane: clusterd.Storage, Nonce: n} }
	adapter = func(n protocol.Nonce) trace.Event { return clusterd.ClientConnected{Plane: clusterd.Compute, Nonce: n} }
	gone    = func(n protocol.Nonce) trace.Event {
		return clusterd.ClientDisconnected{Plane: clusterd.Compute, Nonce: n}
	}
	stash    = clusterd.Stashed{ConnNonce: 1, RespNonce: 2}
	consumes = func(index uint64, n protocol.Nonce) trace.Event {
		return lane.Delivered{Global: index, Item: lane.Item{Compute: protocol.CreateDataflow{}, Nonce: n}}
	}
	drop = func(index uint64) trace.Event {
		return lane.Delivered{Global: index, Item: lane.Item{Storage: protocol.DropDataflow{IDs: []query.ID{s1}}}}
	}
	connected = func(p controller.Plane) trace.Event { return controller.Connected{Plane: p, Replica: "r1"} }
	lost      = func(p controller.Plane) trace.Event { return controller.Disconnected{Plane: p, Replica: "r1"} }
)

// stories are for each goal events of which the last reaches it, and would not without the first.
var stories = map[string][]told{
	"answer-to-a-gone-connection": {
		{"r1.p0.adapter0", adapter(1)}, {"r1.p0.adapter0", gone(1)}, {"r1.p0.worker0", clusterd.Responded{Nonce: 1}},
	},
	"both-kinds-alternate-in-one-round": {
		{"r1.p0.worker0", consumes(0, 1)}, {"r1.p0.worker0", drop(1)}, {"r1.p0.worker0", consumes(2, 1)},
	},
	"compute-back-first": {
		{"env.compute-r1", lost(controller.Compute)}, {"env.storage-r1", lost(controller.Storage)},
		{"env.compute-r1", connected(controller.Compute)},
	},
	"creation-cut-off": {
		{"env.coordinator", environ.Created{ID: s1}}, {"r1.p0.worker0", storage.Rendered{ID: s1}},
		{"env.storage-r1", lost(controller.Storage)},
	},
	"cut-in-initialisation": {
		{"env.storage-r1", connected(controller.Storage)}, {"env.storage-r1", lost(controller.Storage)},
	},
	"drop-before-build": {{"env.coordinator", environ.Created{ID: s1}}, {"env.coordinator", environ.Dropped{ID: s1}}},
	"drop-in-flight-while-suspended": {
		{"r1.p0.worker0", storage.Suspended{ID: s1}}, {"r1.p0.worker0", drop(0)},
	},
	"drop-while-suspended": {
		{"r1.p0.worker0", storage.Suspended{ID: s1}}, {"env.coordinator", environ.Dropped{ID: s1}},
	},
	"end-in-bring-up":       {{"r1.p0", sim.NodeStarted{Node: "r1.p0"}}, {"r1.p0", sim.NodeExited{Node: "r1.p0"}}},
	"end-in-reconciliation": {{"r1.p0.worker0", guest(1)}, {"r1.p0", sim.NodeExited{Node: "r1.p0"}}},
	"environment-ends-mid-creation": {
		{"env.coordinator", environ.Created{ID: s1}}, {"env", sim.NodeExited{Node: "env"}},
	},
	"frame-for-a-dead-channel":          {{"r1.p0.worker0", timely.Discarded{}}},
	"late-drop":                         {{"r1.p0.worker0", storage.DropIgnored{ID: s1}}},
	"late-start":                        {{"r1.p0.worker0", storage.StartIgnored{ID: s1}}},
	"park-beside-a-filled-queue":        {{"r1.p0.worker0", &sim.Parked{Queues: []sim.QueueLen{{Name: "q", Len: 1}}}}},
	"reconnect-beside-a-blocked-worker": {{"r1.p0.worker0", render.Blocked{}}, {"env.compute-r1", connected(controller.Compute)}},
	"reconnect-overlaps-a-creation":     {{"env.compute-r1", lost(controller.Compute)}, {"env.coordinator", environ.Created{ID: s1}}},
	"stash-holds-a-future-nonce":        {{"r1.p0.adapter0", stash}},
	"stash-is-delivered": {
		{"r1.p0.adapter0", stash}, {"r1.p0.adapter0", adapter(2)}, {"r1.p0.adapter0", clusterd.Forwarded{ConnNonce: 2, RespNonce: 2}},
	},
	"stash-of-two-connections": {{"r1.p0.adapter0", clusterd.StashCleared{Connections: 2}}},
	"storage-back-first": {
		{"env.compute-r1", lost(controller.Compute)}, {"env.storage-r1", lost(controller.Storage)},
		{"env.storage-r1", connected(controller.Storage)},
	},
	"storage-item-behind-a-new-connection": {
		{"r1.p0.worker0", consumes(0, 1)}, {"r1.p0.worker0", consumes(1, 2)}, {"r1.p0.worker0", drop(2)},
	},
	"suspension-in-reconciliation": {{"r1.p0.worker0", guest(1)}, {"r1.p0.worker0", storage.Suspended{ID: s1}}},
	"suspension-of-nothing":        {{"r1.p0.worker0", storage.SuspendIgnored{ID: s1}}},
	"suspension-while-away":        {{"r1.p0.worker0", storage.Suspended{ID: s1}}},
	"two-connections-in-the-lane": {
		{"r1.p0.worker0", lane.Accepted{Item: lane.Item{Compute: protocol.CreateDataflow{}, Nonce: 1}}},
		{"r1.p0.worker0", lane.Accepted{Item: lane.Item{Compute: protocol.CreateDataflow{}, Nonce: 2}}},
	},
	"two-environments": {{"env.compute-r1", connected(controller.Compute)}, {"env2.compute-r1", connected(controller.Compute)}},
	"two-fail-at-once": {
		{"r1.p0.worker0", storage.SuspendRequested{ID: s1}}, {"r1.p0.worker1", storage.SuspendRequested{Worker: 1, ID: s1}},
	},
	"two-generations-of-the-mesh": {
		{"r1.p0.bring-up", timely.MeshUp{Generation: 1}}, {"r1.p1.bring-up", timely.MeshUp{Generation: 2, Process: 1}},
	},
	"workers-far-apart": {{"r1.p0.worker0", drop(7)}},
}

func TestStories(t *testing.T) {
	all := Goals()
	require.True(t, slices.IsSortedFunc(all, func(a, b Goal) int { return strings.Compare(a.Name, b.Name) }))
	require.Len(t, stories, len(all))
	for _, g := range all {
		story := stories[g.Name]
		require.NotEmpty(t, story, g.Name)
		require.True(t, reached(g, story), g.Name)
		require.False(t, reached(g, story[:len(story)-1]), "%s: before the last event", g.Name)
		require.False(t, reached(g, story[1:]), "%s: without the first event", g.Name)
	}
}

func reached(g Goal, story []told) bool {
	p := plan.New("storm", 1)
	p.Cluster.Workers = 2
	w := NewWatch([]Goal{g}, p)
	for _, s := range story {
		node, task := s.at, ""
		if i := strings.LastIndex(s.at, "."); !strings.HasPrefix(s.at[i+1:], "p") {
			node, task = s.at[:max(i, 0)], s.at[i+1:]
		}
		w.Observe(&trace.Record{Node: node, Task: task, Event: s.event})
	}
	return len(w.Reached()) > 0
}
