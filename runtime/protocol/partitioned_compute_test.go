package protocol_test

// Goal: many shards look like one. Method: tables of responses in the order in which they come, each with what the
// client says then, and a property over random reports.

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
)

var (
	i1 = query.ID{N: 1, Name: "i1"}
	i2 = query.ID{N: 2, Name: "i2"}
)

func to(t frontier.Time) *frontier.Antichain {
	f := frontier.At(t)
	return &f
}

func toEmpty() *frontier.Antichain {
	f := frontier.Empty()
	return &f
}

func write(id query.ID, f *frontier.Antichain) protocol.Frontiers {
	return protocol.Frontiers{ID: id, Write: f}
}

func TestComputeSplit(t *testing.T) {
	hello := protocol.ComputeHello{Nonce: 7}
	configuration := protocol.ComputeUpdateConfiguration{Params: protocol.NoParams()}
	for _, toAll := range []protocol.ComputeCommand{hello, configuration} {
		require.Equal(t, []protocol.ComputeCommand{toAll, toAll, toAll},
			protocol.NewPartitionedCompute(3).Split(toAll))
	}
	for _, toFirst := range []protocol.ComputeCommand{
		protocol.CreateInstance{}, protocol.ComputeInitializationComplete{}, protocol.CreateDataflow{},
		protocol.Schedule{ID: i1}, protocol.ComputeAllowCompaction{ID: i1}, protocol.ComputeAllowWrites{ID: i1},
	} {
		require.Equal(t, []protocol.ComputeCommand{toFirst, nil, nil},
			protocol.NewPartitionedCompute(3).Split(toFirst))
	}
}

// computeStep is one response of a shard and what all shards together say to it.
type computeStep struct {
	shard    int
	response protocol.ComputeResponse
	want     []protocol.ComputeResponse
}

func TestComputeAbsorb(t *testing.T) {
	says := func(responses ...protocol.ComputeResponse) []protocol.ComputeResponse { return responses }
	for name, steps := range map[string][]computeStep{
		"an advance needs all shards": {
			{0, write(i1, to(3)), nil},
			{1, write(i1, to(5)), says(write(i1, to(3)))},
			{0, write(i1, to(9)), says(write(i1, to(5)))},
		},
		"shards that say the same again add nothing": {
			{0, write(i1, to(3)), nil},
			{0, write(i1, to(3)), nil},
			{1, write(i1, to(3)), says(write(i1, to(3)))},
			{1, write(i1, to(3)), nil},
		},
		"a shard does not go back": {
			{0, write(i1, to(5)), nil},
			{0, write(i1, to(2)), nil},
			{1, write(i1, to(7)), says(write(i1, to(5)))},
		},
		"the minimum is no news": {
			{0, write(i1, to(0)), nil},
			{1, write(i1, to(0)), nil},
		},
		"collections are apart": {
			{0, write(i1, to(3)), nil},
			{1, write(i2, to(3)), nil},
			{0, write(i2, to(1)), says(write(i2, to(1)))},
		},
		"kinds are apart, and only what advanced is said": {
			{0, protocol.Frontiers{ID: i1, Write: to(3), Input: to(2), Output: to(1)}, nil},
			{1, protocol.Frontiers{ID: i1, Write: to(4), Output: to(4)},
				says(protocol.Frontiers{ID: i1, Write: to(3), Output: to(1)})},
			{1, protocol.Frontiers{ID: i1, Input: to(2)}, says(protocol.Frontiers{ID: i1, Input: to(2)})},
		},
		"a collection that is all empty is forgotten, and then new": {
			{0, protocol.Frontiers{ID: i1, Write: toEmpty(), Input: toEmpty(), Output: toEmpty()}, nil},
			{1, protocol.Frontiers{ID: i1, Write: toEmpty(), Input: toEmpty()},
				says(protocol.Frontiers{ID: i1, Write: toEmpty(), Input: toEmpty()})},
			{0, write(i1, to(3)), nil},
			{1, protocol.Frontiers{ID: i1, Output: toEmpty()}, says(protocol.Frontiers{ID: i1, Output: toEmpty()})},
			{0, write(i1, to(3)), nil},
			{1, write(i1, to(4)), says(write(i1, to(3)))},
		},
		"status passes": {
			{1, protocol.Status{}, says(protocol.Status{})},
		},
	} {
		t.Run(name, func(t *testing.T) {
			client := protocol.NewPartitionedCompute(2)
			for i, step := range steps {
				got, err := client.Absorb(step.shard, step.response)
				require.NoError(t, err)
				require.Equal(t, step.want, got, "step %d: %s", i, step.response)
			}
		})
	}
}

func TestComputeHelloForgetsWhatTheShardsReported(t *testing.T) {
	client := protocol.NewPartitionedCompute(2)
	absorb := func(shard int, response protocol.ComputeResponse) []protocol.ComputeResponse {
		merged, err := client.Absorb(shard, response)
		require.NoError(t, err)
		return merged
	}
	require.Empty(t, absorb(0, write(i1, to(3))))
	client.Split(protocol.ComputeUpdateConfiguration{Params: protocol.NoParams()})
	require.NotEmpty(t, absorb(1, write(i1, to(3))), "a configuration forgets nothing")
	client.Split(protocol.ComputeHello{Nonce: 2})
	require.Empty(t, absorb(1, write(i1, to(5))), "shard 0 is at the minimum again")
	require.Equal(t, []protocol.ComputeResponse{write(i1, to(2))}, absorb(0, write(i1, to(2))))
}

func TestComputeMergeIsTheMeetOfTheShardsAndAdvancesStrictly(t *testing.T) {
	const shards = 3
	rapid.Check(t, func(t *rapid.T) {
		client := protocol.NewPartitionedCompute(shards)
		var reached [shards]frontier.Antichain
		said := frontier.At(frontier.Min)
		for range rapid.IntRange(0, 40).Draw(t, "reports") {
			shard := rapid.IntRange(0, shards-1).Draw(t, "shard")
			report := frontier.At(frontier.Time(rapid.Uint64Range(0, 9).Draw(t, "time")))
			reached[shard] = reached[shard].Join(report)
			merged, err := client.Absorb(shard, write(i1, &report))
			require.NoError(t, err)
			for _, response := range merged {
				next := *response.(protocol.Frontiers).Write
				require.True(t, said.Lt(next))
				said = next
			}
			require.Equal(t, reached[0].Meet(reached[1]).Meet(reached[2]), said)
		}
	})
}
