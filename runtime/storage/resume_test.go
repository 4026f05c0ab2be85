package storage

import (
	"testing"

	"github.com/stretchr/testify/require"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
)

func TestIngestionAsOf(t *testing.T) {
	at, empty := frontier.At, frontier.Empty()
	tests := []struct {
		name   string
		since  frontier.Antichain
		resume []frontier.Antichain
		want   frontier.Antichain
	}{
		{"fresh", at(0), []frontier.Antichain{at(0)}, at(0)},
		{"one step before the resume upper", at(0), []frontier.Antichain{at(8)}, at(7)},
		{"the export that is behind decides", at(0), []frontier.Antichain{at(8), at(3)}, at(2)},
		{"a fresh export needs all", at(0), []frontier.Antichain{at(8), at(0)}, at(0)},
		{"a finished export needs nothing", at(0), []frontier.Antichain{at(8), empty}, at(7)},
		{"all finished", at(0), []frontier.Antichain{empty, empty}, empty},
		{"no export", at(0), nil, empty},
		{"not before the remap shard's since", at(5), []frontier.Antichain{at(3)}, at(5)},
		{"remap shard finalised", empty, []frontier.Antichain{at(3)}, empty},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			require.Equal(t, tt.want, ingestionAsOf(tt.since, exportUppers(tt.resume)))
		})
	}
}

func exportUppers(uppers []frontier.Antichain) []protocol.IDFrontier {
	var list []protocol.IDFrontier
	for i, f := range uppers {
		list = append(list, protocol.IDFrontier{ID: query.ID{N: uint64(i)}, Frontier: f})
	}
	return list
}

func TestSinkStart(t *testing.T) {
	at := frontier.At
	tests := []struct {
		name         string
		asOf, output frontier.Antichain
		start        frontier.Antichain
		skip         bool
	}{
		{"nothing written", at(5), at(0), at(5), false},
		{"written up to the as_of", at(5), at(5), at(5), false},
		{"snapshot written", at(5), at(6), at(5), true},
		{"written beyond", at(5), at(9), at(8), true},
		{"closed", at(5), frontier.Empty(), frontier.Empty(), true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			start, skip := sinkStart(tt.asOf, tt.output)
			require.Equal(t, tt.start, start)
			require.Equal(t, tt.skip, skip)
		})
	}
}

func TestAdmitSink(t *testing.T) {
	at := frontier.At
	require.NoError(t, admitSink(at(5), at(0)), "nothing written yet")
	require.NoError(t, admitSink(at(5), at(6)))
	require.Error(t, admitSink(at(6), at(6)), "updates at 6 would be missing")
}

func TestUnfinished(t *testing.T) {
	exports := []query.ID{{N: 2}, {N: 0}, {N: 1}}
	resume := exportUppers([]frontier.Antichain{frontier.At(3), frontier.Empty(), frontier.At(0)})
	require.Equal(t, []query.ID{{N: 2}, {N: 0}}, unfinished(exports, resume))
	require.Len(t, exports, 3, "the argument stays as it is")
}
