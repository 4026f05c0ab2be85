package scenarios

import (
	"testing"

	"github.com/stretchr/testify/require"

	"onelane.test/sim"
)

// TestEncodingChangesNothing demands of every scenario that a run in which all messages become bytes and messages again
// on their way is the run in which they do not: nobody shares memory over the network, or changes what was sent.
func TestEncodingChangesNothing(t *testing.T) {
	t.Parallel()
	pool := sim.NewPool()
	defer pool.Close()
	for _, p := range samples(max(1, sampleSeeds()/4)) {
		p.World.Encode = false
		plain := sample(p, pool)
		p.World.Encode = true
		require.Equal(t, plain, sample(p, pool))
	}
}
