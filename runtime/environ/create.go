package environ

import (
	"fmt"
	"strings"

	"onelane.test/sim"
)

// create applies a statement that creates an object: it plans, settles the as_of, writes the catalog, and only then
// tells a controller.
func create(t *sim.Task, c *coordinator, statement creation) error {
	name := statement.target()
	if c.catalog.Known(name) {
		earlier, _ := c.catalog.Lookup(name)
		if earlier.Statement.String() == statement.String() {
			return nil
		}
		return fmt.Errorf("%s is taken by %q", name, earlier.Statement)
	}
	if err := validName(name); err != nil {
		return err
	}
	p := &planner{catalog: c.catalog, lastID: c.catalog.lastID}
	object, err := statement.plan(p)
	if err != nil {
		return err
	}
	object.Statement = statement
	object = object.at(c.asOf(t, object))
	c.commit(t, func() {
		c.catalog.add(object, p.lastID)
		t.Emit(Created{ID: object.ID, Kind: object.Kind, Text: statement.String(), AsOf: object.AsOf})
	})
	c.tell(t, object)
	return nil
}

// validName refuses names that would not read as one word in a query or in the name of a shard.
func validName(name string) error {
	if name == "" {
		return fmt.Errorf("a name is missing")
	}
	if at := strings.IndexFunc(name, func(r rune) bool {
		return !strings.ContainsRune("abcdefghijklmnopqrstuvwxyz0123456789_-", r)
	}); at >= 0 {
		return fmt.Errorf("name %q: want lower-case letters, digits, _ and -", name)
	}
	return nil
}
