package workload

import (
	"fmt"
	"time"

	"onelane.test/faults/words"
	"onelane.test/scenarios/plan"
)

func gateKind() Kind {
	return Kind{
		Name:    "gate",
		Doc:     "Creates a materialized view whose operator blocks the thread of one worker, for a while or for ever.",
		creates: true,
		draw:    drawGate,
	}
}

func drawGate(d *drawer) (plan.Statement, bool) {
	input, ok := d.collection()
	if !ok {
		return nil, false
	}
	length := time.Second
	if len(d.profile.Gates) > 0 {
		length = pick(d, "gate", d.profile.Gates)
	}
	blocks := "forever"
	if length > 0 {
		blocks = words.FormatDuration(length)
	}
	worker := 0
	if peers := d.objects.Cluster().Peers(); peers > 1 && d.src.Chance("other-worker", 1, 2) {
		worker = 1 + d.src.IntN("worker", peers-1)
	}
	return plan.CreateMaterializedView{
		Name:  d.name("gate", plan.KindMaterializedView),
		Query: fmt.Sprintf("sleep(%s,%s,worker=%d)", input, blocks, worker),
	}, true
}
