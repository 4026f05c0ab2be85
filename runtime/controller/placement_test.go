package controller

import (
	"testing"

	"github.com/stretchr/testify/require"

	"onelane.test/runtime/query"
)

func TestPlacement(t *testing.T) {
	source, sink := query.ID{N: 1, Name: "s1"}, query.ID{N: 2, Name: "k1"}
	p := newPlacement(3)
	p.scheduleSingle(sink)
	p.scheduleSingle(sink)
	var on [2][]int
	for replica := range 3 {
		for i, id := range []query.ID{source, sink} {
			if p.runs(id, replica) {
				on[i] = append(on[i], replica)
			}
		}
	}
	require.Equal(t, []int{0, 1, 2}, on[0], "what was never scheduled runs everywhere")
	require.Equal(t, []int{0}, on[1])
	p.forget(sink)
	require.True(t, p.runs(sink, 2))
}
