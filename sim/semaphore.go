package sim

// Semaphore holds permits that tasks take and give back.
type Semaphore struct {
	w       *World
	name    string
	object  Object
	permits int
	waiting waitList
}

// NewSemaphore returns a semaphore with so many permits.
func NewSemaphore(w *World, name string, permits int) *Semaphore {
	return &Semaphore{w: w, name: name, object: w.newObject("semaphore", name), permits: permits}
}

// Name returns the semaphore's name.
func (s *Semaphore) Name() string { return s.name }

// Object returns the object that the semaphore is in access sets.
func (s *Semaphore) Object() Object { return s.object }

// Permits returns the number of permits that can be taken without waiting.
func (s *Semaphore) Permits() int {
	s.w.touch(Read(s.object))
	return s.permits
}

// Acquire waits for a permit and takes it. It is a fine point.
func (s *Semaphore) Acquire(t *Task) {
	t.check()
	t.FinePoint(Write(s.object))
	s.waiting.await(t, waitAcquire, s, Write(s.object), func() bool { return s.permits > 0 })
	s.permits--
}

// TryAcquire takes a permit if there is one, and says whether it did. It is a fine point.
func (s *Semaphore) TryAcquire(t *Task) bool {
	t.check()
	t.FinePoint(Write(s.object))
	if s.permits <= 0 {
		return false
	}
	s.permits--
	return true
}

// Release adds a permit and wakes whoever waits longest for one. It is a fine point of t, which is nil for the driver.
func (s *Semaphore) Release(t *Task) {
	t.FinePoint(Write(s.object))
	s.w.refuseDead()
	s.permits++
	s.waiting.wakeOne()
}
