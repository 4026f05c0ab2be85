package sim

// Case is something that [Select] can wait for: a [Queue], a [Conn], a [Listener] or a [Deadline].
type Case interface {
	Name() string
	ready(w *World) bool
	watch(t *Task)
	unwatch(t *Task)
	access() (Access, bool)
}

// Select waits until at least one of the cases is ready and returns the index of one that is; of several, the task's
// stream "select" picks. Ready means that a receive would not wait, be it for a message, an end or an error. The caller
// then receives without waiting. Select takes nothing itself.
func Select(t *Task, cases ...Case) int {
	t.check()
	if len(cases) == 0 {
		panic("sim: Select without a case")
	}
	if (t.w.cfg.Points == PointsFine || t.w.tracking) && countReady(t.w, cases) > 0 {
		t.FinePoint(t.accessOf(cases)...)
	}
	if countReady(t.w, cases) == 0 { // another task may have been faster at the point
		t.await(cases)
	}
	return t.pickReady(cases)
}

// await blocks until one of the cases is ready.
func (t *Task) await(cases []Case) {
	t.cases = append(t.cases[:0], cases...)
	until := Never
	for _, c := range t.cases {
		if d, ok := c.(deadline); ok {
			until = min(until, Time(d))
		}
	}
	for countReady(t.w, t.cases) == 0 {
		for _, c := range t.cases {
			c.watch(t)
		}
		t.actor.acc = t.accessOf(t.cases)
		t.block(waitSelect, nil, until)
		for _, c := range t.cases {
			c.unwatch(t)
		}
	}
	clear(t.cases)
}

func (t *Task) accessOf(cases []Case) []Access {
	acc := t.actor.acc[:0]
	for _, c := range cases {
		if a, ok := c.access(); ok {
			acc = append(acc, a)
		}
	}
	return acc
}

func (t *Task) pickReady(cases []Case) int {
	nth, n := 0, countReady(t.w, cases)
	if n > 1 {
		if t.picks == nil {
			t.picks = t.Stream("select " + t.name)
		}
		nth = t.picks.IntN(n)
	}
	for i, c := range cases {
		if !c.ready(t.w) {
			continue
		}
		if nth == 0 {
			return i
		}
		nth--
	}
	panic("sim: Select woke without a ready case")
}

func countReady(w *World, cases []Case) int {
	n := 0
	for _, c := range cases {
		if c.ready(w) {
			n++
		}
	}
	return n
}

// deadline is the case that becomes ready at a time.
type deadline Time

// Deadline is a case that is ready from the given time on.
func Deadline(at Time) Case { return deadline(at) }

func (d deadline) Name() string           { return "deadline " + Time(d).String() }
func (d deadline) ready(w *World) bool    { return w.now >= Time(d) }
func (d deadline) watch(*Task)            {}
func (d deadline) unwatch(*Task)          {}
func (d deadline) access() (Access, bool) { return Access{}, false }
