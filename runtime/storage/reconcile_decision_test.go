package storage

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
	"github.com/stretchr/testify/require"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
)

// Each line of a case says what runs or what was told since, and the result says what becomes of it:
//
//	running ingestion s1 exports=s1 rate=10      (also sink k1 from=s1)
//	dropped s2                                   the last word about s2 is due
//	ingestion s1 exports=s1,s2 rate=10           told: run
//	sink k1 from=s1                              told: run
//	drop s1 · compact s1 5 · writes · configure  told
func TestDecide(t *testing.T) {
	datadriven.Walk(t, "testdata/reconcile", func(t *testing.T, path string) {
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			require.Equal(t, "decide", d.Cmd, "%s: unknown command", d.Pos)
			require.Empty(t, d.CmdArgs, "%s: leftover arguments", d.Pos)
			c := newDecideCase()
			for line := range strings.Lines(d.Input) {
				require.NoError(t, c.line(strings.Fields(line)), "%s: %s", d.Pos, line)
			}
			return c.result()
		})
	})
}

type decideCase struct {
	names    names
	maps     externalMaps
	commands []protocol.StorageCommand
}

func newDecideCase() *decideCase {
	return &decideCase{
		names: names{},
		maps:  externalMaps{ingestions: &table[*query.Ingestion]{}, sinks: &table[*query.Sink]{}},
	}
}

// names gives out ids in the order in which names are first used.
type names map[string]query.ID

func (n names) id(name string) query.ID {
	if _, ok := n[name]; !ok {
		n[name] = query.ID{N: uint64(len(n) + 1), Name: name}
	}
	return n[name]
}

func (n names) ids(list string) []query.ID {
	var ids []query.ID
	for name := range strings.SplitSeq(list, ",") {
		ids = append(ids, n.id(name))
	}
	return ids
}

// ingestion reads "NAME key=value …".
func (n names) ingestion(words []string) (*query.Ingestion, error) {
	i := &query.Ingestion{ID: n.id(words[0]), Remap: n.id(words[0] + "/remap"), Partitions: 2}
	i.Exports = []query.ID{i.ID}
	for _, word := range words[1:] {
		key, value, _ := strings.Cut(word, "=")
		number, err := strconv.ParseInt(value, 10, 64)
		switch key {
		case "exports":
			i.Exports, err = n.ids(value), nil
		case "rate":
			i.Rate = number
		case "partitions":
			i.Partitions = int(number)
		case "shape":
			i.Shape = int(number)
		default:
			err = fmt.Errorf("unknown key %q", key)
		}
		if err != nil {
			return nil, err
		}
	}
	return i, nil
}

// sink reads "NAME from=SOURCE".
func (n names) sink(words []string) *query.Sink {
	from := strings.TrimPrefix(words[1], "from=")
	return &query.Sink{ID: n.id(words[0]), From: n.id(from), FromShard: query.Shard(from)}
}

func (c *decideCase) line(words []string) error {
	switch words[0] {
	case "running":
		return c.running(words[1:])
	case "dropped":
		c.maps.dropped = append(c.maps.dropped, c.names.id(words[1]))
		return nil
	}
	command, err := c.command(words)
	c.commands = append(c.commands, command)
	return err
}

func (c *decideCase) running(words []string) error {
	if words[0] == "sink" {
		sink := c.names.sink(words[1:])
		c.maps.sinks.put(sink.ID, sink)
		return nil
	}
	ingestion, err := c.names.ingestion(words[1:])
	if err == nil {
		c.maps.ingestions.put(ingestion.ID, ingestion)
	}
	return err
}

func (c *decideCase) command(words []string) (protocol.StorageCommand, error) {
	switch words[0] {
	case "ingestion":
		ingestion, err := c.names.ingestion(words[1:])
		return protocol.RunIngestion{Ingestion: ingestion}, err
	case "sink":
		return protocol.RunSink{Sink: c.names.sink(words[1:])}, nil
	case "drop":
		return protocol.StorageAllowCompaction{ID: c.names.id(words[1]), Frontier: frontier.Empty()}, nil
	case "compact":
		at, err := strconv.ParseUint(words[2], 10, 64)
		return protocol.StorageAllowCompaction{ID: c.names.id(words[1]), Frontier: frontier.At(frontier.Time(at))}, err
	case "writes":
		return protocol.StorageAllowWrites{}, nil
	case "configure":
		return protocol.StorageUpdateConfiguration{Params: protocol.NoParams()}, nil
	}
	return nil, fmt.Errorf("unknown word %q", words[0])
}

func (c *decideCase) result() string {
	d, err := decide(c.maps, c.commands)
	if err != nil {
		return "error: " + err.Error()
	}
	var b strings.Builder
	for _, command := range d.commands {
		fmt.Fprintf(&b, "execute %s\n", command)
	}
	var expected []query.ID
	for id := range d.expected {
		expected = append(expected, id)
	}
	slices.SortFunc(expected, query.ID.Compare)
	for _, list := range []struct {
		name string
		ids  []query.ID
	}{{"unchanged", d.unchanged}, {"stale", d.stale}, {"expected", expected}, {"unmatched", d.unmatched}} {
		if len(list.ids) > 0 {
			fmt.Fprintf(&b, "%s %s\n", list.name, appendIDs(nil, list.ids))
		}
	}
	return b.String()
}

func TestDecideRefusesHello(t *testing.T) {
	c := newDecideCase()
	require.Panics(t, func() { _, _ = decide(c.maps, []protocol.StorageCommand{protocol.StorageHello{}}) })
}

// Deciding twice from the same input gives the same, and leaves the input alone.
func TestDecideIsPure(t *testing.T) {
	c := newDecideCase()
	for _, line := range []string{
		"running ingestion s1 exports=s1,s2", "running sink k1 from=s1", "running ingestion s3",
		"ingestion s1 exports=s1,s2", "drop s2", "ingestion s3 rate=5",
	} {
		require.NoError(t, c.line(strings.Fields(line)))
	}
	first, told := c.result(), c.commands[0].String()
	require.Equal(t, first, c.result())
	require.Equal(t, told, c.commands[0].String())
}
