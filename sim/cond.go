package sim

// Cond is a condition that tasks wait for under a mutex. A signal that nobody waits for is lost.
type Cond struct {
	mutex   *Mutex
	name    string
	object  Object
	waiting waitList
}

// NewCond returns a condition under the given mutex.
func NewCond(m *Mutex, name string) *Cond {
	return &Cond{mutex: m, name: name, object: m.w.newObject("condition", name)}
}

// Name returns the condition's name.
func (c *Cond) Name() string { return c.name }

// Object returns the object that the condition is in access sets.
func (c *Cond) Object() Object { return c.object }

// Wait unlocks the mutex and waits for a signal, in one step, and then locks the mutex again. It is a fine point. The
// caller must hold the mutex, and look again afterwards whether what it waits for is there.
func (c *Cond) Wait(t *Task) {
	t.check()
	t.FinePoint(Write(c.object), Write(c.mutex.object))
	c.mutex.unlock()
	c.waiting.add(t)
	t.actor.acc = append(t.actor.acc, Write(c.object))
	t.block(waitCond, c, Never)
	c.mutex.Lock(t)
}

// Signal wakes the task that waits longest, if there is one. It is a fine point of t, which is nil for the driver. The
// caller may hold the mutex or not.
func (c *Cond) Signal(t *Task) {
	t.FinePoint(Write(c.object))
	c.mutex.w.refuseDead()
	c.waiting.wakeOne()
}

// Broadcast wakes all tasks that wait. It is a fine point of t, which is nil for the driver.
func (c *Cond) Broadcast(t *Task) {
	t.FinePoint(Write(c.object))
	c.mutex.w.refuseDead()
	c.waiting.wakeAll()
}
