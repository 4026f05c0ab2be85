package compute

import (
	"strings"
	"testing"
	"time"

	"github.com/cockroachdb/datadriven"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/query"
	"onelane.test/sim"
)

// Stories about the state of the workers of one replica. Directives:
//
//	new processes=2 workers=1     starts the replica
//	feed s1 upper=5               appends the rows "key:value@time" below to a shard
//	handle                        has all workers handle the commands below, then 1 s pass
//	reconcile                     has all workers reconcile with the commands below, then 1 s pass
//	show mv1 at=4                 lists a shard
//	restart                       kills all processes and starts them again
func TestStories(t *testing.T) {
	datadriven.Walk(t, "testdata/stories", func(t *testing.T, path string) {
		s := &story{names: newNames()}
		datadriven.RunTest(t, path, s.run)
	})
}

type story struct {
	cluster *cluster
	names   names
}

func (s *story) run(t *testing.T, d *datadriven.TestData) string {
	switch d.Cmd {
	case "new":
		var processes, workers int
		d.ScanArgs(t, "processes", &processes)
		d.ScanArgs(t, "workers", &workers)
		s.cluster = newCluster(t, sim.Config{}, processes, workers)
		t.Cleanup(s.cluster.world.Close)
	case "feed":
		s.feed(t, d)
	case "handle":
		for _, cmd := range s.names.parse(t, d, d.Input) {
			s.cluster.handle(cmd)
		}
	case "reconcile":
		s.cluster.reconcile(s.names.parse(t, d, d.Input))
	case "show":
		var at string
		d.ScanArgs(t, "at", &at)
		return s.cluster.contents(query.Shard(d.CmdArgs[0].Key), timestamp(t, d, at))
	case "restart":
		for _, n := range s.cluster.nodes {
			n.Kill("test")
		}
		for _, n := range s.cluster.nodes {
			n.Start()
		}
	default:
		d.Fatalf(t, "no directive %s", d.Cmd)
	}
	s.cluster.runFor(time.Second)
	return s.cluster.take()
}

func (s *story) feed(t *testing.T, d *datadriven.TestData) {
	var upper string
	d.ScanArgs(t, "upper", &upper)
	var updates []query.Update
	for _, word := range strings.Fields(d.Input) {
		row, at, _ := strings.Cut(word, "@")
		q, err := query.Parse("constant("+row+")", nil)
		if err != nil {
			d.Fatalf(t, "%v", err)
		}
		updates = append(updates, query.Update{
			Row: q.Op.(query.ConstantOp).Rows[0], Time: timestamp(t, d, at), Diff: 1,
		})
	}
	s.cluster.feed(query.Shard(d.CmdArgs[0].Key), frontier.At(timestamp(t, d, upper)), updates...)
}
