package oracle

import (
	"fmt"

	"onelane.test/runtime/persist"
	"onelane.test/scenarios/model"
	"onelane.test/sim/trace"
)

// Contents demands that what is durable is right: at each time below its upper, the shard of a source's export holds
// the rows that the bindings say, that of a materialized view its query over its inputs, and the log of a sink the
// collection that it exports (definite data, whatever incarnations wrote it).
type Contents struct{ Base }

// NewContents returns the oracle.
func NewContents(world Violator) *Contents {
	return &Contents{newBase("contents", "what is durable equals the reference model at every complete time", world)}
}

// Observe sees that something is written; the contents are compared at the end.
func (c *Contents) Observe(r *trace.Record) {
	if e, ok := r.Event.(persist.Appended); ok && e.OK {
		c.looks++
	}
}

// Check compares the contents of every shard that some object ever wrote with the model. Dropped objects count: what
// they wrote stays true.
func (c *Contents) Check(s *State) Verdict {
	reference := model.New(s.Store, s.All)
	for _, o := range s.All {
		if difference := reference.Difference(o); difference != "" {
			c.violation = fmt.Sprintf("a %s does not hold what it should\n%s %s", o.Kind, o.ID, difference)
			break
		}
	}
	return c.verdict("")
}
