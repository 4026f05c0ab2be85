package plan

import (
	"onelane.test/faults/words"
)

const dropUsage = "drop NAME"

// Drop drops an object that nothing reads from.
type Drop struct {
	Name string
}

func readDrop(a *words.Args) Statement { return Drop{Name: a.Word("the name of an object")} }

// String implements [Statement].
func (s Drop) String() string { return "drop " + s.Name }

func (s Drop) apply(o *Objects) error {
	if err := o.exists(s.Name); err != nil {
		return err
	}
	if readers := o.Readers(s.Name); len(readers) > 0 {
		return &words.Error{Word: s.Name, Want: "an object that nothing reads from; it is read by " + words.AllOf(readers)}
	}
	o.drop(s.Name)
	return nil
}
