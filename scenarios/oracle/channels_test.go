package oracle

import (
	"testing"

	"onelane.test/runtime/timely"
	"onelane.test/sim"
)

func TestChannels(t *testing.T) {
	both := events(at(0, "r1.p0", "worker0", built(0, "lane", 0)), at(0, "r1.p1", "worker0", built(1, "lane", 0)))
	panicked := func(reason string) sim.NodeExited {
		return sim.NodeExited{Node: "r1.p1", Exit: sim.Exit{Kind: sim.ExitPanic, Reason: reason}}
	}
	judge(t, func(w Violator) Oracle { return NewChannels(w) }, []history{
		{name: "two workers agree", events: both},
		{
			name:   "a message for a dropped dataflow",
			events: then(both, at(1, "r1.p0", "worker0", timely.Discarded{Generation: 1, Channel: 5})),
		},
		{
			name:    "a live message is discarded",
			events:  then(both, at(1, "r1.p0", "worker0", timely.Discarded{Generation: 1, Channel: 5, Live: true})),
			outcome: Violated, reason: "belongs to no dataflow that it dropped",
		},
		{
			name:    "a wrong type",
			events:  then(both, driver(1, panicked("failed to correctly cast channel 5: it carries rows, not button"))),
			outcome: Violated, reason: "cast channel 5",
		},
		{
			name:    "a channel that is taken",
			events:  then(both, driver(1, panicked("channel already consumed"))),
			outcome: Violated, reason: "already consumed",
		},
		{
			name:    "bytes of another type",
			events:  then(both, driver(1, panicked("failed to decode rows"))),
			outcome: Violated, reason: "decode",
		},
		{name: "another panic", events: then(both, driver(1, panicked("out of memory")))},
		{
			name:    "a lone worker cannot disagree",
			events:  events(at(0, "r1.p0", "worker0", built(0, "lane", 0)), at(1, "r1.p0", "worker0", built(0, "mv1", 4))),
			outcome: Inconclusive, reason: "saw nothing",
		},
	})
}
