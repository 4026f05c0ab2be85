package environ

import (
	"onelane.test/runtime/protocol"
	"onelane.test/sim"
)

// SetParams asks for parameters to be changed; those that are unset stay as they are.
type SetParams struct {
	Params protocol.Params
}

// String prints the statement as plans write it.
func (s SetParams) String() string { return "set " + s.Params.String() }

func (s SetParams) apply(t *sim.Task, c *coordinator) error {
	c.commit(t, func() {
		c.catalog.params = c.catalog.params.Merge(s.Params)
		t.Emit(Configured{Params: c.catalog.params})
	})
	c.compute.UpdateConfiguration(t, s.Params)
	c.storage.UpdateConfiguration(t, s.Params)
	return nil
}
