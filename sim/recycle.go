package sim

// recycler keeps what a world was made of for the next one that its owner makes in the same way: nodes, actors and tasks
// by the order of their making. Nobody may use anything of a world whose recycler has gone on to the next.
type recycler struct {
	world  World
	actors shelf[Actor]
	nodes  shelf[Node]
	tasks  shelf[Task]
	life   uint64
}

// shelf hands out things one after another, the same ones each time.
type shelf[T any] struct {
	things []*T
	taken  int
}

func (s *shelf[T]) take() *T {
	if s.taken == len(s.things) {
		s.things = append(s.things, new(T))
	}
	s.taken++
	return s.things[s.taken-1]
}

// next returns a new world. The one before must be closed.
func (r *recycler) next(cfg Config) *World {
	old := &r.world
	r.life++
	r.actors.taken, r.nodes.taken, r.tasks.taken = 0, 0, 0
	clear(old.nodesByName)
	clear(old.streams)
	clear(old.objects.byName)
	r.world = World{
		recycler:    r,
		life:        r.life,
		enabled:     enabledList{buf: old.enabled.buf[:0]},
		timers:      timerHeap{items: old.timers.items[:0]},
		actors:      old.actors[:0],
		nodes:       old.nodes[:0],
		nodesByName: old.nodesByName,
		newborn:     old.newborn[:0],
		touched:     old.touched[:0],
		objects:     objects{byName: old.objects.byName, names: old.objects.names[:0]},
		idle:        old.idle,
		idleTimers:  old.idleTimers,
		streams:     old.streams,
		text:        old.text[:0],
	}
	return old.make(cfg)
}

func (w *World) blankActor() *Actor {
	if w.recycler == nil {
		return &Actor{}
	}
	a := w.recycler.actors.take()
	*a = Actor{Name: a.Name, hash: a.hash, acc: a.acc[:0], ran: a.ran[:0]}
	return a
}

func (w *World) blankTask() *Task {
	if w.recycler == nil {
		return &Task{}
	}
	t := w.recycler.tasks.take()
	*t = Task{owned: t.owned[:0], cases: t.cases[:0], parked: Parked{Queues: t.parked.Queues[:0]}}
	return t
}

// blankNode returns a node of that name; what it remembers of its tasks' names is out of date.
func (w *World) blankNode(name string) *Node {
	if w.recycler == nil {
		return &Node{names: make(map[string]*taskName)}
	}
	n := w.recycler.nodes.take()
	if n.name != name {
		*n = Node{names: make(map[string]*taskName)}
	}
	*n = Node{name: n.name, names: n.names, timers: n.timers, tasks: n.tasks[:0]}
	return n
}
