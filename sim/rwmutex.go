package sim

import (
	"slices"
	"strings"
)

// RWMutex is a lock for one writer or many readers, with the order of package sync: a writer that waits keeps new
// readers out, so that a reader which locks twice can be stuck with a writer between; and the readers that waited for a
// writer come before the next one.
type RWMutex struct {
	w       *World
	name    string
	object  Object
	writer  *Task // who holds it for writing, or waits for the readers to leave
	readers []*Task
	drained waitList // the writer, until the readers have left
	writers waitList // writers that wait for the one before
	entries waitList // readers that wait for the writer
}

// NewRWMutex returns an unlocked mutex.
func NewRWMutex(w *World, name string) *RWMutex {
	return &RWMutex{w: w, name: name, object: w.newObject("rwmutex", name)}
}

// Name returns the mutex's name.
func (m *RWMutex) Name() string { return m.name }

// Object returns the object that the mutex is in access sets.
func (m *RWMutex) Object() Object { return m.object }

// Lock waits until nobody holds the mutex and takes it for writing. It is a fine point.
func (m *RWMutex) Lock(t *Task) {
	t.check()
	t.FinePoint(Write(m.object))
	m.writers.await(t, waitLock, m, Write(m.object), func() bool { return m.writer == nil })
	m.writer = t
	m.drained.await(t, waitLock, m, Write(m.object), func() bool { return len(m.readers) == 0 })
}

// RLock waits until no writer holds the mutex or waits for it, and takes it for reading. It is a fine point.
func (m *RWMutex) RLock(t *Task) {
	t.check()
	t.FinePoint(Write(m.object))
	if m.writer == nil {
		m.readers = append(m.readers, t)
		return
	}
	m.entries.add(t)
	t.actor.acc = append(t.actor.acc, Write(m.object))
	t.block(waitLock, m, Never)
}

// Unlock takes the mutex from its writer and gives it to all readers that wait. It panics without a writer. It is a
// fine point of t, which is nil for the driver.
func (m *RWMutex) Unlock(t *Task) {
	t.FinePoint(Write(m.object))
	m.w.refuseDead()
	if m.writer == nil || len(m.readers) > 0 {
		panic("sim: unlock of unlocked mutex " + m.name)
	}
	m.writer = nil
	m.readers = append(m.readers, m.entries.tasks...)
	m.entries.wakeAll()
	m.writers.wakeOne()
}

// RUnlock takes the mutex from one reader: from t if it is one, otherwise from the first. It panics without a reader.
// It is a fine point of t, which is nil for the driver.
func (m *RWMutex) RUnlock(t *Task) {
	t.FinePoint(Write(m.object))
	m.w.refuseDead()
	if len(m.readers) == 0 {
		panic("sim: read unlock of unlocked mutex " + m.name)
	}
	at := max(slices.Index(m.readers, t), 0)
	m.readers = slices.Delete(m.readers, at, at+1)
	if len(m.readers) == 0 {
		m.drained.wakeOne()
	}
}

func (m *RWMutex) explain() string {
	if len(m.readers) == 0 {
		if m.writer == nil {
			return ""
		}
		return " (held by " + holderName(m.writer) + ")"
	}
	names := make([]string, len(m.readers))
	for i, r := range m.readers {
		names[i] = holderName(r)
	}
	text := " (held by " + strings.Join(names, ", ")
	if m.writer != nil {
		text += "; " + m.writer.actor.Name + " waits to write"
	}
	return text + ")"
}
