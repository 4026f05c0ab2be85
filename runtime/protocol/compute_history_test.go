package protocol_test

// Goal: a reduced history leads to the state that the full one leads to. Method: a small model of what a replica
// makes of commands (computeReplica), and legal histories drawn by rapid.

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
)

// computeReplica is what a replica makes of the commands it is told.
type computeReplica struct {
	Hello       protocol.Nonce
	Config      protocol.InstanceConfig
	Params      protocol.Params
	Initialized bool
	Collections map[query.ID]computeCollection
}

type computeCollection struct {
	Dataflow  string
	Since     frontier.Antichain
	Scheduled bool
	Writable  bool
}

// replayCompute tells the commands to a new replica. Collections that it has dropped are as if they had never been.
func replayCompute(commands []protocol.ComputeCommand) computeReplica {
	r := computeReplica{Params: protocol.NoParams(), Collections: map[query.ID]computeCollection{}}
	for _, command := range commands {
		switch c := command.(type) {
		case protocol.ComputeHello:
			r.Hello = c.Nonce
		case protocol.CreateInstance:
			r.Config = c.Config
		case protocol.ComputeInitializationComplete:
			r.Initialized = true
		case protocol.ComputeUpdateConfiguration:
			r.Params = r.Params.Merge(c.Params)
		case protocol.CreateDataflow:
			for _, id := range c.Description.ExportIDs() {
				r.Collections[id] = computeCollection{Dataflow: c.Description.Name, Since: c.Description.AsOf}
			}
		case protocol.ComputeAllowCompaction:
			r.change(c.ID, func(collection *computeCollection) { collection.Since = collection.Since.Join(c.Frontier) })
		case protocol.Schedule:
			r.change(c.ID, func(collection *computeCollection) { collection.Scheduled = true })
		case protocol.ComputeAllowWrites:
			r.change(c.ID, func(collection *computeCollection) { collection.Writable = true })
		}
	}
	return r
}

func (r *computeReplica) change(id query.ID, change func(*computeCollection)) {
	collection, ok := r.Collections[id]
	if !ok {
		return
	}
	change(&collection)
	if delete(r.Collections, id); !collection.Since.IsEmpty() {
		r.Collections[id] = collection
	}
}

// drawCompute draws a legal history: creations with one or two exports, then anything about what exists.
func drawCompute(t *rapid.T) []protocol.ComputeCommand {
	commands := []protocol.ComputeCommand{
		protocol.ComputeHello{Nonce: 1},
		protocol.CreateInstance{Config: protocol.InstanceConfig{LoggingInterval: 1}},
	}
	since := map[query.ID]frontier.Antichain{}
	var live []query.ID
	for n := range rapid.IntRange(0, 40).Draw(t, "length") {
		if len(live) == 0 || rapid.IntRange(0, 3).Draw(t, "create") == 0 {
			d := drawDescription(t, n)
			for _, id := range d.ExportIDs() {
				since[id] = d.AsOf
			}
			live = append(live, d.ExportIDs()...)
			commands = append(commands, protocol.CreateDataflow{Description: d})
			continue
		}
		id := rapid.SampledFrom(live).Draw(t, "id")
		command := drawAbout(t, id, since)
		commands = append(commands, command)
		live = slices.DeleteFunc(live, func(id query.ID) bool { return since[id].IsEmpty() })
	}
	return commands
}

func drawDescription(t *rapid.T, n int) *query.Description {
	d := &query.Description{
		Name:  fmt.Sprintf("d%d", n),
		Query: query.Constant(),
		AsOf:  frontier.At(frontier.Time(rapid.Uint64Range(0, 3).Draw(t, "as_of"))),
	}
	for e := range rapid.IntRange(1, 2).Draw(t, "exports") {
		d.Exports = append(d.Exports, query.Export{ID: query.ID{N: uint64(2*n + e), Name: fmt.Sprintf("d%d/%d", n, e)}})
	}
	return d
}

