package timely

import "fmt"

// channel is a worker's sending side of a channel between workers.
type channel struct {
	worker *Worker
	id     int
	typ    string
	local  []*endpoint // of the process's workers
}

// allocate takes an identifier for a channel between workers, binds this worker's end of it to owner, and gives it the
// frames that came before.
func (w *Worker) allocate(kind kind, typ string, owner path) (channel, *endpoint) {
	id := w.identity.take()
	if id <= w.identity.bound {
		panic(fmt.Sprintf("timely: channel %d allocated after %d", id, w.identity.bound))
	}
	ends := w.process.registry.take(w.task, w.local, id, kind, typ)
	w.identity.bound = id
	own := ends[w.local]
	w.bind(own, owner)
	for i := range w.stash[id] {
		w.decode(own, &w.stash[id][i])
	}
	delete(w.stash, id)
	return channel{worker: w, id: id, typ: typ, local: ends}, own
}

// pipeline takes an identifier for a channel within this worker. The registry and other processes never hear of it.
func (w *Worker) pipeline(typ string, owner path) *endpoint {
	e := &endpoint{id: w.identity.take(), kind: kindData, typ: typ, mail: w.mail()}
	e.owner = owner
	owner.flow.ends = append(owner.flow.ends, e)
	return e
}

func (w *Worker) bind(e *endpoint, owner path) {
	for len(w.channels) <= e.id {
		w.channels = append(w.channels, nil)
	}
	w.channels[e.id] = e
	e.owner = owner
	owner.flow.ends = append(owner.flow.ends, e)
}

// send gives a container to one worker.
func (c *channel) send(target int, m container) {
	p := c.worker.process
	if local := target - p.first(); local >= 0 && local < p.cfg.Workers {
		c.local[local].push(c.worker.task, m)
		return
	}
	c.worker.out.add(target/p.cfg.Workers, c.frame(target, target+1, m))
}

// broadcast gives a container to all workers, this one included: one frame for each other process.
func (c *channel) broadcast(m container) {
	p := c.worker.process
	for process := range p.cfg.Processes {
		if process != p.index {
			lower := process * p.cfg.Workers
			c.worker.out.add(process, c.frame(lower, lower+p.cfg.Workers, m))
			continue
		}
		for _, e := range c.local {
			e.push(c.worker.task, m)
		}
	}
}

func (c *channel) frame(lower, upper int, m container) frame {
	return frame{channel: c.id, source: c.worker.index, lower: lower, upper: upper, typ: c.typ, container: m}
}
