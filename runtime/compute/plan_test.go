package compute

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
	"github.com/stretchr/testify/require"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
)

// The decisions of reconciliation: history above a line "wanted", the commands of the new connection below.
func TestPlans(t *testing.T) {
	datadriven.RunTest(t, "testdata/plan", func(t *testing.T, d *datadriven.TestData) string {
		n := newNames()
		installed, wanted, ok := strings.Cut(d.Input, "wanted")
		if !ok {
			d.Fatalf(t, "no line wanted")
		}
		history := &protocol.ComputeHistory{}
		for _, cmd := range n.parse(t, d, installed) {
			history.Push(cmd)
		}
		history.Reduce()
		return printPlan(reconcile(history.Commands(), n.parse(t, d, wanted)))
	})
}

func printPlan(p *plan) string {
	var b strings.Builder
	for _, cmd := range p.todo {
		fmt.Fprintln(&b, cmd)
	}
	retained := make([]query.ID, 0, len(p.retained))
	for id := range p.retained {
		retained = append(retained, id)
	}
	slices.SortFunc(retained, query.ID.Compare)
	for _, id := range retained {
		fmt.Fprintf(&b, "retained %s %s\n", id, p.retained[id])
	}
	o := p.outcome
	fmt.Fprintf(&b, "reused=%d replaced=%d created=%d dropped=%d\n", o.Reused, o.Replaced, o.Created, o.Dropped)
	return b.String()
}

func TestReportedFrontiers(t *testing.T) {
	at := func(time frontier.Time) [numKinds]frontier.Antichain { return frontiersOf(frontier.At(time)) }
	ref := func(f [numKinds]frontier.Antichain) *[numKinds]frontier.Antichain { return &f }
	r := notReported(frontier.At(5))
	require.False(t, r.news(at(4)), "reported before the as_of")
	require.True(t, r.news(at(5)))
	require.Equal(t, frontier.At(5), *r.advance(kindWrite, ref(at(5))))
	require.Nil(t, r.advance(kindWrite, ref(at(5))), "reported twice")
	require.NotNil(t, r.advance(kindInput, ref(at(5))), "one kind silenced another")
	require.Equal(t, frontier.At(6), *r.advance(kindWrite, ref(at(6))))
	require.Nil(t, r.advance(kindWrite, ref(at(5))), "regressed")
	require.True(t, r.advance(kindWrite, ref(frontiersOf(frontier.Empty()))).IsEmpty())

	over := silenced()
	require.False(t, over.news(frontiersOf(frontier.Empty())))
	require.False(t, over.news(at(9)))
}
