package sim

import (
	"onelane.test/sim/trace"
)

// Config says what a world is like. The zero value is a world with seed 0, a fifo schedule, exact time, coarse points
// and no limits.
type Config struct {
	// Seed is where all streams come from.
	Seed uint64
	// Schedule picks the actor of each step; nil means [FIFO]. It serves one world at a time.
	Schedule Schedule
	// Grain is the raster of time.
	Grain Grain
	// Points says how fine the scheduling points are.
	Points Points
	// MaxSteps stops the world with [StopLimit] after so many steps; 0 means no limit.
	MaxSteps uint64
	// MaxTime stops the world with [StopLimit] before it passes this time; 0 means no limit.
	MaxTime Time
	// SpinSteps stops the world with [StopLivelock] after so many steps at one instant; 0 means 1<<18.
	SpinSteps uint64
	// Pool lends the coroutines; nil means that the world makes its own and ends them in Close.
	Pool *Pool
	// Codec encodes and decodes every message that crosses a link; nil lets the values themselves cross.
	Codec Codec
	// RecordDeviations makes the world note where its picks differ from those of a fifo schedule.
	RecordDeviations bool
	// Record is an empty log to which the world adds its decisions and events; nil records nothing.
	Record *Log
	// Replay is a log from which the world takes its decisions instead of from its streams and schedule, while the run
	// does what the log has; ReplayMode says what follows when it does not. Nil replays nothing.
	Replay     *Log
	ReplayMode ReplayMode
}

const defaultSpinSteps = 1 << 18

// World is a system under simulation: clock, nodes, links and everything in them. Its functions are called by its
// driver or by its tasks, never from two goroutines.
type World struct {
	cfg      Config
	schedule Schedule
	pool     *Pool
	ownPool  bool

	decisions *decisions // nil in a world that neither records nor replays

	now     Time
	steps   uint64
	spin    uint64 // steps since the clock last moved
	ready   uint64 // the last Ready number given out
	enabled enabledList
	timers  timerHeap
	actors  []*Actor
	actions *callbacks

	nodes       []*Node
	nodesByName map[string]*Node
	links       []*Link
	defaultLink LinkConfig
	idle        []*delivery // deliveries to be used again
	idleTimers  []*Timer

	newborn []*Task
	exits   []pendingExit
	current *Task // the task that runs now
	origin  *Node // the node whose callback runs now
	dying   *Task // the task that is being unwound now
	busy    bool  // a step or an unwinding is going on
	closed  bool

	recycler *recycler // where nodes, actors and tasks come from; nil: from the heap
	life     uint64    // how many worlds the recycler has made

	cause      uint64   // the step that enabled the one that runs
	entries    uint64   // how often the driver has made the world run
	tracking   bool     // whether touched is kept
	touched    []Access // what primitives touch beyond what steps declare
	touchedAll bool     // something was touched that no object stands for

	objects    objects
	streams    map[string]*Stream
	values     map[any]any
	audience   audience
	hash       trace.Hash
	record     trace.Record
	text       []byte
	stats      Stats
	deviations []Deviation
	stop       *Stop
}

// Stats counts what a world has done.
type Stats struct {
	// Steps counts steps, Choices those of them with at least two enabled actors.
	Steps, Choices uint64
	// Events counts emitted events, Messages what was sent on connections.
	Events, Messages uint64
	// Datagrams counts what was sent outside of connections, Lost and Doubled what became of that.
	Datagrams, Lost, Doubled uint64
	// Tasks counts started tasks, Timers what fell due, Kills ended processes.
	Tasks, Timers, Kills uint64
	// Swallowed counts kills that the simulated code recovered from.
	Swallowed uint64
}

// New returns an empty world at time 0.
func New(cfg Config) *World { return new(World).make(cfg) }

