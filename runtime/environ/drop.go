package environ

import (
	"fmt"
	"strings"

	"onelane.test/sim"
)

// Drop asks for an object to be removed. It is refused while another object reads from it.
type Drop struct {
	Name string
}

// String prints the statement as plans write it.
func (s Drop) String() string { return "drop " + s.Name }

func (s Drop) apply(t *sim.Task, c *coordinator) error {
	object, exists := c.catalog.Lookup(s.Name)
	if !exists && c.catalog.Known(s.Name) {
		return nil
	}
	if !exists {
		return fmt.Errorf("no object %q", s.Name)
	}
	if readers := c.catalog.Readers(s.Name); len(readers) > 0 {
		names := make([]string, len(readers))
		for i, reader := range readers {
			names[i] = reader.ID.Name
		}
		return fmt.Errorf("%s is read by %s, which must be dropped before", s.Name, strings.Join(names, ", "))
	}
	c.commit(t, func() {
		c.catalog.drop(s.Name)
		t.Emit(Dropped{ID: object.ID, Kind: object.Kind})
	})
	c.tellDropped(t, object)
	return nil
}
