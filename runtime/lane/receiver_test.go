package lane_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"onelane.test/runtime/fail"
	"onelane.test/runtime/lane"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
	"onelane.test/runtime/timely"
	"onelane.test/sim"
)

// received runs one worker into whose lane the named commands are put in order, and returns what its receiver hands
// out. "s…" is a storage command; "c…" a compute command of connection 1, "d…" of connection 2.
func received(t *testing.T, arm func(*fail.Set), names ...string) []string {
	t.Helper()
	w := sim.New(sim.Config{Seed: 1})
	defer w.Close()
	set := fail.NewSet(w)
	arm(set)
	fail.Install(w, set)
	var got []string
	node := w.AddNode("r1.p0", sim.NodeOptions{Start: func(n *sim.Node) {
		p := timely.NewProcess(n, 0, timely.Config{Processes: 1, Workers: 1}, nil, timely.Hooks{})
		n.Go("worker0", func(t *sim.Task) {
			p.BringUp(t)
			worker := p.NewWorker(t, 0)
			l := lane.Render(worker, lane.Config{Hosting: true})
			for _, name := range names {
				put(t, l, name)
				for range 4 {
					worker.Step()
				}
			}
			got = drain(lane.NewReceiver(l))
		})
	}})
	node.Start()
	w.RunFor(time.Second)
	return got
}

func put(t *sim.Task, l *lane.Lane, name string) {
	id := query.ID{N: 1, Name: name}
	switch name[0] {
	case 's':
		l.SendStorage(protocol.DropDataflow{IDs: []query.ID{id}})
	case 'c', 'd':
		l.SendCompute(t, protocol.Schedule{ID: id}, protocol.Nonce(name[0]-'c'+1))
	}
}

func drain(r *lane.Receiver) []string {
	var got []string
	for {
		item, ok, changed := r.TryRecv()
		switch {
		case changed != nil:
			got = append(got, fmt.Sprintf("changed to %d", *changed))
		case !ok:
			return got
		case item.Storage != nil:
			got = append(got, item.Storage.(protocol.DropDataflow).IDs[0].Name)
		default:
			got = append(got, item.Compute.(protocol.Schedule).ID.Name)
		}
	}
}

func TestReceiverReportsChangesOfNonce(t *testing.T) {
	t.Parallel()
	unarmed := func(*fail.Set) {}
	dropping := func(s *fail.Set) { s.Arm(fail.StorageDroppedOnNonceChange, 1, 1) }
	for name, c := range map[string]struct {
		arm  func(*fail.Set)
		put  []string
		want []string
	}{
		"first command":        {unarmed, []string{"c1", "c2"}, []string{"changed to 1", "c1", "c2"}},
		"storage has no nonce": {unarmed, []string{"s1", "c1", "s2", "c2"}, []string{"s1", "changed to 1", "c1", "s2", "c2"}},
		"new connection":       {unarmed, []string{"c1", "d1", "s1", "d2"}, []string{"changed to 1", "c1", "changed to 2", "d1", "s1", "d2"}},
		"back and forth":       {unarmed, []string{"c1", "d1", "c2"}, []string{"changed to 1", "c1", "changed to 2", "d1", "changed to 1", "c2"}},
		"storage dropped":      {dropping, []string{"s1", "c1", "s2", "c2", "s3"}, []string{"s1", "changed to 1", "c1", "c2"}},
	} {
		require.Equal(t, c.want, received(t, c.arm, c.put...), name)
	}
}
