package plan

import "onelane.test/faults/words"

const createIndexUsage = "create index NAME on=COLLECTION"

// CreateIndex creates an arrangement of a collection in the memory of each replica.
type CreateIndex struct {
	Name, On string
}

func readCreateIndex(a *words.Args) Statement {
	return CreateIndex{Name: readName(a), On: a.Need("on", "COLLECTION")}
}

// String implements [Statement].
func (s CreateIndex) String() string { return "create index " + s.Name + " on=" + s.On }

// Creates returns the name of the new object.
func (s CreateIndex) Creates() string { return s.Name }

func (s CreateIndex) apply(o *Objects) error {
	owner, err := o.owner(s.On, "on="+s.On, "on=")
	if err != nil {
		return err
	}
	return o.create(Object{Name: s.Name, Kind: KindIndex, On: s.On, Reads: []string{owner}})
}
