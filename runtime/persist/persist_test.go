package persist

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/query"
	"onelane.test/sim"
)

func TestAppendMovesTheUpperOnceOnly(t *testing.T) {
	f := newWorld(t, 1)
	var results []AppendResult
	for range 2 {
		f.clients[0].CompareAndAppend("s", []query.Update{row(1, 1, 3)}, frontier.At(0), frontier.At(5),
			func(r AppendResult) { results = append(results, r) })
	}
	f.run(time.Second)
	require.ElementsMatch(t, []AppendResult{
		{OK: true, Current: frontier.At(5)}, {Current: frontier.At(5)},
	}, results)
	require.Equal(t, []query.Update{row(1, 1, 3)}, f.store.Contents("s"))
	require.Equal(t, []query.Shard{"s"}, f.store.Shards())
}

func TestAppendOfKilledProcessLands(t *testing.T) {
	f := newWorld(t, 1)
	answered := false
	f.clients[0].CompareAndAppend("s", nil, frontier.At(0), frontier.At(5), func(AppendResult) { answered = true })
	f.nodes[0].Kill("test")
	f.nodes[0].Start()
	f.run(time.Second)
	require.Equal(t, frontier.At(5), f.store.Upper("s"))
	require.False(t, answered, "the next incarnation heard the answer of the former")
}

func TestAppendChecksItsArguments(t *testing.T) {
	f := newWorld(t, 1)
	for name, call := range map[string]func(){
		"empty interval": func() { f.clients[0].CompareAndAppend("s", nil, frontier.At(5), frontier.At(5), nil) },
		"before lower": func() {
			f.clients[0].CompareAndAppend("s", []query.Update{row(1, 1, 3)}, frontier.At(4), frontier.At(5), nil)
		},
		"at upper": func() {
			f.clients[0].CompareAndAppend("s", []query.Update{row(1, 1, 5)}, frontier.At(4), frontier.At(5), nil)
		},
	} {
		require.Panics(t, call, name)
	}
}

func TestListenBeginsWhenReadable(t *testing.T) {
	f := newWorld(t, 1)
	f.write("s", 4, row(1, 1, 0), row(1, 1, 3))
	f.write("s", 6, row(2, 2, 5))
	notified := 0
	l := f.clients[0].Listen("s", 7, func() { notified++ })
	f.run(time.Second)
	require.Zero(t, notified, "a shard complete up to 5 was read as of 7")

	f.write("s", 9, row(3, 3, 8))
	f.run(time.Second)
	require.Equal(t, 1, notified)
	batch, ok := l.Next()
	require.True(t, ok)
	two := row(1, 1, 7)
	two.Diff = 2
	require.Equal(t, Batch{Updates: []query.Update{two, row(2, 2, 7), row(3, 3, 8)}, Upper: frontier.At(9)}, batch)
	_, ok = l.Next()
	require.False(t, ok)

	f.write("s", 10)
	f.run(time.Second)
	batch, ok = l.Next()
	require.True(t, ok)
	require.Equal(t, Batch{Updates: []query.Update{}, Upper: frontier.At(10)}, batch)

	l.Close()
	f.write("s", 11)
	f.run(time.Second)
	require.Equal(t, 2, notified)
	require.Empty(t, f.store.shard("s").listeners, "the store still knows a closed listener")
}

func TestListenDiesWithItsProcess(t *testing.T) {
	f := newWorld(t, 1)
	f.write("s", 4)
	notified := 0
	f.clients[0].Listen("s", 0, func() { notified++ })
	f.run(time.Second)
	require.Equal(t, 1, notified)
	f.nodes[0].Kill("test")
	f.nodes[0].Start()
	f.write("s", 5)
	f.run(time.Second)
	require.Equal(t, 1, notified)
	require.Empty(t, f.store.shard("s").listeners)
}

func TestFinaliseEndsAShard(t *testing.T) {
	f := newWorld(t, 1)
	f.write("s", 4)
	follower := f.clients[0].Listen("s", 0, nil)
	early := f.clients[0].Listen("s", 9, nil)
	f.run(time.Second)
	_, ok := follower.Next()
	require.True(t, ok)
	f.store.Finalise("s")
	f.store.Finalise("s")
	late := f.clients[0].Listen("s", 0, nil)
	var result AppendResult
	f.clients[0].CompareAndAppend("s", nil, frontier.At(4), frontier.At(5), func(r AppendResult) { result = r })
	f.run(time.Second)

	require.True(t, f.store.Since("s").IsEmpty())
	require.Equal(t, AppendResult{Current: frontier.Empty()}, result)
	batch, ok := follower.Next()
	require.True(t, ok)
	require.True(t, batch.Upper.IsEmpty())
	require.NoError(t, follower.Err())
	require.ErrorIs(t, early.Err(), ErrCannotServe)
	require.ErrorIs(t, late.Err(), ErrCannotServe)
}

func TestTasksWait(t *testing.T) {
	f := newWorld(t, 2)
	done := false
	f.nodes[0].Go("reader", func(task *sim.Task) {
		updates, err := f.clients[0].SnapshotWait(task, "s", 5)
		require.NoError(task, err)
		require.Equal(task, []query.Update{row(1, 1, 5)}, updates)
		require.Equal(task, frontier.At(9), f.clients[0].UpperWait(task, "s"))
		f.store.Finalise("s")
		_, err = f.clients[0].SnapshotWait(task, "s", 5)
		require.ErrorIs(task, err, ErrCannotServe)
		done = true
	})
	f.nodes[1].Go("writer", func(task *sim.Task) {
		updates := []query.Update{row(1, 1, 3), row(2, 2, 6)}
		require.True(task, f.clients[1].AppendWait(task, "s", updates, frontier.At(0), frontier.At(9)).OK)
	})
	f.run(time.Second)
	require.True(t, done)
}
