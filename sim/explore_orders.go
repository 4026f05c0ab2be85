package sim

// orders is the tree of all orders, or of those with a bounded number of delays, visited depth first. It is a schedule
// that serves one world after another.
type orders struct {
	delays   int // 0: no bound
	from     Time
	rotation rotation
	choices  []choice
	depth    int // how many choices the run has had
	w        *World
}

// choice is one that a run came to.
type choice struct {
	picked int // in the order of Ready, or with a bound in that of the rotation, where it is the number of delays
	count  int // how many there are to pick from
	left   int // delays that are left before it
}

func newOrders(delays int, from Time) *orders { return &orders{delays: delays, from: from} }

func (o *orders) Name() string { return "exhaustive" }

func (o *orders) Reset(w *World) { o.w, o.depth, o.rotation = w, 0, rotation{} }

func (o *orders) New(*Actor) {}

func (o *orders) Pick(enabled []*Actor) int {
	if o.w.now < o.from {
		return 0
	}
	if o.depth == len(o.choices) {
		o.choices = append(o.choices, choice{count: len(enabled), left: o.left()})
	}
	c := o.choices[o.depth]
	o.depth++
	if c.count != len(enabled) {
		o.w.Diverge("a world that is explored did not repeat itself: it depends on more than the order of its steps")
		return 0
	}
	if o.delays == 0 {
		return c.picked
	}
	return o.rotation.nth(enabled, c.picked)
}

func (o *orders) left() int {
	if o.depth == 0 {
		return o.delays
	}
	before := o.choices[o.depth-1]
	return before.left - before.picked
}

func (o *orders) Ran(a *Actor, _ []Access) {
	if o.delays > 0 {
		o.rotation.ran(a)
	}
}

func (o *orders) advance() bool {
	o.choices = o.choices[:o.depth]
	for n := len(o.choices) - 1; n >= 0; n-- {
		c := &o.choices[n]
		if c.picked+1 < c.count && (o.delays == 0 || c.picked < c.left) {
			c.picked++
			return true
		}
		o.choices = o.choices[:n]
	}
	return false
}

func (o *orders) again() {}

func (o *orders) redundant() bool { return false }
