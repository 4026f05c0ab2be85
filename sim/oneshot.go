package sim

// OneShot is a value that is set once and can be waited for by any number of tasks.
type OneShot[T any] struct {
	w       *World
	name    string
	object  Object
	value   T
	set     bool
	waiting []*Task
}

// NewOneShot returns an unset value.
func NewOneShot[T any](w *World, name string) *OneShot[T] {
	return &OneShot[T]{w: w, name: name, object: w.newObject("one-shot", name)}
}

// Name returns the one-shot's name.
func (o *OneShot[T]) Name() string { return o.name }

// Set sets the value and wakes all who wait for it. It panics if the value is set already. It is a fine point of t,
// which is nil for the driver.
func (o *OneShot[T]) Set(t *Task, v T) {
	t.FinePoint(Write(o.object))
	o.w.refuseDead()
	if o.set {
		panic("sim: one-shot " + o.name + " set twice")
	}
	o.value, o.set = v, true
	for _, waiter := range o.waiting {
		waiter.wake()
	}
	o.waiting = nil
}

// Get waits for the value.
func (o *OneShot[T]) Get(t *Task) T {
	t.check()
	if o.set {
		t.FinePoint(Read(o.object))
	}
	for !o.set {
		o.waiting = append(o.waiting, t)
		t.actor.acc = append(t.actor.acc, Read(o.object))
		t.block(waitSet, o, Never)
	}
	return o.value
}

// TryGet returns the value if it is set.
func (o *OneShot[T]) TryGet() (T, bool) {
	o.w.touch(Read(o.object))
	return o.value, o.set
}
