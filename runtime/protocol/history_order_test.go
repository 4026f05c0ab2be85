package protocol_test

// Goal: a reduced history has nothing void in it, in the order in which a replica is to hear it. Method: one history
// of each protocol in which everything happens that a reduction looks at.

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
)

// texts prints values, one a line.
func texts[T fmt.Stringer](values []T) []string {
	lines := make([]string, len(values))
	for i, v := range values {
		lines[i] = v.String()
	}
	return lines
}

func dataflow(asOf frontier.Time, exports ...query.ID) protocol.CreateDataflow {
	d := &query.Description{Name: exports[0].Name, Query: query.Constant(), AsOf: frontier.At(asOf)}
	for _, id := range exports {
		d.Exports = append(d.Exports, query.Export{ID: id})
	}
	return protocol.CreateDataflow{Description: d}
}

func collection(n uint64) query.ID { return query.ID{N: n, Name: fmt.Sprintf("c%d", n)} }

func TestReducedComputeHistoryOrder(t *testing.T) {
	compact := func(n uint64, to frontier.Antichain) protocol.ComputeCommand {
		return protocol.ComputeAllowCompaction{ID: collection(n), Frontier: to}
	}
	maintenance := func(d time.Duration) protocol.ComputeCommand {
		return protocol.ComputeUpdateConfiguration{
			Params: protocol.Params{MaintenanceInterval: d, StatisticsInterval: protocol.Unset, Stages: protocol.Unset}}
	}
	var history protocol.ComputeHistory
	for _, command := range []protocol.ComputeCommand{
		maintenance(time.Second),
		dataflow(1, collection(5)),
		protocol.ComputeAllowWrites{ID: collection(5)},
		dataflow(1, collection(3), collection(4)),
		dataflow(1, collection(6), collection(7)),
		dataflow(1, collection(8), collection(9)),
		dataflow(1, collection(2)),
		protocol.ComputeInitializationComplete{},
		protocol.ComputeHello{Nonce: 1},
		protocol.CreateInstance{},
		protocol.Schedule{ID: collection(5)},
		protocol.Schedule{ID: collection(2)},
		protocol.Schedule{ID: collection(3)},
		protocol.ComputeAllowWrites{ID: collection(3)},
		protocol.ComputeAllowWrites{ID: collection(2)},
		compact(100, frontier.At(50)), // an introspection collection, which no dataflow here exports
		compact(5, frontier.At(2)),
		compact(5, frontier.At(3)), // all exports: the as_of follows
		compact(4, frontier.At(9)), // one of two exports: the other holds the as_of
		compact(7, frontier.Empty()),
		compact(6, frontier.At(4)), // the other export is dropped and holds nothing
		compact(8, frontier.Empty()),
		compact(9, frontier.Empty()), // all exports dropped: the dataflow is gone
		compact(2, frontier.Empty()),
		maintenance(2 * time.Second),
	} {
		history.Push(command)
	}
	history.Reduce()
	require.Equal(t, []string{
		"Hello 0000000000000001",
		"CreateInstance logging=0s",
		"UpdateConfiguration maintenance=2s",
		"CreateDataflow name=c5 query=constant() exports=index:c5 as_of={3}",
		"CreateDataflow name=c3 query=constant() exports=index:c3,index:c4 as_of={1}",
		"CreateDataflow name=c6 query=constant() exports=index:c6,index:c7 as_of={4}",
		"Schedule c5",
		"Schedule c3",
		"AllowCompaction c4 {9}",
		"AllowCompaction c7 {}",
		"AllowCompaction c100 {50}",
		"InitializationComplete",
		"AllowWrites c3",
		"AllowWrites c5",
	}, texts(history.Commands()))
}

func TestReducedStorageHistoryOrder(t *testing.T) {
	ingest := func(n uint64, rate int64) protocol.StorageCommand {
		return protocol.RunIngestion{Ingestion: &query.Ingestion{
			ID: collection(n), Remap: collection(n + 1), Exports: []query.ID{collection(n)}, Rate: rate}}
	}
	sink := func(n uint64) protocol.StorageCommand {
		return protocol.RunSink{Sink: &query.Sink{ID: collection(n), From: collection(1)}}
	}
	compact := func(n uint64, to frontier.Antichain) protocol.StorageCommand {
		return protocol.StorageAllowCompaction{ID: collection(n), Frontier: to}
	}
	var history protocol.StorageHistory
	for _, command := range []protocol.StorageCommand{
		protocol.StorageAllowWrites{},
		sink(9), sink(7),
		ingest(5, 1), ingest(1, 1), ingest(3, 1),
		protocol.StorageHello{Nonce: 1},
		protocol.StorageInitializationComplete{},
		protocol.StorageUpdateConfiguration{
			Params: protocol.Params{MaintenanceInterval: time.Second, StatisticsInterval: protocol.Unset, Stages: protocol.Unset}},
		compact(5, frontier.At(2)), compact(5, frontier.At(4)),
		compact(2, frontier.At(3)), // the remap collection of 1
		compact(3, frontier.Empty()), compact(4, frontier.Empty()),
		compact(7, frontier.At(3)), // a sink's says nothing
		compact(9, frontier.Empty()),
		compact(50, frontier.At(3)), // of something that does not run here
		ingest(1, 2),
		protocol.StorageHello{Nonce: 2},
		protocol.StorageUpdateConfiguration{
			Params: protocol.Params{MaintenanceInterval: protocol.Unset, StatisticsInterval: time.Second, Stages: protocol.Unset}},
	} {
		history.Push(command)
	}
	history.Reduce()
	require.Equal(t, []string{
		"Hello 0000000000000002",
		"UpdateConfiguration maintenance=1s statistics=1s",
		"RunIngestion id=c1 remap=c2 exports=c1 rate=2/s partitions=0 tick=0s shape=0",
		"RunIngestion id=c5 remap=c6 exports=c5 rate=1/s partitions=0 tick=0s shape=0",
		"RunSink id=c7 from=c1 as_of={0}",
		"AllowCompaction c2 {3}",
		"AllowCompaction c5 {4}",
		"InitializationComplete",
		"AllowWrites",
	}, texts(history.Commands()))
}
