package persist

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/query"
	"onelane.test/sim/trace"
)

// The history of a shard is linearizable if there is one order of its operations that a sequential shard could have
// had, in which each operation stands between its call and its answer. The store names that order itself, by the events
// at which operations take effect; here it is checked against both conditions.

// history checks the events of a world as they come.
type history struct {
	t      *rapid.T
	model  map[query.Shard]frontier.Antichain
	called map[string]bool
	effect map[string]bool
	landed int // operations of dead processes that took effect
	alive  func(client string) bool
}

func (h *history) Observe(r *trace.Record) {
	switch e := r.Event.(type) {
	case Called:
		h.called[key(e.Client, e.Call)] = true
	case Appended:
		h.takeEffect(e.Writer, e.Call)
		before := h.model[e.Shard]
		require.Equal(h.t, before == e.Lower && !before.IsEmpty(), e.OK, "append to %s", e.Shard)
		if e.OK {
			h.model[e.Shard] = e.Upper
		}
		require.Equal(h.t, h.model[e.Shard], e.Current)
	case UpperRead:
		h.takeEffect(e.Client, e.Call)
		require.Equal(h.t, h.model[e.Shard], e.Upper)
	case Finalised:
		h.model[e.Shard] = frontier.Empty()
	case Answered:
		require.True(h.t, h.alive(e.Client), "answer to a dead process")
		if e.Operation != OpListen {
			require.True(h.t, h.effect[key(e.Client, e.Call)], "answer before effect")
			delete(h.effect, key(e.Client, e.Call))
		}
	}
}

// takeEffect checks that an operation was called and takes effect once.
func (h *history) takeEffect(client string, call uint64) {
	require.True(h.t, h.called[key(client, call)], "effect before call, or twice")
	delete(h.called, key(client, call))
	h.effect[key(client, call)] = true
	if !h.alive(client) {
		h.landed++
	}
}

func key(client string, call uint64) string { return fmt.Sprintf("%s/%d", client, call) }

// follower replays a listen and compares it with the shard.
type follower struct {
	listen  *Listen
	asOf    frontier.Time
	updates []query.Update
	upper   frontier.Antichain
}

func (f *follower) drain(t *rapid.T) {
	for batch, ok := f.listen.Next(); ok; batch, ok = f.listen.Next() {
		require.True(t, f.upper.Lt(batch.Upper) || f.upper.IsEmpty(), "upper went from %s to %s", f.upper, batch.Upper)
		for _, u := range batch.Updates {
			require.True(t, f.upper.LessEqual(u.Time) && !batch.Upper.LessEqual(u.Time) && u.Time >= f.asOf)
		}
		f.upper = batch.Upper
		f.updates = append(f.updates, batch.Updates...)
	}
}

func TestHistoriesAreLinearizable(t *testing.T) {
	landed := 0
	rapid.Check(t, func(t *rapid.T) {
		f := newFixture(t, rapid.Uint64().Draw(t, "seed"), 3)
		defer f.world.Close()
		h := &history{
			t: t, model: map[query.Shard]frontier.Antichain{}, called: map[string]bool{}, effect: map[string]bool{},
			alive: func(client string) bool {
				return slices.ContainsFunc(f.clients, func(c *Client) bool { return c.name == client && c.alive() })
			},
		}
		f.world.Observe(h)
		var followers []*follower
		for range rapid.IntRange(1, 60).Draw(t, "actions") {
			followers = f.act(t, followers)
		}
		require.Nil(t, f.world.RunFor(time.Second))
		landed += h.landed
		for _, reader := range followers {
			f.checkFollower(t, reader)
		}
	})
	require.NotZero(t, landed, "no operation outlived its process: the test has seen too little")
}

// act draws one thing and does it.
func (f *fixture) act(t *rapid.T, followers []*follower) []*follower {
	shard := rapid.SampledFrom([]query.Shard{"s", "t"}).Draw(t, "shard")
	process := rapid.IntRange(0, len(f.clients)-1).Draw(t, "process")
	client := f.clients[process]
	switch rapid.SampledFrom([]string{"append", "append", "append", "upper", "listen", "wait", "wait", "kill", "finalise"}).Draw(t, "action") {
	case "append":
		f.drawAppend(t, client, shard)
	case "upper":
		client.FetchUpper(shard, func(frontier.Antichain) {})
	case "listen":
		asOf := frontier.Time(rapid.Uint64Range(0, 12).Draw(t, "as_of"))
		reader := &follower{asOf: asOf}
		reader.listen = client.Listen(shard, asOf, func() {
			if reader.listen.Err() == nil {
				reader.drain(t)
			}
		})
		followers = append(followers, reader)
	case "wait":
		require.Nil(t, f.world.RunFor(time.Duration(rapid.IntRange(0, 6000).Draw(t, "us"))*time.Microsecond))
	case "kill":
		f.nodes[process].Kill("test")
		f.nodes[process].Start()
	case "finalise":
		if rapid.IntRange(0, 9).Draw(t, "really") == 0 {
			f.store.Finalise(shard)
		}
	}
	return followers
}

// drawAppend expects the upper that the shard has, or an older one.
func (f *fixture) drawAppend(t *rapid.T, client *Client, shard query.Shard) {
	at, ok := f.store.Upper(shard).Time()
	if !ok {
		at = 3
	}
	at -= frontier.Time(rapid.Uint64Range(0, min(2, uint64(at))).Draw(t, "behind"))
	upper := at + frontier.Time(rapid.Uint64Range(1, 3).Draw(t, "length"))
	var updates []query.Update
	for range rapid.IntRange(0, 3).Draw(t, "rows") {
		u := row(rapid.Int64Range(0, 2).Draw(t, "key"), 0, at+frontier.Time(rapid.Uint64Range(0, uint64(upper-at-1)).Draw(t, "time")))
		u.Diff = rapid.SampledFrom([]int64{1, -1}).Draw(t, "diff")
		updates = append(updates, u)
	}
	client.CompareAndAppend(shard, updates, frontier.At(at), frontier.At(upper), nil)
}

// checkFollower compares all that a listener has got with what the shard has up to there.
func (f *fixture) checkFollower(t *rapid.T, reader *follower) {
	sh := reader.listen.shard
	if reader.listen.client.alive() && sh.readable(reader.asOf) && reader.listen.Err() == nil && !sh.since.IsEmpty() {
		require.Equal(t, sh.upper, reader.upper, "a listener was left behind")
	}
	if reader.upper == (frontier.Antichain{}) {
		return
	}
	var want []query.Update
	for _, u := range sh.updates {
		if !reader.upper.LessEqual(u.Time) {
			u.Time = max(u.Time, reader.asOf)
			want = append(want, u)
		}
	}
	require.ElementsMatch(t, query.Consolidate(want), query.Consolidate(slices.Clone(reader.updates)))
}
