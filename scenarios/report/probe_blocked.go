package report

import (
	"fmt"
	"time"

	"onelane.test/scenarios"
	"onelane.test/scenarios/oracle"
	"onelane.test/scenarios/plan"
)

// blockedText is a world in which a source is created while a compute operator blocks worker 0, in the middle of its
// three seconds.
const blockedText = `onelane plan 1
scenario gate
seed 1
cluster processes=2
@0s create source s1 partitions=1 rate=10/s tick=100ms
@500ms create materialized-view mv1 query=sleep(s1,3s,worker=0)
@2s create source s2 partitions=1 rate=10/s
@10s heal
@60s check
`

// freeText is the same without the block.
const freeText = `onelane plan 1
scenario gate
seed 1
cluster processes=2
@0s create source s1 partitions=1 rate=10/s tick=100ms
@500ms create materialized-view mv1 query=s1
@2s create source s2 partitions=1 rate=10/s
@10s heal
@60s check
`

// blockedWorker holds if the storage commands of a blocked worker wait, as the proposal's text has it: for about as long as
// the block goes on, where they would otherwise take next to no time.
func blockedWorker(design string, _ Options) (Finding, error) {
	blocked, err := longestWait(design, blockedText)
	if err != nil {
		return Finding{}, err
	}
	free, err := longestWait(design, freeText)
	if err != nil {
		return Finding{}, err
	}
	f := Finding{Verdict: Violated, Worlds: 2, Failed: 1}
	if blocked > time.Second && free < 100*time.Millisecond {
		f.Verdict, f.Failed = Holds, 0
	}
	f.Reason = fmt.Sprintf("a storage command waited %s for a worker that a compute operator blocked for 3s; without the block it took %s",
		blocked.Round(time.Millisecond), free.Round(time.Microsecond))
	return f, nil
}

// longestWait returns how long the slowest storage command of a plan took.
func longestWait(design, text string) (time.Duration, error) {
	p, err := plan.Parse("blocked", text)
	if err != nil {
		return 0, err
	}
	p.Cluster.Design = design
	watch := oracle.NewStarvation(nobody{}, 0, 0)
	_, err = scenarios.Run(p, scenarios.RunOptions{Observer: watch})
	return watch.Worst(), err
}

// nobody hears of violations: only the measure counts.
type nobody struct{}

// Violate does nothing.
func (nobody) Violate(string, string) {}
