package compute

import (
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
	"onelane.test/sim"
)

// Reconciling must lead to what the new commands alone would lead to. So: a replica handles a drawn list of commands,
// reconciles with another that asks for some of the same, some changed and some new dataflows, and in the end each
// collection has the contents that its query has over its inputs, is reported as a new controller expects it, and
// nothing else is reported.
func TestReconciliationLeadsToWhatIsWanted(t *testing.T) {
	var total Reconciled
	rapid.Check(t, func(t *rapid.T) {
		g := newGrammar(t)
		c := newCluster(t, sim.Config{
			Seed: rapid.Uint64().Draw(t, "seed"), Schedule: sim.Random(), Grain: sim.Grain100us,
		}, rapid.IntRange(1, 2).Draw(t, "processes"), rapid.IntRange(1, 2).Draw(t, "workers"))
		defer c.world.Close()
		g.feed(c, 20)
		for _, cmd := range g.connection() {
			c.handle(cmd)
		}
		for range rapid.IntRange(0, 2).Draw(t, "reconnects") {
			g.pass(c)
			c.reconcile(g.connection())
		}
		g.pass(c)
		g.feed(c, 23)
		wanted := g.connection()
		c.each(func(w *worker) {
			c.heard = slices.DeleteFunc(c.heard, func(r response) bool { return r.worker == w.timely.Index() })
		})
		c.reconcile(wanted)
		c.runFor(time.Second)
		settled := map[query.Shard]frontier.Antichain{}
		for _, shard := range c.store.Shards() {
			settled[shard] = c.store.Upper(shard)
		}
		g.feed(c, 26)
		c.runFor(time.Second)
		g.check(c, wanted, settled)
		tally(&total, c)
	})
	require.NotZero(t, total.Reused, "nothing was ever reused")
	require.NotZero(t, total.Replaced, "nothing was ever replaced")
	require.NotZero(t, total.Created, "nothing was ever created")
	require.NotZero(t, total.Dropped, "nothing was ever dropped")
}

// A seed means one run, whatever maps and pointers there are.
func TestSeedMeansOneRun(t *testing.T) {
	run := func() uint64 {
		c := newCluster(t, sim.Config{Seed: 5, Schedule: sim.Random(), Grain: sim.Grain100us}, 2, 2)
		defer c.world.Close()
		n := newNames()
		g := &grammar{}
		g.feed(c, 20)
		for _, line := range []string{
			"instance 1s", "create i1 s1 as-of=14", "create i2 count(s2) as-of=14", "create mv1 count(i1) as-of=15",
			"create mv2 union(i1,i2,s1) as-of=16", "schedule i1", "schedule i2", "schedule mv1", "schedule mv2",
			"write mv1", "write mv2",
		} {
			c.handle(n.command(t, nil, line))
		}
		c.runFor(20 * time.Millisecond)
		g.feed(c, 25)
		c.reconcile([]protocol.ComputeCommand{n.command(t, nil, "instance 1s"), n.command(t, nil, "create i1 s1 as-of=18")})
		c.runFor(time.Second)
		return c.world.Hash()
	}
	require.Equal(t, run(), run())
}

// tally adds up what the reconciliations of a run did.
func tally(total *Reconciled, c *cluster) {
	for _, line := range c.log {
		var r Reconciled
		n, _ := fmt.Sscanf(line, "compute.reconciled worker=%d reused=%d replaced=%d created=%d dropped=%d",
			&r.Worker, &r.Reused, &r.Replaced, &r.Created, &r.Dropped)
		if n == 5 {
			total.Reused += r.Reused
			total.Replaced += r.Replaced
			total.Created += r.Created
			total.Dropped += r.Dropped
		}
	}
}

// grammar draws legal commands over a few ids, whose definitions change from connection to connection less often than
// not.
type grammar struct {
	t     *rapid.T
	ids   []query.ID
	now   frontier.Time
	value int64
	// readable is from when on what the present connection has created can be read.
	readable map[query.ID]frontier.Time
}

func newGrammar(t *rapid.T) *grammar {
	g := &grammar{t: t}
	for n, name := range []string{"i1", "mv1", "i2", "mv2"} {
		g.ids = append(g.ids, query.ID{N: uint64(n + 3), Name: name})
	}
	return g
}

// feed lets both sources advance.
func (g *grammar) feed(c *cluster, upper frontier.Time) {
	for _, shard := range []query.Shard{"s1", "s2"} {
		var updates []query.Update
		for at := g.now; at < upper; at++ {
			for range 6 {
				g.value++
				updates = append(updates, query.Update{
					Row: query.Row{Key: g.value * 7 % 5, Value: g.value % 3}, Time: at, Diff: 1,
				})
			}
		}
		c.feed(shard, frontier.At(upper), updates...)
	}
	g.now = upper
}

// pass lets some time go by, and some collections compact.
func (g *grammar) pass(c *cluster) {
	c.runFor(time.Duration(rapid.IntRange(0, 30).Draw(g.t, "ms")) * time.Millisecond)
	for _, id := range g.ids {
		since, ok := g.readable[id]
		if !ok || rapid.IntRange(0, 2).Draw(g.t, "compact "+id.Name) > 0 {
			continue
		}
		since += frontier.Time(rapid.Uint64Range(0, 3).Draw(g.t, "by"))
		g.readable[id] = since
		c.handle(protocol.ComputeAllowCompaction{ID: id, Frontier: frontier.At(since)})
	}
	c.runFor(time.Duration(rapid.IntRange(0, 30).Draw(g.t, "ms")) * time.Millisecond)
}

