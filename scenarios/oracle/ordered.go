package oracle

import (
	"iter"
	"slices"
)

// ordered is a map that is visited in the order of its keys. What it holds changes far less often than the liveness
// phase goes through it.
type ordered[K, V any] struct {
	compare func(a, b K) int
	keys    []K
	values  []V
}

// at returns the value of a key, for as long as none is added or removed. What was not there is the zero value.
func (m *ordered[K, V]) at(key K) *V {
	i, known := slices.BinarySearchFunc(m.keys, key, m.compare)
	if !known {
		var zero V
		m.keys, m.values = slices.Insert(m.keys, i, key), slices.Insert(m.values, i, zero)
	}
	return &m.values[i]
}

// remove takes a key out and reports whether it was there.
func (m *ordered[K, V]) remove(key K) bool {
	i, known := slices.BinarySearchFunc(m.keys, key, m.compare)
	if known {
		m.keys, m.values = slices.Delete(m.keys, i, i+1), slices.Delete(m.values, i, i+1)
	}
	return known
}

// forget takes out the keys that are to go.
func (m *ordered[K, V]) forget(gone func(K) bool) {
	for i := len(m.keys) - 1; i >= 0; i-- {
		if gone(m.keys[i]) {
			m.keys, m.values = slices.Delete(m.keys, i, i+1), slices.Delete(m.values, i, i+1)
		}
	}
}

// all visits the keys in order, with their values.
func (m *ordered[K, V]) all() iter.Seq2[K, V] {
	return func(yield func(K, V) bool) {
		for i, key := range m.keys {
			if !yield(key, m.values[i]) {
				return
			}
		}
	}
}
