package protocol_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
)

var (
	s1      = query.ID{N: 3, Name: "s1"}
	s1remap = query.ID{N: 4, Name: "s1/remap"}
	k1      = query.ID{N: 5, Name: "k1"}
)

func runS1() protocol.RunIngestion {
	return protocol.RunIngestion{Ingestion: &query.Ingestion{ID: s1, Remap: s1remap, Exports: []query.ID{s1}}}
}

func runK1() protocol.RunSink {
	return protocol.RunSink{Sink: &query.Sink{ID: k1, From: s1, FromShard: "s1", AsOf: frontier.At(1)}}
}

func upper(id query.ID, t frontier.Time) protocol.FrontierUpper {
	return protocol.FrontierUpper{ID: id, Upper: frontier.At(t)}
}

func TestStorageSplitGivesEachShardEverything(t *testing.T) {
	for _, command := range []protocol.StorageCommand{
		protocol.StorageHello{Nonce: 1}, protocol.StorageInitializationComplete{}, protocol.StorageAllowWrites{},
		protocol.StorageUpdateConfiguration{Params: protocol.NoParams()}, runS1(), runK1(),
		protocol.StorageAllowCompaction{ID: s1, Frontier: frontier.Empty()},
	} {
		require.Equal(t, []protocol.StorageCommand{command, command}, protocol.NewPartitionedStorage(2).Split(command))
	}
}

// storageStep is one command, or one response of a shard with what all shards together say to it.
type storageStep struct {
	command  protocol.StorageCommand
	shard    int
	response protocol.StorageResponse
	want     []protocol.StorageResponse
	panics   string
}

func TestStorageAbsorb(t *testing.T) {
	told := func(command protocol.StorageCommand) storageStep { return storageStep{command: command} }
	heard := func(shard int, response protocol.StorageResponse, want ...protocol.StorageResponse) storageStep {
		return storageStep{shard: shard, response: response, want: want}
	}
	panics := func(shard int, response protocol.StorageResponse, text string) storageStep {
		return storageStep{shard: shard, response: response, panics: text}
	}
	dropped := protocol.DroppedID{ID: s1}
	status := protocol.StatusUpdate{ID: s1, Status: protocol.Running}
	statistics := protocol.StatisticsUpdates{Statistics: []protocol.Statistics{{ID: s1, Rows: 3}}}

	for name, steps := range map[string][]storageStep{
		"an advance needs all shards": {
			told(runS1()),
			heard(0, upper(s1, 3)),
			heard(1, upper(s1, 5), upper(s1, 3)),
			heard(1, upper(s1, 5)),
			heard(0, upper(s1, 6), upper(s1, 5)),
		},
		"all collections of an ingestion are expected, and sinks": {
			told(runS1()), told(runK1()),
			heard(0, upper(s1remap, 3)),
			heard(1, upper(s1remap, 3), upper(s1remap, 3)),
			heard(0, upper(k1, 2)),
			heard(1, upper(k1, 2), upper(k1, 2)),
		},
		"a drop needs all shards and is said once": {
			told(runS1()),
			heard(1, dropped),
			heard(0, upper(s1, 3)),
			heard(0, dropped, dropped),
			panics(0, dropped, "Reference to absent collection: s1"),
		},
		"an upper of what was never run": {
			panics(0, upper(s1, 3), "Reference to absent collection: s1"),
		},
		"a drop of what was never run": {
			panics(0, dropped, "Reference to absent collection: s1"),
		},
		"an upper after all dropped": {
			told(runS1()),
			heard(0, dropped),
			heard(1, dropped, dropped),
			panics(1, upper(s1, 9), "Reference to absent collection: s1"),
		},
		"an upper of a shard that dropped": {
			told(runS1()),
			heard(1, dropped),
			panics(1, upper(s1, 9), "Reference to absent shard 1 for collection s1"),
		},
		"a second drop of a shard": {
			told(runS1()),
			heard(1, dropped),
			panics(1, dropped, "got double drop for s1 from shard 1"),
		},
		"a run again keeps what the shards reported": {
			told(runS1()),
			heard(0, upper(s1, 3)),
			told(runS1()),
			heard(1, upper(s1, 3), upper(s1, 3)),
		},
		"a hello forgets, and a run after it begins at the minimum": {
			told(runS1()),
			heard(0, upper(s1, 3)),
			told(protocol.StorageHello{Nonce: 2}), told(runS1()),
			heard(1, upper(s1, 3)),
			heard(0, upper(s1, 1), upper(s1, 1)),
		},
		"a hello forgets what was run": {
			told(runS1()),
			told(protocol.StorageHello{Nonce: 2}),
			panics(0, upper(s1, 3), "Reference to absent collection: s1"),
		},
		"allowing compaction to empty does not end the expectation": {
			told(runS1()),
			told(protocol.StorageAllowCompaction{ID: s1, Frontier: frontier.Empty()}),
			heard(0, upper(s1, 3)),
			heard(0, dropped),
			heard(1, dropped, dropped),
		},
		"status and statistics pass, whoever they are about": {
			heard(1, status, status),
			heard(0, statistics, statistics),
		},
	} {
		t.Run(name, func(t *testing.T) {
			client := protocol.NewPartitionedStorage(2)
			for i, step := range steps {
				runStorageStep(t, client, i, step)
			}
		})
	}
}

func runStorageStep(t *testing.T, client *protocol.PartitionedStorage, i int, step storageStep) {
	t.Helper()
	if step.command != nil {
		client.Split(step.command)
		return
	}
	got, err := client.Absorb(step.shard, step.response)
	if step.panics != "" {
		require.EqualError(t, err, step.panics, "step %d", i)
		return
	}
	require.NoError(t, err, "step %d: %s", i, step.response)
	require.Equal(t, step.want, got, "step %d: %s", i, step.response)
}
