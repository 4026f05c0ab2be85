package storage

import (
	"slices"

	"onelane.test/runtime/query"
)

// table maps ids to values and is iterated in the order of the ids. Its zero value is empty. A worker knows tens of
// collections, so a sorted slice serves.
type table[V any] struct {
	rows []entry[V]
}

type entry[V any] struct {
	id    query.ID
	value V
}

func (t *table[V]) find(id query.ID) (int, bool) {
	return slices.BinarySearchFunc(t.rows, id, func(e entry[V], id query.ID) int { return e.id.Compare(id) })
}

// get returns the value of id, and whether there is one.
func (t *table[V]) get(id query.ID) (V, bool) {
	i, ok := t.find(id)
	if !ok {
		var none V
		return none, false
	}
	return t.rows[i].value, true
}

// at returns where the value of id stands, nil if there is none. It is valid until ids are added or removed.
func (t *table[V]) at(id query.ID) *V {
	i, ok := t.find(id)
	if !ok {
		return nil
	}
	return &t.rows[i].value
}

// has reports whether id has a value.
func (t *table[V]) has(id query.ID) bool {
	_, ok := t.find(id)
	return ok
}

// put sets the value of id and returns the one that it had.
func (t *table[V]) put(id query.ID, value V) (V, bool) {
	i, ok := t.find(id)
	if ok {
		old := t.rows[i].value
		t.rows[i].value = value
		return old, true
	}
	t.rows = slices.Insert(t.rows, i, entry[V]{id, value})
	var none V
	return none, false
}

// putNew sets the value of id unless it has one.
func (t *table[V]) putNew(id query.ID, value V) {
	if !t.has(id) {
		t.put(id, value)
	}
}

// remove forgets id and returns the value that it had.
func (t *table[V]) remove(id query.ID) (V, bool) {
	i, ok := t.find(id)
	if !ok {
		var none V
		return none, false
	}
	old := t.rows[i].value
	t.rows = slices.Delete(t.rows, i, i+1)
	return old, true
}

// ids returns the ids, in order.
func (t *table[V]) ids() []query.ID {
	ids := make([]query.ID, len(t.rows))
	for i, e := range t.rows {
		ids[i] = e.id
	}
	return ids
}

// retain forgets the ids for which keep is false.
func (t *table[V]) retain(keep func(query.ID) bool) {
	t.rows = slices.DeleteFunc(t.rows, func(e entry[V]) bool { return !keep(e.id) })
}
