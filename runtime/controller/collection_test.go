package controller

import (
	"testing"

	"github.com/stretchr/testify/require"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/query"
)

func TestACollectionIsReadyWhenItsLastInputIs(t *testing.T) {
	a, b := query.ID{N: 1, Name: "a"}, query.ID{N: 2, Name: "b"}
	inputs := []query.ID{a, b}
	c := newDataflowCollection(query.ID{N: 3, Name: "c"}, 5, inputs, 1)
	require.False(t, c.reached(b))
	require.False(t, c.reached(b), "an input counts once")
	require.True(t, c.reached(a))
	require.False(t, c.reached(a), "a collection becomes ready once")
	require.Equal(t, []query.ID{a, b}, inputs, "the description is shared")
}

func TestTheLastWordOfAReplica(t *testing.T) {
	at, empty := frontier.At(5), frontier.Empty()
	var r replicaFrontiers
	r.said(&at, nil, &empty)
	require.Equal(t, replicaFrontiers{write: at, output: empty}, r)
	r.said(&empty, nil, nil)
	require.False(t, r.empty(), "the input is still open")
	r.said(nil, &empty, nil)
	require.True(t, r.empty())
}

func TestBeyond(t *testing.T) {
	require.False(t, beyond(frontier.At(5), 5))
	require.True(t, beyond(frontier.At(6), 5))
	require.True(t, beyond(frontier.Empty(), 5))
}
