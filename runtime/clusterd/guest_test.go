package clusterd

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"onelane.test/sim"
)

func TestUntilDuty(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		now, maintenance, statistics sim.Time
		want                         time.Duration
	}{
		"maintenance first":                  {now: 10, maintenance: 12, statistics: 20, want: 2},
		"statistics first":                   {now: 10, maintenance: 20, statistics: 12, want: 2},
		"maintenance due now bounds nothing": {now: 10, maintenance: 10, statistics: 20, want: 10},
		"maintenance past bounds nothing":    {now: 10, maintenance: 3, statistics: 20, want: 10},
		"statistics due now":                 {now: 10, maintenance: 20, statistics: 10, want: 0},
		"statistics overdue":                 {now: 10, maintenance: 3, statistics: 3, want: 0},
	} {
		require.Equal(t, c.want, untilDuty(c.now, c.maintenance, c.statistics), name)
	}
}

func TestShorter(t *testing.T) {
	t.Parallel()
	require.Equal(t, time.Second, shorter(time.Second, unbounded))
	require.Equal(t, time.Second, shorter(unbounded, time.Second))
	require.Equal(t, time.Second, shorter(time.Second, time.Minute))
	require.Equal(t, unbounded, shorter(unbounded, unbounded))
}
