package protocol_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
)

// storageReplica is what a replica makes of the commands it is told, once it has reconciled.
type storageReplica struct {
	Hello                 protocol.Nonce
	Params                protocol.Params
	Initialized, Writable bool
	// Running are the descriptions by primary id; Dropped the collections of what runs that were dropped.
	Running map[query.ID]string
	Dropped map[query.ID]bool
}

func replayStorage(commands []protocol.StorageCommand) storageReplica {
	r := storageReplica{Params: protocol.NoParams(), Running: map[query.ID]string{}, Dropped: map[query.ID]bool{}}
	collections := map[query.ID][]query.ID{}
	dropped := map[query.ID]bool{}
	for _, command := range commands {
		switch c := command.(type) {
		case protocol.StorageHello:
			r.Hello = c.Nonce
		case protocol.StorageInitializationComplete:
			r.Initialized = true
		case protocol.StorageAllowWrites:
			r.Writable = true
		case protocol.StorageUpdateConfiguration:
			r.Params = r.Params.Merge(c.Params)
		case protocol.RunIngestion:
			r.Running[c.Ingestion.ID] = c.Ingestion.String()
			collections[c.Ingestion.ID] = c.Ingestion.CollectionIDs()
		case protocol.RunSink:
			r.Running[c.Sink.ID] = c.Sink.String()
		case protocol.StorageAllowCompaction:
			if c.Frontier.IsEmpty() {
				dropped[c.ID] = true
				delete(r.Running, c.ID)
			}
		}
	}
	for id := range r.Running {
		for _, collection := range collections[id] {
			if dropped[collection] {
				r.Dropped[collection] = true
			}
		}
	}
	return r
}

func drawParams(t *rapid.T) protocol.Params {
	interval := func(label string) time.Duration { return time.Duration(rapid.Int64Range(-1, 3).Draw(t, label)) }
	return protocol.Params{
		MaintenanceInterval: interval("maintenance"), StatisticsInterval: interval("statistics"),
		Stages: rapid.IntRange(-1, 3).Draw(t, "stages"),
	}
}

// drawStorage draws a legal history.
func drawStorage(t *rapid.T) []protocol.StorageCommand {
	commands := []protocol.StorageCommand{protocol.StorageHello{Nonce: 1}}
	var live []query.ID
	gone := map[query.ID]bool{}
	for n := range rapid.IntRange(0, 40).Draw(t, "length") {
		if len(live) > 0 && rapid.IntRange(0, 2).Draw(t, "about") > 0 {
			id := rapid.SampledFrom(live).Draw(t, "id")
			commands = append(commands, drawStorageAbout(t, id, commands, gone)...)
			live = slices.DeleteFunc(live, func(id query.ID) bool { return gone[id] })
			continue
		}
		id := query.ID{N: uint64(2 * n), Name: fmt.Sprintf("o%d", n)}
		switch rapid.SampledFrom([]string{"ingest", "sink", "configure", "complete", "write"}).Draw(t, "kind") {
		case "ingest":
			live = append(live, id)
			commands = append(commands, drawIngestion(t, id))
		case "sink":
			live = append(live, id)
			commands = append(commands, protocol.RunSink{Sink: &query.Sink{ID: id}})
		case "configure":
			commands = append(commands, protocol.StorageUpdateConfiguration{Params: drawParams(t)})
		case "complete":
			commands = append(commands, protocol.StorageInitializationComplete{})
		case "write":
			commands = append(commands, protocol.StorageAllowWrites{})
		}
	}
	return commands
}

// drawStorageAbout draws what may be said of an object that runs.
func drawStorageAbout(
	t *rapid.T, id query.ID, earlier []protocol.StorageCommand, gone map[query.ID]bool,
) []protocol.StorageCommand {
	isIngestion := slices.ContainsFunc(earlier, func(c protocol.StorageCommand) bool {
		run, ok := c.(protocol.RunIngestion)
		return ok && run.Ingestion.ID == id
	})
	switch kind := rapid.SampledFrom([]string{"compact", "alter", "drop", "drop export"}).Draw(t, "kind"); {
	case kind == "compact":
		return []protocol.StorageCommand{protocol.StorageAllowCompaction{ID: id, Frontier: frontier.At(3)}}
	case kind == "alter" && isIngestion:
		return []protocol.StorageCommand{drawIngestion(t, id)}
	case kind == "drop export":
		id = remapOf(id)
	case kind != "drop":
		return nil
	}
	if gone[id] {
		return nil
	}
	gone[id] = true
	return []protocol.StorageCommand{protocol.StorageAllowCompaction{ID: id, Frontier: frontier.Empty()}}
}

// remapOf returns the remap collection of an ingestion; ingestions have even numbers.
func remapOf(id query.ID) query.ID { return query.ID{N: id.N + 1, Name: id.Name + "/remap"} }

func drawIngestion(t *rapid.T, id query.ID) protocol.RunIngestion {
	ingestion := &query.Ingestion{ID: id, Remap: remapOf(id)}
	ingestion.Rate = rapid.Int64Range(1, 3).Draw(t, "rate")
	if rapid.Bool().Draw(t, "primary is an export") {
		ingestion.Exports = []query.ID{id}
	}
	return protocol.RunIngestion{Ingestion: ingestion}
}

func TestReducedStorageHistoryIsEquivalent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		full := drawStorage(t)
		var history protocol.StorageHistory
		for _, command := range full {
			history.Push(command)
		}
		require.Equal(t, replayStorage(full), replayStorage(history.Commands()), "as pushed")
		history.Reduce()
		require.Equal(t, replayStorage(full), replayStorage(history.Commands()), "reduced")
		reduced := slices.Clone(history.Commands())
		history.Reduce()
		require.Equal(t, reduced, history.Commands(), "reducing again changes nothing")
		require.LessOrEqual(t, len(reduced), len(full))
	})
}

func TestStorageHistoryStaysShort(t *testing.T) {
	var history protocol.StorageHistory
	history.Push(runS1())
	for at := range frontier.Time(1000) {
		history.Push(protocol.StorageAllowCompaction{ID: s1, Frontier: frontier.At(at)})
		require.LessOrEqual(t, len(history.Commands()), 4)
	}
}
