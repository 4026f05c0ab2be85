package timely

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"onelane.test/runtime/frontier"
	"onelane.test/sim"
)

// story runs the commands of a test file against one cluster:
//
//	cluster processes=P workers=W [seed=N]   a new cluster, brought up
//	flow NAME type=T [stages=N] [button]     a relay that can be built
//	build worker=(…) flow=(NAME …)           each worker builds the flows in that order
//	give flow=NAME from=W to=W at=T text=X   send a parcel
//	advance flow=NAME worker=(…) to=T        move the sources' capabilities
//	finish / press / drop flow=NAME worker=(…)
//	frontier flow=NAME                       what the probes say
//
// Every command lets a second pass and prints what happened in it.
type story struct {
	t       *testing.T
	cluster *cluster
	flows   map[string]*relay
}

func TestStories(t *testing.T) {
	datadriven.Walk(t, "testdata", func(t *testing.T, path string) {
		s := &story{t: t, flows: map[string]*relay{}}
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			s.t = t
			return s.command(d)
		})
	})
}

func (s *story) command(d *datadriven.TestData) string {
	switch d.Cmd {
	case "cluster":
		var processes, workers, seed int
		d.ScanArgs(s.t, "processes", &processes)
		d.ScanArgs(s.t, "workers", &workers)
		d.MaybeScanArgs(s.t, "seed", &seed)
		s.cluster = newCluster(s.t, sim.Config{Seed: uint64(seed)}, processes, workers)
	case "flow":
		s.declare(d)
		return ""
	case "frontier":
		return s.flow(d).frontiers() + "\n"
	default:
		s.act(d)
	}
	s.cluster.run(s.t)
	if text := s.cluster.take(); text != "" {
		return text + "\n"
	}
	return ""
}

func (s *story) declare(d *datadriven.TestData) {
	var typ string
	d.ScanArgs(s.t, "type", &typ)
	r := s.cluster.relay(d.CmdArgs[0].Key, typ)
	d.MaybeScanArgs(s.t, "stages", &r.stages)
	r.button = d.HasArg("button")
	s.flows[r.name] = r
}

func (s *story) flow(d *datadriven.TestData) *relay {
	var name string
	d.ScanArgs(s.t, "flow", &name)
	return s.named(name)
}

func (s *story) named(name string) *relay {
	r := s.flows[name]
	if r == nil {
		s.t.Fatalf("no flow %s", name)
	}
	return r
}

func (s *story) act(d *datadriven.TestData) {
	switch d.Cmd {
	case "build":
		for _, worker := range s.workers(d) {
			for _, name := range arg(d, "flow") {
				s.cluster.do(worker, s.named(name).build)
			}
		}
	case "give":
		var from, to int
		var at uint64
		var text string
		d.ScanArgs(s.t, "from", &from)
		d.ScanArgs(s.t, "to", &to)
		d.ScanArgs(s.t, "at", &at)
		d.ScanArgs(s.t, "text", &text)
		s.flow(d).give(from, to, frontier.Time(at), text)
	default:
		for _, worker := range s.workers(d) {
			s.each(d, worker)
		}
	}
}

func (s *story) each(d *datadriven.TestData, worker int) {
	r := s.flow(d)
	switch d.Cmd {
	case "advance":
		var to uint64
		d.ScanArgs(s.t, "to", &to)
		r.advance(worker, frontier.Time(to))
	case "finish":
		r.finish(worker)
	case "press":
		s.cluster.do(worker, func(*Worker) { r.workers[worker].button.Press() })
	case "drop":
		s.cluster.do(worker, func(w *Worker) { w.Drop(r.workers[worker].dataflow) })
	default:
		s.t.Fatalf("no command %s", d.Cmd)
	}
}

func (s *story) workers(d *datadriven.TestData) []int {
	var workers []int
	for _, text := range arg(d, "worker") {
		var n int
		if _, err := fmt.Sscan(strings.TrimSpace(text), &n); err != nil {
			s.t.Fatal(err)
		}
		workers = append(workers, n)
	}
	return workers
}

func arg(d *datadriven.TestData, key string) []string {
	for _, a := range d.CmdArgs {
		if a.Key == key {
			return a.Vals
		}
	}
	return nil
}