func (w *World) make(cfg Config) *World {
	w.cfg, w.schedule, w.pool = cfg, cfg.Schedule, cfg.Pool
	if w.schedule == nil {
		w.schedule = FIFO()
	}
	if w.pool == nil {
		w.pool, w.ownPool = NewPool(), true
	}
	if w.cfg.SpinSteps == 0 {
		w.cfg.SpinSteps = defaultSpinSteps
	}
	if w.streams == nil {
		w.streams, w.nodesByName = make(map[string]*Stream), make(map[string]*Node)
	}
	w.defaultLink = DefaultLink()
	w.schedule.Reset(w)
	w.decisions = w.newDecisions() // from now on: what the schedule draws shows as its picks
	w.actions = w.newCallbacks("world", nil)
	return w
}

// Close unwinds all tasks, in the order of nodes and tasks, and gives their coroutines back. Nothing is emitted any
// more. It must not be called by a task. Closing twice is allowed.
func (w *World) Close() {
	if w.current != nil {
		panic("sim: World.Close called by task " + w.current.actor.Name)
	}
	if w.closed {
		return
	}
	w.closed = true
	w.unwindAll()
	if w.ownPool {
		w.pool.Close()
	}
}

// Now returns the simulated time.
func (w *World) Now() Time { return w.now }

// Steps returns the number of steps made.
func (w *World) Steps() uint64 { return w.steps }

// Hash returns the hash of the run so far.
func (w *World) Hash() uint64 { return w.hash.Sum64() }

// Stats returns what the world has done so far.
func (w *World) Stats() Stats {
	s := w.stats
	s.Steps = w.steps
	return s
}

// Config returns what the world was made from.
func (w *World) Config() Config { return w.cfg }

// Stop returns why the world has stopped for good, nil if it has not.
func (w *World) Stop() *Stop { return w.stop }

// Current returns the task that runs now, nil while the driver or a callback does.
func (w *World) Current() *Task { return w.current }

// Stream returns the stream of that name. The same name gives the same stream.
func (w *World) Stream(name string) *Stream {
	s, ok := w.streams[name]
	if !ok {
		s = Derive(w.cfg.Seed, name)
		s.name, s.decisions = name, w.decisions
		w.streams[name] = s
	}
	return s
}

// SetValue keeps a value for everybody in the world, as [context.WithValue] would: the key should have a type of its
// own.
func (w *World) SetValue(key, v any) {
	if w.values == nil {
		w.values = make(map[any]any)
	}
	w.values[key] = v
}

// Value returns the value kept under the key, nil if there is none.
func (w *World) Value(key any) any { return w.values[key] }

// Observe adds an observer; it is told of all events from now on, but of those whose type is that of one in without: a
// few types make up most of a trace, and to tell twenty observers of what one of them looks at has its price.
func (w *World) Observe(o trace.Observer, without ...trace.Event) { w.audience.add(o, without) }

// Emit tells the observers of an event and folds its text into the hash. It is stamped with the task that runs, or the
// node whose callback does. A world that has ended emits nothing.
func (w *World) Emit(ev trace.Event) {
	if w.closed || w.stop != nil {
		return
	}
	w.refuseDead()
	w.stats.Events++
	w.text = ev.Append(w.text[:0])
	w.hash.Text(w.text)
	if w.decisions != nil {
		w.decisions.event(w.text)
	}
	if told := w.audience.of(ev); len(told) > 0 {
		w.tell(ev, told)
	}
}

// tell hands the event that was folded last to observers.
func (w *World) tell(ev trace.Event, observers []trace.Observer) {
	w.record = trace.Record{Step: w.steps, At: int64(w.now), Event: ev, Text: w.text}
	switch {
	case w.current != nil:
		w.record.Node, w.record.Task, w.record.Actor = w.current.node.name, w.current.name, w.current.actor.ID
	case w.origin != nil:
		w.record.Node = w.origin.name
	}
	for _, o := range observers {
		o.Observe(&w.record)
	}
}
