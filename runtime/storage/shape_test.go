package storage

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
	"onelane.test/runtime/render"
)

// shapes returns the shape of each dataflow of a worker.
func (r *replica) shapes(worker int) map[string]string {
	shapes := map[string]string{}
	for _, built := range r.built[worker] {
		words := strings.Fields(built)
		shapes[words[1]] = words[2]
	}
	return shapes
}

// A sink is built like a materialized view over one stored collection: a wrong order of construction that swaps the two
// is not noticed by timely. Ingestions differ from both, and from one another by Shape and number of exports.
func TestShapes(t *testing.T) {
	r := newReplica(t, replicaOptions{Workers: 2})
	s1, s2 := r.source("s1"), r.source("s2")
	s3, s4 := r.source("s3", "shape=1"), r.source("s4", "exports=s4,s4a")
	k := r.export(s1.ID, 0)
	commands := initialize(protocol.RunSink{Sink: k})
	for _, i := range []*query.Ingestion{s1, s2, s3, s4} {
		commands = append(commands, protocol.RunIngestion{Ingestion: i})
	}
	r.connect(commands...)
	r.runFor(time.Second)
	view := r.names.id("mv1")
	input, err := query.Parse("s1", func(name string) (query.ID, bool) { return r.names.id(name), true })
	require.NoError(t, err)
	r.workers[0].extra = func() {
		render.Build(r.workers[0].worker, r.workers[0].client, nil, &query.Description{
			Name:          "mv1",
			SourceImports: []query.SourceImport{{ID: s1.ID, Shard: "s1"}},
			Query:         input,
			Exports:       []query.Export{{ID: view, Kind: query.MaterializedView, Shard: "mv1"}},
			AsOf:          frontier.At(0),
		}, &render.StartSignal{}, 0)
	}
	r.workers[0].task.Unpark(nil)
	r.runFor(time.Second)
	shapes := r.shapes(0)
	require.Equal(t, shapes["mv1"], shapes[k.ID.Name])
	require.Equal(t, shapes["s1"], shapes["s2"])
	distinct := map[string]bool{}
	for _, name := range []string{"lane", "mv1", "s1", "s3", "s4"} {
		require.NotEmpty(t, shapes[name], name)
		distinct[shapes[name]] = true
	}
	require.Len(t, distinct, 5)
}
