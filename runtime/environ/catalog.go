package environ

import (
	"slices"

	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
)

// Catalog is what an environment remembers: it lies outside of the environment's process and survives its death. Only
// the coordinator writes it, one statement at a time; anybody may read it between steps. Ids ascend and are never used
// again, and neither are names, since a name is also that of a shard.
type Catalog struct {
	entries []entry // by creation
	byName  map[string]int
	lastID  uint64
	params  protocol.Params
	term    int // counts the environments that were started
}

type entry struct {
	object    Object
	dropped   bool
	finalised bool
}

// NewCatalog returns an empty catalog with the parameters that apply until a statement changes them.
func NewCatalog(params protocol.Params) *Catalog {
	return &Catalog{byName: map[string]int{}, params: params}
}

// Live returns the objects that exist, by creation.
func (c *Catalog) Live() []Object {
	live := make([]Object, 0, len(c.entries))
	for _, e := range c.entries {
		if !e.dropped {
			live = append(live, e.object)
		}
	}
	return live
}

// All returns every object that was ever created, by creation.
func (c *Catalog) All() []Object {
	all := make([]Object, len(c.entries))
	for i, e := range c.entries {
		all[i] = e.object
	}
	return all
}

// Params returns the parameters in force.
func (c *Catalog) Params() protocol.Params { return c.params }

// Lookup returns the object of a name, and whether it still exists. An object that never existed is the zero object.
func (c *Catalog) Lookup(name string) (o Object, exists bool) {
	i, ok := c.byName[name]
	if !ok {
		return Object{}, false
	}
	return c.entries[i].object, !c.entries[i].dropped
}

// Known says whether a statement that creates the name has ever been applied.
func (c *Catalog) Known(name string) bool {
	_, ok := c.byName[name]
	return ok
}

// Readers returns the existing objects that read from the object of the name, by creation: what forbids its drop.
func (c *Catalog) Readers(name string) []Object {
	target, exists := c.Lookup(name)
	if !exists {
		return nil
	}
	return slices.DeleteFunc(c.Live(), func(o Object) bool { return !o.reads(target.ID) })
}

// collection resolves the name of something that can be read: a source, one of its exports, or a materialized view.
func (c *Catalog) collection(name string) (id query.ID, owner Object, ok bool) {
	for i := range c.entries {
		o := &c.entries[i].object
		if c.entries[i].dropped || !o.Kind.readable() {
			continue
		}
		for _, id := range exported(*o) {
			if id.Name == name {
				return id, *o, true
			}
		}
	}
	return query.ID{}, Object{}, false
}

// exported returns what of a source or view can be read.
func exported(o Object) []query.ID {
	if o.Ingestion != nil {
		return o.Ingestion.Exports
	}
	return []query.ID{o.ID}
}

// index returns the oldest existing index on a collection.
func (c *Catalog) index(on query.ID) (Object, bool) {
	for i := range c.entries {
		o := &c.entries[i].object
		if !c.entries[i].dropped && o.Kind == KindIndex && o.Dataflow.SourceImports[0].ID == on {
			return *o, true
		}
	}
	return Object{}, false
}

// succeed begins the term of the next environment; those before it may no longer write.
func (c *Catalog) succeed() int {
	c.term++
	return c.term
}

// add records a new object whose ids were taken from a [planner].
func (c *Catalog) add(o Object, lastID uint64) {
	c.byName[o.ID.Name] = len(c.entries)
	c.entries = append(c.entries, entry{object: o})
	c.lastID = lastID
}

// drop marks an object as dropped.
func (c *Catalog) drop(name string) { c.entries[c.byName[name]].dropped = true }

// unfinalised returns the dropped objects whose shards may still be open, by creation.
func (c *Catalog) unfinalised() []Object {
	var open []Object
	for _, e := range c.entries {
		if e.dropped && !e.finalised {
			open = append(open, e.object)
		}
	}
	return open
}

// finalise marks the shards of an object as closed for good.
func (c *Catalog) finalise(name string) { c.entries[c.byName[name]].finalised = true }