// connection draws the commands from the beginning of a connection to the end of its initialization.
func (g *grammar) connection() []protocol.ComputeCommand {
	list := []protocol.ComputeCommand{protocol.CreateInstance{}}
	g.readable = map[query.ID]frontier.Time{}
	for _, id := range g.ids {
		if rapid.IntRange(0, 3).Draw(g.t, "want "+id.Name) == 0 {
			continue
		}
		d := g.describe(id)
		g.readable[id], _ = d.AsOf.Time()
		list = append(list, protocol.CreateDataflow{Description: d}, protocol.Schedule{ID: id})
		if !isIndex(id.Name) {
			list = append(list, protocol.ComputeAllowWrites{ID: id})
		}
	}
	return list
}

// describe draws a definition. An index may be over an index or a source; so may a view.
func (g *grammar) describe(id query.ID) *query.Description {
	inputs := []query.ID{{N: 1, Name: "s1"}, {N: 2, Name: "s2"}}
	for _, other := range g.ids {
		if _, ok := g.readable[other]; ok && isIndex(other.Name) {
			inputs = append(inputs, other)
		}
	}
	input := inputs[rapid.SampledFrom([]int{0, 0, 0, len(inputs) - 1, 1}).Draw(g.t, "input")]
	asOf := max(frontier.Time(rapid.SampledFrom([]uint64{15, 15, 15, 17, 12}).Draw(g.t, "as_of")), g.readable[input])
	q := query.Input(input)
	if rapid.IntRange(0, 3).Draw(g.t, "count") > 0 {
		q = query.Count(q)
	}
	d := &query.Description{Name: id.Name, Query: q, AsOf: frontier.At(asOf), Exports: []query.Export{{ID: id}}}
	if isIndex(input.Name) {
		d.IndexImports = []query.ID{input}
	} else {
		d.SourceImports = []query.SourceImport{{ID: input, Shard: query.ShardOf(input)}}
	}
	if !isIndex(id.Name) {
		d.Exports[0].Kind, d.Exports[0].Shard = query.MaterializedView, query.ShardOf(id)
	}
	return d
}

// check compares every wanted collection with its meaning, and what has been heard with what may be.
func (g *grammar) check(c *cluster, wanted []protocol.ComputeCommand, settled map[query.Shard]frontier.Antichain) {
	descriptions := map[query.ID]*query.Description{}
	for _, cmd := range wanted {
		if create, ok := cmd.(protocol.CreateDataflow); ok {
			descriptions[create.Description.Exports[0].ID] = create.Description
		}
	}
	for _, id := range g.ids {
		d := descriptions[id]
		if d == nil {
			continue
		}
		first, _ := d.AsOf.Time()
		updates := c.indexed(d.Exports[0].ID)
		if shard := d.Exports[0].Shard; shard != "" {
			require.Equal(g.t, frontier.At(g.now), c.store.Upper(shard))
			settledUpper, _ := settled[shard].Time()
			first = max(first, settledUpper)
			updates = c.store.Contents(shard)
		}
		for at := first; at < g.now; at++ {
			require.Equal(g.t, meaning(c, descriptions, d.Exports[0].ID, at), multiset(updates, at), "%s at %d", d, at)
		}
	}
	g.checkReports(c, descriptions)
}

// checkReports demands that every worker reported each wanted collection from its as_of on up to the present, without
// going back, and nothing else.
func (g *grammar) checkReports(c *cluster, descriptions map[query.ID]*query.Description) {
	type about struct {
		worker int
		id     query.ID
		kind   int
	}
	last := map[about]frontier.Antichain{}
	for _, r := range c.heard {
		d := descriptions[r.ID]
		require.NotNil(g.t, d, "worker %d reports %s", r.worker, r.Frontiers)
		for kind, f := range []*frontier.Antichain{r.Write, r.Input, r.Output} {
			if f == nil {
				continue
			}
			before, ok := last[about{r.worker, r.ID, kind}]
			require.True(g.t, d.AsOf.Le(*f) && (!ok || before.Lt(*f)), "%s of %s after %s", r.Frontiers, d, before)
			last[about{r.worker, r.ID, kind}] = *f
		}
	}
	require.Len(g.t, last, 3*len(descriptions)*len(c.workers))
	for key, f := range last {
		require.Equal(g.t, frontier.At(g.now), f, "%+v", key)
	}
}

// indexed returns what all workers together have in the trace of an index.
func (c *cluster) indexed(id query.ID) []query.Update {
	var updates []query.Update
	for _, w := range c.workers {
		if trace := w.state.trace(id); trace != nil {
			updates = append(updates, trace.Updates()...)
		}
	}
	return updates
}

// meaning evaluates a collection: a shard is what it is, an index what its query is.
func meaning(c *cluster, all map[query.ID]*query.Description, id query.ID, at frontier.Time) map[query.Row]int64 {
	d, ok := all[id]
	if !ok {
		return multiset(c.store.Contents(query.ShardOf(id)), at)
	}
	return d.Query.Eval(func(id query.ID) map[query.Row]int64 { return meaning(c, all, id, at) })
}

func multiset(updates []query.Update, at frontier.Time) map[query.Row]int64 {
	rows := map[query.Row]int64{}
	for _, u := range updates {
		if u.Time <= at {
			rows[u.Row] += u.Diff
		}
	}
	maps.DeleteFunc(rows, func(_ query.Row, diff int64) bool { return diff == 0 })
	return rows
}
