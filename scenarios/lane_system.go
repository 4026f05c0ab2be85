package scenarios

import (
	"fmt"
	"time"

	"onelane.test/faults"
	"onelane.test/runtime/fail"
	"onelane.test/runtime/frontier"
	"onelane.test/runtime/lane"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
	"onelane.test/runtime/timely"
	"onelane.test/scenarios/plan"
	"onelane.test/sim"
)

// laneProcess returns what makes the factories of processes that have the command lane and nothing else; work is what
// each of their workers does.
func (s *system) laneProcess(work func(*sim.Task, *timely.Process, int, lane.Config)) func(replica, index int) func(*sim.Node) {
	return func(replica, index int) func(*sim.Node) {
		name := faults.ReplicaName(replica)
		return func(n *sim.Node) {
			hooks := timely.Hooks{Reorder: func() bool { return s.injector.Reorder(name) }}
			cfg := timely.Config{Processes: s.plan.Cluster.Processes, Workers: s.plan.Cluster.Workers}
			p := timely.NewProcess(n, index, cfg, s.peers(replica), hooks)
			flaws := lane.Config{
				Hosting: true, TwoLanes: fail.OnNode(n, fail.TwoLanes), NoContiguity: fail.OnNode(n, fail.NoContiguity),
			}
			n.Go("bring-up", func(t *sim.Task) {
				p.BringUp(t)
				flaws.Generation = p.Generation()
				for local := range s.plan.Cluster.Workers {
					n.GoPinned(fmt.Sprintf("worker%d", local), local, func(t *sim.Task) { work(t, p, local, flaws) })
				}
			})
		}
	}
}

// laneWorker consumes the lane, and builds a dataflow for each item, so that construction order has its consequences. On
// every worker producers of both kinds send at random times, and workers stall at random: the reference test of the unified
// command channel (src/compute/src/command_channel.rs in MaterializeInc/materialize#38579).
func (s *system) laneWorker(t *sim.Task, p *timely.Process, local int, cfg lane.Config) {
	w := p.NewWorker(t, local)
	l := lane.Render(w, cfg)
	t.Node().Go(fmt.Sprintf("producer%d", local), func(t *sim.Task) { s.produceCompute(t, w.Index(), l) })
	rng := t.Stream(t.Name())
	for sent := 0; ; {
		if sent < s.knobs.items && rng.Chance(1, 2) {
			l.SendStorage(protocol.DropDataflow{IDs: []query.ID{producerID("storage", w.Index(), sent)}})
			sent++
		}
		w.StepOrPark(laneIdle(sent < s.knobs.items, rng))
		for {
			item, ok := l.TryRecv()
			if !ok {
				break
			}
			buildFor(w, item)
		}
		t.Work(rng.Duration(0, 200*time.Microsecond))
	}
}

// laneIdle is how long a worker may park: not for long while it has items to send.
func laneIdle(sending bool, rng *sim.Stream) time.Duration {
	if sending {
		return rng.Duration(0, 2*time.Millisecond)
	}
	return -1
}

// buildFor builds a dataflow without operators for an item. Compute items and storage items have different shapes.
func buildFor(w *timely.Worker, item lane.Item) {
	w.Dataflow(item.String(), func(sc *timely.Scope) {
		if item.Storage != nil {
			sc.Region("storage", func(*timely.Scope) {})
		}
	})
}

// produceCompute is the compute client of a worker. Only worker 0 hears commands that count.
func (s *system) produceCompute(t *sim.Task, worker int, l *lane.Lane) {
	rng := t.Stream(t.Name())
	for i := range s.knobs.items {
		t.Sleep(rng.Duration(0, 2*time.Millisecond))
		var cmd protocol.ComputeCommand = protocol.ComputeUpdateConfiguration{Params: protocol.NoParams()}
		if worker == 0 {
			cmd = protocol.ComputeAllowCompaction{ID: producerID("compute", worker, i), Frontier: frontier.At(frontier.Time(i))}
		}
		l.SendCompute(t, cmd, 1)
	}
}

// producerID names item i of a producer.
func producerID(kind string, producer, i int) query.ID {
	return query.ID{N: uint64(i), Name: fmt.Sprintf("%s%d/%d", kind, producer, i)}
}

// laneItems is how many items the producers of a replica send: each worker's storage items and worker 0's commands.
func laneItems(p *plan.Plan, k knobs) int { return k.items * (p.Cluster.Peers() + 1) }
