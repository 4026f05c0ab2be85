package environ

import (
	"fmt"
	"slices"

	"onelane.test/runtime/query"
)

// planner takes ids for a new object and resolves the names in its statement. What it took counts only once the catalog
// has the object.
type planner struct {
	catalog *Catalog
	lastID  uint64
}

func (p *planner) newID(name string) query.ID {
	p.lastID++
	return query.ID{N: p.lastID, Name: name}
}

// readable resolves something that can be read.
func (p *planner) readable(name string) (id query.ID, owner Object, err error) {
	id, owner, ok := p.catalog.collection(name)
	if !ok {
		return query.ID{}, Object{}, fmt.Errorf("no source or materialized-view %q", name)
	}
	return id, owner, nil
}

// parse reads a query in terms of sources and views, and returns the objects that these belong to.
func (p *planner) parse(text string) (q *query.Query, reads []query.ID, err error) {
	q, err = query.Parse(text, func(name string) (query.ID, bool) {
		id, owner, ok := p.catalog.collection(name)
		if ok {
			reads = append(reads, owner.ID)
		}
		return id, ok
	})
	return q, reads, err
}

// withIndexes reads a query with each input replaced by its oldest index, where there is one, and returns those.
func (p *planner) withIndexes(text string) (q *query.Query, indexes []query.ID, err error) {
	q, err = query.Parse(text, func(name string) (query.ID, bool) {
		id, _, ok := p.catalog.collection(name)
		if index, indexed := p.catalog.index(id); ok && indexed {
			indexes = append(indexes, index.ID)
			return index.ID, true
		}
		return id, ok
	})
	return q, indexes, err
}

// distinct returns each id once, by creation.
func distinct(ids []query.ID) []query.ID {
	slices.SortFunc(ids, query.ID.Compare)
	return slices.Compact(ids)
}
