package plan

import "onelane.test/faults/words"

const createSinkUsage = "create sink NAME from=COLLECTION"

// CreateSink creates a sink, which writes the changes of a collection to a log outside.
type CreateSink struct {
	Name, From string
}

func readCreateSink(a *words.Args) Statement {
	return CreateSink{Name: readName(a), From: a.Need("from", "COLLECTION")}
}

// String implements [Statement].
func (s CreateSink) String() string { return "create sink " + s.Name + " from=" + s.From }

// Creates returns the name of the new object.
func (s CreateSink) Creates() string { return s.Name }

func (s CreateSink) apply(o *Objects) error {
	owner, err := o.owner(s.From, "from="+s.From, "from=")
	if err != nil {
		return err
	}
	return o.create(Object{Name: s.Name, Kind: KindSink, Reads: []string{owner}})
}
