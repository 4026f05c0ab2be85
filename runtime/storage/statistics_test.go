package storage

import (
	"testing"

	"github.com/stretchr/testify/require"

	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
)

var statisticsID = query.ID{N: 1, Name: "s1"}

func update(epoch uint64, rows, offset int64) protocol.StatisticsUpdate {
	return protocol.StatisticsUpdate{
		Statistics: []protocol.Statistics{{ID: statisticsID, Epoch: epoch, Rows: rows, Offset: offset}},
	}
}

func TestStatisticsAddUp(t *testing.T) {
	var s statistics
	s.begin(statisticsID, 0, true)
	s.ingest(update(0, 3, 5))
	s.ingest(update(0, 4, 2))
	require.Equal(t, []protocol.Statistics{{ID: statisticsID, Rows: 7, Offset: 5}}, s.snapshot())
	require.Equal(t, []protocol.Statistics{{ID: statisticsID, Rows: 0, Offset: 5}}, s.snapshot(), "counts begin anew")
}

func TestStatisticsOfAnOlderIncarnation(t *testing.T) {
	var s statistics
	s.begin(statisticsID, 0, true)
	s.ingest(update(0, 3, 90))
	s.advance(statisticsID)
	s.ingest(update(0, 4, 95))
	s.ingest(update(1, 1, 70))
	want := []protocol.Statistics{{ID: statisticsID, Epoch: 1, Rows: 8, Offset: 70}}
	require.Equal(t, want, s.snapshot(), "its gauge is stale, its counts are not")
}

// A dataflow that was altered has a new epoch at the workers, and none at worker 0.
func TestStatisticsOfAnAlteredObject(t *testing.T) {
	var s statistics
	s.begin(statisticsID, 0, true)
	s.begin(statisticsID, 10, true)
	s.committed(statisticsID, 5, 20)
	s.ingest(protocol.StatisticsUpdate{Statistics: s.takeLocal()})
	require.Equal(t, []protocol.Statistics{{ID: statisticsID, Epoch: 1, Rows: 5, Offset: 20}}, s.snapshot())
}

func TestStatisticsOfADroppedObject(t *testing.T) {
	var s statistics
	s.begin(statisticsID, 0, true)
	s.end(statisticsID)
	s.committed(statisticsID, 5, 20)
	s.ingest(update(0, 3, 5))
	require.Empty(t, s.takeLocal())
	require.Empty(t, s.snapshot())
}
