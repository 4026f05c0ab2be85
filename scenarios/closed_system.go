package scenarios

import (
	"time"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/lane"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
	"onelane.test/runtime/timely"
	"onelane.test/sim"
)

// closedBegin is when the feeders begin. The lane has been built and has come to rest by then.
const closedBegin = sim.Time(10 * time.Millisecond)

// closedWorker hands storage commands from its client to the lane, and consumes the lane. Two feeders send what is fixed
// beforehand, both on worker 0's side: the compute client, whose last command comes by a new connection, and the storage
// client. Nothing is drawn and no time passes, so that the order of steps alone decides what happens.
func (s *system) closedWorker(t *sim.Task, p *timely.Process, local int, cfg lane.Config) {
	w := p.NewWorker(t, local)
	l := lane.Render(w, cfg)
	clients := sim.NewQueue[protocol.InternalCommand](t.World(), "storage commands")
	t.Own(clients)
	if w.Index() == 0 {
		begin := sim.NewOneShot[struct{}](t.World(), "begin")
		t.World().At(closedBegin, "feeders begin", func() { begin.Set(nil, struct{}{}) })
		t.Node().Go("compute-feeder", func(t *sim.Task) { s.feedCompute(t, l, begin) })
		t.Node().Go("storage-feeder", func(feeder *sim.Task) { s.feedStorage(feeder, clients, t, begin) })
	}
	for receiver := lane.NewReceiver(l); ; {
		for w.Index() == 0 {
			cmd, ok := clients.TryPop(t)
			if !ok {
				break
			}
			l.SendStorage(cmd)
		}
		w.StepOrPark(-1)
		for {
			if _, ok, changed := receiver.TryRecv(); !ok && changed == nil {
				break
			}
		}
	}
}

// feedCompute is the compute client of worker 0.
func (s *system) feedCompute(t *sim.Task, l *lane.Lane, begin *sim.OneShot[struct{}]) {
	begin.Get(t)
	uses := l.Input()
	for i := range s.knobs.items {
		nonce := protocol.Nonce(1)
		if i == s.knobs.items-1 {
			nonce = 2
		}
		t.Point(uses...)
		l.SendCompute(t, protocol.ComputeAllowCompaction{ID: producerID("compute", 0, i), Frontier: frontier.At(frontier.Time(i))}, nonce)
	}
}

// feedStorage is the storage client of worker 0, which it wakes.
func (s *system) feedStorage(t *sim.Task, clients *sim.Queue[protocol.InternalCommand], worker *sim.Task, begin *sim.OneShot[struct{}]) {
	begin.Get(t)
	for i := range s.knobs.items {
		t.Point(sim.Write(clients.Object()))
		clients.Push(t, protocol.DropDataflow{IDs: []query.ID{producerID("storage", 0, i)}})
		worker.Unpark(t)
	}
}

// closedItems is how many items the two feeders send.
func closedItems(k knobs) int { return 2 * k.items }
