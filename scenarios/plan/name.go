package plan

import (
	"regexp"

	"onelane.test/faults/words"
)

var validName = regexp.MustCompile(`^[a-z][a-z0-9_-]*$`)

// readName takes the name of a new object.
func readName(a *words.Args) string {
	const want = "a name of lower-case letters, digits, - and _ that begins with a letter"
	name := a.Word(want)
	if name != "" && !validName.MatchString(name) {
		a.Fail(name, want)
	}
	return name
}
