package sim

import "iter"

// coro is a coroutine that runs one task after another.
type coro struct {
	next  func() (struct{}, bool)
	stop  func()
	yield func(struct{}) bool
	task  *Task
}

func newCoro() *coro {
	c := &coro{}
	c.next, c.stop = iter.Pull(c.loop)
	return c
}

// loop runs the task that was put into c, then hands control back and waits for another one.
func (c *coro) loop(yield func(struct{}) bool) {
	c.yield = yield
	for {
		c.task.main()
		if !yield(struct{}{}) {
			return
		}
	}
}

// Pool keeps idle coroutines, with the stacks that they have grown, from one world to the next: it makes the start of a
// world several times cheaper. A pool serves one world after another, never two at a time.
type Pool struct{ idle []*coro }

// NewPool returns an empty pool.
func NewPool() *Pool { return &Pool{} }

// Len returns the number of idle coroutines.
func (p *Pool) Len() int { return len(p.idle) }

// Close ends all idle coroutines. The pool can be used again afterwards.
func (p *Pool) Close() {
	for _, c := range p.idle {
		c.stop()
	}
	p.idle = nil
}

func (p *Pool) get() *coro {
	if n := len(p.idle); n > 0 {
		c := p.idle[n-1]
		p.idle[n-1] = nil
		p.idle = p.idle[:n-1]
		return c
	}
	return newCoro()
}

func (p *Pool) put(c *coro) {
	c.task = nil
	p.idle = append(p.idle, c)
}
