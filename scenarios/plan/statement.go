package plan

import (
	"fmt"

	"onelane.test/faults/words"
)

// Statement is what a timed line says. Its dynamic type is one of this package's; values never change.
type Statement interface {
	// String prints the statement as [ParseStatement] reads it.
	fmt.Stringer
	// apply makes the objects what they are after the statement, or returns a *words.Error if it cannot happen then.
	apply(*Objects) error
}

// verb is the first word of a statement, with the reader of the rest.
type verb struct {
	name  string
	usage []string
	read  func(*words.Args) Statement
}

func verbs() []verb {
	return []verb{
		{"create", []string{createSourceUsage, createViewUsage, createIndexUsage, createSinkUsage}, readCreate},
		{"drop", []string{dropUsage}, readDrop},
		{"set", []string{configureUsage}, readConfigure},
		{"fault", []string{faultUsage}, readFault},
		{"heal", []string{"heal"}, func(*words.Args) Statement { return Heal{} }},
		{"check", []string{"check"}, func(*words.Args) Statement { return Check{} }},
	}
}

// Usages returns the forms of all statements, for people.
func Usages() []string {
	var usages []string
	for _, v := range verbs() {
		usages = append(usages, v.usage...)
	}
	return usages
}

// ParseStatement reads what follows the time of a line. Errors are of type *words.Error.
func ParseStatement(text string) (Statement, error) { return words.Parse(text, readStatement) }

func readStatement(a *words.Args) Statement {
	all := verbs()
	names := make([]string, len(all))
	for i, v := range all {
		names[i] = v.name
	}
	word := a.OneOf(names...)
	for _, v := range all {
		if v.name == word {
			return v.read(a)
		}
	}
	return nil
}

// readCreate reads what follows the word create.
func readCreate(a *words.Args) Statement {
	switch Kind(a.OneOf(KindSource, KindMaterializedView, KindIndex, KindSink)) {
	case KindSource:
		return readCreateSource(a)
	case KindMaterializedView:
		return readCreateMaterializedView(a)
	case KindIndex:
		return readCreateIndex(a)
	case KindSink:
		return readCreateSink(a)
	}
	return nil
}
