package environ

import (
	"fmt"

	"onelane.test/sim"
)

// Statement is what a user asks of the environment. Statements are plain values. Each is idempotent by the name in it:
// asked again, as a client does that has lost its connection, a statement that was applied succeeds and does nothing.
type Statement interface {
	fmt.Stringer
	// apply runs on the coordinator's task. An error refuses the statement, which then has had no effect.
	apply(t *sim.Task, c *coordinator) error
}

// creation is a statement that creates an object.
type creation interface {
	Statement
	target() string
	// plan describes the object, as_of aside.
	plan(p *planner) (Object, error)
}

// ExportName returns the name of a source's n-th export, from zero. The first has the source's own name.
func ExportName(source string, n int) string {
	if n == 0 {
		return source
	}
	return fmt.Sprintf("%s/t%d", source, n)
}

// RemapName returns the name of a source's remap collection.
func RemapName(source string) string { return source + "/remap" }
