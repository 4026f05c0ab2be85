package sim

// Mutex is a lock for tasks of one process. Whoever unlocks it wakes one waiting task, which then competes with those
// that come in that moment. It may be unlocked by another task than the one that locked it. A world that gets stuck
// says who holds it.
type Mutex struct {
	w       *World
	name    string
	object  Object
	holder  *Task
	waiting waitList
}

// NewMutex returns an unlocked mutex.
func NewMutex(w *World, name string) *Mutex {
	return &Mutex{w: w, name: name, object: w.newObject("mutex", name)}
}

// Name returns the mutex's name.
func (m *Mutex) Name() string { return m.name }

// Object returns the object that the mutex is in access sets.
func (m *Mutex) Object() Object { return m.object }

// Holder returns the task that locked the mutex, nil if it is free.
func (m *Mutex) Holder() *Task {
	m.w.touch(Read(m.object))
	return m.holder
}

// Lock waits until the mutex is free and takes it. It is a fine point. A task that locks it twice waits for itself.
func (m *Mutex) Lock(t *Task) {
	t.check()
	t.FinePoint(Write(m.object))
	m.lock(t)
}

func (m *Mutex) lock(t *Task) {
	m.waiting.await(t, waitLock, m, Write(m.object), func() bool { return m.holder == nil })
	m.holder = t
}

// TryLock takes the mutex if it is free, and says whether it did. It is a fine point.
func (m *Mutex) TryLock(t *Task) bool {
	t.check()
	t.FinePoint(Write(m.object))
	if m.holder != nil {
		return false
	}
	m.holder = t
	return true
}

// Unlock frees the mutex. It panics if it is free already. It is a fine point of t, which is nil for the driver.
func (m *Mutex) Unlock(t *Task) {
	t.FinePoint(Write(m.object))
	m.unlock()
}

func (m *Mutex) unlock() {
	m.w.refuseDead()
	if m.holder == nil {
		panic("sim: unlock of unlocked mutex " + m.name)
	}
	m.holder = nil
	m.waiting.wakeOne()
}

func (m *Mutex) explain() string {
	if m.holder == nil {
		return ""
	}
	return " (held by " + holderName(m.holder) + ")"
}

// holderName is what a report calls a task that others wait for.
func holderName(t *Task) string {
	if t.Ended() {
		return t.actor.Name + ", which has ended"
	}
	return t.actor.Name
}
