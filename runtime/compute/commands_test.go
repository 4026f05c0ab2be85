package compute

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/cockroachdb/datadriven"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
)

// Tests write commands one per line:
//
//	instance 1s                     CreateInstance with a logging interval
//	config 10ms                     UpdateConfiguration with a maintenance interval
//	create mv1 count(i1) as-of=4    CreateDataflow; what is called i… is an index, what is called mv… a view
//	create i1,mv2 s1 as-of=4        the same with two exports
//	schedule mv1
//	compact i1 7                    AllowCompaction
//	drop i1                         AllowCompaction to the empty frontier
//	write mv1                       AllowWrites
//
// Names resolve to ids that are numbered in the order in which they are first created; s1 and s2 are sources.

// names gives ids to names.
type names map[string]query.ID

func newNames() names { return names{"s1": {N: 1, Name: "s1"}, "s2": {N: 2, Name: "s2"}} }

func (n names) id(name string) query.ID {
	id, ok := n[name]
	if !ok {
		id = query.ID{N: uint64(len(n) + 1), Name: name}
		n[name] = id
	}
	return id
}

// parse reads all lines.
func (n names) parse(t *testing.T, d *datadriven.TestData, text string) []protocol.ComputeCommand {
	t.Helper()
	var commands []protocol.ComputeCommand
	for _, line := range strings.Split(strings.TrimSpace(text), "\n") {
		if line != "" {
			commands = append(commands, n.command(t, d, line))
		}
	}
	return commands
}

func (n names) command(t *testing.T, d *datadriven.TestData, line string) protocol.ComputeCommand {
	t.Helper()
	words := strings.Fields(line)
	switch words[0] {
	case "instance":
		return protocol.CreateInstance{Config: protocol.InstanceConfig{LoggingInterval: duration(t, d, words[1])}}
	case "config":
		params := protocol.NoParams()
		params.MaintenanceInterval = duration(t, d, words[1])
		return protocol.ComputeUpdateConfiguration{Params: params}
	case "create":
		return protocol.CreateDataflow{Description: n.description(t, d, words[1:])}
	case "schedule":
		return protocol.Schedule{ID: n.id(words[1])}
	case "compact":
		return protocol.ComputeAllowCompaction{ID: n.id(words[1]), Frontier: frontier.At(timestamp(t, d, words[2]))}
	case "drop":
		return protocol.ComputeAllowCompaction{ID: n.id(words[1]), Frontier: frontier.Empty()}
	case "write":
		return protocol.ComputeAllowWrites{ID: n.id(words[1])}
	}
	d.Fatalf(t, "no command %q", line)
	return nil
}

// description reads "exports query as-of=time".
func (n names) description(t *testing.T, d *datadriven.TestData, words []string) *query.Description {
	t.Helper()
	q, err := query.Parse(words[1], func(name string) (query.ID, bool) { return n.id(name), true })
	if err != nil {
		d.Fatalf(t, "%v", err)
	}
	out := &query.Description{
		Name: words[0], Query: q, AsOf: frontier.At(timestamp(t, d, strings.TrimPrefix(words[2], "as-of="))),
	}
	for _, input := range q.Inputs() {
		if isIndex(input.Name) {
			out.IndexImports = append(out.IndexImports, input)
		} else {
			out.SourceImports = append(out.SourceImports, query.SourceImport{ID: input, Shard: query.ShardOf(input)})
		}
	}
	for _, name := range strings.Split(words[0], ",") {
		export := query.Export{ID: n.id(name), Kind: query.Index}
		if !isIndex(name) {
			export.Kind, export.Shard = query.MaterializedView, query.Shard(name)
		}
		out.Exports = append(out.Exports, export)
	}
	return out
}

func isIndex(name string) bool { return strings.HasPrefix(name, "i") }

func duration(t *testing.T, d *datadriven.TestData, word string) time.Duration {
	t.Helper()
	parsed, err := time.ParseDuration(word)
	if err != nil {
		d.Fatalf(t, "%v", err)
	}
	return parsed
}

func timestamp(t *testing.T, d *datadriven.TestData, word string) frontier.Time {
	t.Helper()
	parsed, err := strconv.ParseUint(word, 10, 64)
	if err != nil {
		d.Fatalf(t, "%v", err)
	}
	return frontier.Time(parsed)
}