func drawAbout(t *rapid.T, id query.ID, since map[query.ID]frontier.Antichain) protocol.ComputeCommand {
	switch rapid.SampledFrom([]string{"compact", "drop", "schedule", "write", "configure", "complete"}).Draw(t, "kind") {
	case "compact":
		at, _ := since[id].Time()
		since[id] = frontier.At(at + frontier.Time(rapid.Uint64Range(0, 3).Draw(t, "by")))
		return protocol.ComputeAllowCompaction{ID: id, Frontier: since[id]}
	case "drop":
		since[id] = frontier.Empty()
		return protocol.ComputeAllowCompaction{ID: id, Frontier: since[id]}
	case "schedule":
		return protocol.Schedule{ID: id}
	case "write":
		return protocol.ComputeAllowWrites{ID: id}
	case "configure":
		return protocol.ComputeUpdateConfiguration{Params: drawParams(t)}
	}
	return protocol.ComputeInitializationComplete{}
}

func TestReducedComputeHistoryIsEquivalent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		full := drawCompute(t)
		var history protocol.ComputeHistory
		for _, command := range full {
			history.Push(command)
		}
		require.Equal(t, replayCompute(full), replayCompute(history.Commands()), "as pushed")
		history.Reduce()
		require.Equal(t, replayCompute(full), replayCompute(history.Commands()), "reduced")
		reduced := slices.Clone(history.Commands())
		history.Reduce()
		require.Equal(t, reduced, history.Commands(), "reducing again changes nothing")
		require.LessOrEqual(t, len(reduced), len(full))
	})
}

func TestComputeHistoryStaysShort(t *testing.T) {
	var history protocol.ComputeHistory
	history.Push(protocol.CreateDataflow{Description: &query.Description{
		Name: "i1", Query: query.Constant(), Exports: []query.Export{{ID: i1}}}})
	for at := range frontier.Time(1000) {
		history.Push(protocol.ComputeAllowCompaction{ID: i1, Frontier: frontier.At(at)})
		require.LessOrEqual(t, len(history.Commands()), 2)
	}
}

func TestReduceLeavesTheDescriptionsItWasGivenAsTheyAre(t *testing.T) {
	d := &query.Description{Name: "i1", Query: query.Constant(), Exports: []query.Export{{ID: i1}}}
	var history protocol.ComputeHistory
	history.Push(protocol.CreateDataflow{Description: d})
	history.Push(protocol.ComputeAllowCompaction{ID: i1, Frontier: frontier.At(7)})
	history.Reduce()
	require.Equal(t, frontier.At(0), d.AsOf)
	require.Equal(t, frontier.At(7), history.Commands()[0].(protocol.CreateDataflow).Description.AsOf)
}

func TestIllegalComputeHistoriesPanic(t *testing.T) {
	for name, commands := range map[string][]protocol.ComputeCommand{
		"two hellos":    {protocol.ComputeHello{Nonce: 1}, protocol.ComputeHello{Nonce: 2}},
		"two instances": {protocol.CreateInstance{}, protocol.CreateInstance{}},
	} {
		t.Run(name, func(t *testing.T) {
			require.Panics(t, func() {
				var history protocol.ComputeHistory
				for _, command := range commands {
					history.Push(command)
				}
				history.Reduce()
			})
		})
	}
}

// TestCompactionNeverRegresses demands of a history what is true of a trace: an earlier frontier, be it before the as_of,
// before what was allowed, or behind the drop, changes nothing.
func TestCompactionNeverRegresses(t *testing.T) {
	create := protocol.CreateDataflow{Description: &query.Description{
		Name: "i1", Query: query.Constant(), Exports: []query.Export{{ID: i1}}, AsOf: frontier.At(5)}}
	after := func(allowed ...frontier.Antichain) []protocol.ComputeCommand {
		var history protocol.ComputeHistory
		history.Push(create)
		for _, to := range allowed {
			history.Push(protocol.ComputeAllowCompaction{ID: i1, Frontier: to})
		}
		history.Reduce()
		return history.Commands()
	}
	require.Equal(t, after(), after(frontier.At(4)))
	require.Equal(t, after(frontier.At(9)), after(frontier.At(9), frontier.At(7)))
	for _, command := range after(frontier.Empty(), frontier.At(7)) {
		require.NotContains(t, command.String(), "CreateDataflow", "the drop holds")
	}
}
