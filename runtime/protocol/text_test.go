package protocol_test

// Goal: what crosses the wire prints as a text that tells everything in it, since traces are made of these texts.

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
)

func TestTexts(t *testing.T) {
	mv1 := query.ID{N: 9, Name: "mv1"}
	description := &query.Description{
		Name: "mv1", Query: query.Count(query.Input(s1)), AsOf: frontier.At(5),
		SourceImports: []query.SourceImport{{ID: s1, Shard: "s1"}},
		Exports:       []query.Export{{ID: mv1, Kind: query.MaterializedView, Shard: "mv1"}},
	}
	statistics := []protocol.Statistics{{ID: s1, Epoch: 2, Rows: 10, Offset: 40}, {ID: k1, Rows: 1}}
	params := protocol.Params{MaintenanceInterval: 0, StatisticsInterval: time.Second, Stages: protocol.Unset}
	ingestion := "id=s1 remap=s1/remap exports=s1 rate=0/s partitions=0 tick=0s shape=0"
	for _, c := range []struct {
		value fmt.Stringer
		want  string
	}{
		{protocol.Nonce(0xabc), "0000000000000abc"},
		{protocol.ComputeHello{Nonce: 1}, "Hello 0000000000000001"},
		{protocol.CreateInstance{Config: protocol.InstanceConfig{LoggingInterval: time.Second}}, "CreateInstance logging=1s"},
		{protocol.ComputeInitializationComplete{}, "InitializationComplete"},
		{protocol.ComputeUpdateConfiguration{Params: params}, "UpdateConfiguration maintenance=0s statistics=1s"},
		{protocol.CreateDataflow{Description: description},
			"CreateDataflow name=mv1 query=count(s1) sources=s1 exports=materialized-view:mv1 as_of={5}"},
		{protocol.Schedule{ID: mv1}, "Schedule mv1"},
		{protocol.ComputeAllowCompaction{ID: mv1, Frontier: frontier.Empty()}, "AllowCompaction mv1 {}"},
		{protocol.ComputeAllowWrites{ID: mv1}, "AllowWrites mv1"},
		{protocol.Frontiers{ID: mv1, Write: to(3), Output: toEmpty()}, "Frontiers mv1 write={3} output={}"},
		{protocol.Frontiers{ID: mv1, Input: to(3)}, "Frontiers mv1 input={3}"},
		{protocol.Status{}, "Status"},

		{protocol.StorageHello{Nonce: 1}, "Hello 0000000000000001"},
		{protocol.StorageInitializationComplete{}, "InitializationComplete"},
		{protocol.StorageAllowWrites{}, "AllowWrites"},
		{protocol.StorageUpdateConfiguration{Params: protocol.NoParams()}, "UpdateConfiguration none"},
		{runS1(), "RunIngestion " + ingestion},
		{runK1(), "RunSink id=k1 from=s1 as_of={1}"},
		{protocol.StorageAllowCompaction{ID: s1, Frontier: frontier.At(2)}, "AllowCompaction s1 {2}"},
		{upper(s1, 3), "FrontierUpper s1 {3}"},
		{protocol.DroppedID{ID: s1}, "DroppedID s1"},
		{protocol.StatisticsUpdates{Statistics: statistics}, "StatisticsUpdates s1#2:10@40,k1#0:1@0"},
		{protocol.StatusUpdate{ID: s1, Status: protocol.Running}, "StatusUpdate s1 running"},
		{protocol.StatusUpdate{ID: s1, Status: protocol.Stalled, Reason: "no route"},
			`StatusUpdate s1 stalled reason="no route"`},

		{protocol.CreateIngestionDataflow{
			Ingestion: runS1().Ingestion, AsOf: frontier.At(4),
			ResumeUppers: []protocol.IDFrontier{
				{ID: s1, Frontier: frontier.At(5)}, {ID: s1remap, Frontier: frontier.Empty()},
			},
			SourceResumeUppers: []protocol.IDOffset{{ID: s1, Offset: 7}},
		}, "CreateIngestionDataflow " + ingestion + " as_of={4} resume=s1@{5},s1/remap@{} source_resume=s1@7"},
		{protocol.RunSinkDataflow{Sink: runK1().Sink, AsOf: frontier.At(8), SkipSnapshot: true, Execution: 3},
			"RunSinkDataflow id=k1 from=s1 as_of={1} start={8} skip_snapshot=true execution=3"},
		{protocol.SuspendAndRestart{ID: s1, Reason: "lost"}, `SuspendAndRestart s1 reason="lost"`},
		{protocol.DropDataflow{IDs: []query.ID{s1, k1}}, "DropDataflow s1,k1"},
		{protocol.InternalUpdateConfiguration{Params: params}, "UpdateConfiguration maintenance=0s statistics=1s"},
		{protocol.StatisticsUpdate{Worker: 3, Statistics: statistics[1:]}, "StatisticsUpdate worker=3 k1#0:1@0"},
	} {
		require.Equal(t, c.want, c.value.String())
	}
}

func TestEventTexts(t *testing.T) {
	require.Equal(t, "ctp.accepted port=compute peer=env",
		string(protocol.CTPAccepted{Port: "compute", Peer: "env"}.Append(nil)))
	require.Equal(t, `ctp.ended port=compute peer=env reason="it was time"`,
		string(protocol.CTPEnded{Port: "compute", Peer: "env", Reason: "it was time"}.Append(nil)))
}

func TestHealthTexts(t *testing.T) {
	var texts []string
	for h := protocol.Starting; h <= protocol.Paused+1; h++ {
		texts = append(texts, h.String())
	}
	require.Equal(t, []string{"starting", "running", "stalled", "ceased", "paused", "health(5)"}, texts)
}

func TestParamsMerge(t *testing.T) {
	const unset = protocol.Unset
	params := func(maintenance, statistics time.Duration, stages int) protocol.Params {
		return protocol.Params{MaintenanceInterval: maintenance, StatisticsInterval: statistics, Stages: stages}
	}
	for _, c := range []struct{ earlier, later, want protocol.Params }{
		{protocol.NoParams(), protocol.NoParams(), protocol.NoParams()},
		{params(1, unset, unset), protocol.NoParams(), params(1, unset, unset)},
		{params(1, 2, unset), params(0, unset, 3), params(0, 2, 3)},
		{params(1, 2, 3), params(unset, unset, 0), params(1, 2, 0)},
		{params(-7, 2, -3), params(-9, 5, -1), params(unset, 5, unset)},
	} {
		require.Equal(t, c.want, c.earlier.Merge(c.later))
	}
	require.True(t, protocol.NoParams().IsEmpty())
	require.False(t, params(unset, 0, unset).IsEmpty())
	require.False(t, params(unset, unset, 0).IsEmpty())
}

func TestInstanceConfigsAreCompatibleIfEqual(t *testing.T) {
	second := protocol.InstanceConfig{LoggingInterval: time.Second}
	require.True(t, second.CompatibleWith(protocol.InstanceConfig{LoggingInterval: time.Second}))
	require.False(t, second.CompatibleWith(protocol.InstanceConfig{}))
}
