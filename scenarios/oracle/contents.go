package oracle

import (
	"fmt"

	"onelane.test/scenarios/model"
	"onelane.test/sim/trace"
)

// Contents demands that what is durable is right: at each time below its upper, the shard of a source's export holds
// the rows that the bindings say, that of a materialized view its query over its inputs, and the log of a sink the
// collection that it exports (definite data, whatever incarnations wrote it). It looks at collections that are complete
// at some time.
type Contents struct{ Base }

// NewContents returns the oracle.
func NewContents(world Violator) *Contents {
	return &Contents{newBase("contents", "what is durable equals the reference model at every complete time", world)}
}

// Observe learns nothing: the contents are compared at the end.
func (c *Contents) Observe(*trace.Record) {}

// Check compares the contents of every shard that some object ever wrote with the model. Dropped objects count: what
// they wrote stays true.
func (c *Contents) Check(s *State) Verdict {
	all := s.All()
	reference := model.New(s.Store, all)
	for _, o := range all {
		if difference := reference.Difference(o); difference != "" {
			c.violation = fmt.Sprintf("a %s does not hold what it should\n%s %s", o.Kind, o.ID, difference)
			break
		}
	}
	c.looks += reference.Compared()
	return c.verdict("")
}
