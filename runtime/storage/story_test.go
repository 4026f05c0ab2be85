package storage

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/cockroachdb/datadriven"
	"github.com/stretchr/testify/require"

	"onelane.test/runtime/persist"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
)

// Stories about one replica. Objects are written as in the cases of [TestDecide].
//
//	replica [processes=N] [workers=N] [async=D] [suspend=D] [direct-drop] [unnumbered] [suspend-by-external-plane]
//	connect              a new connection to all workers; the lines are its initialization
//	tell [worker=N]      the lines are commands, for all workers or one
//	run D                time passes
//	until PATTERN        … until an event has these words in this order
//	fail worker=N        the reader of an ingestion fails on that worker, once
//	wedge worker=N for=D the worker's thread is blocked
//	mute / unmute worker=N  the worker does not hear the external plane
//	finalise SHARD
//	events               what happened since, without what was told
//	responses worker=N   what a worker answered on its connection, without frontiers and statistics
//	running              the dataflows that are installed; order of construction and data are checked, too
func TestStories(t *testing.T) {
	datadriven.Walk(t, "testdata/stories", func(t *testing.T, path string) {
		s := &story{t: t}
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			return s.do(d)
		})
	})
}

type story struct {
	t       *testing.T
	r       *replica
	cases   *decideCase
	failing map[int]bool
	shown   int
	sources []*query.Ingestion
}

func (s *story) do(d *datadriven.TestData) string {
	switch d.Cmd {
	case "replica":
		s.begin(d)
	case "connect":
		s.r.connect(initialize(s.commands(d)...)...)
	case "tell":
		s.tell(d)
	case "run":
		s.r.runFor(s.duration(d, d.CmdArgs[0].Key))
	case "until":
		s.until(d)
	case "fail":
		s.failing[s.worker(d)] = true
	case "wedge":
		s.r.wedge(s.worker(d), s.duration(d, s.arg(d, "for")))
	case "mute", "unmute":
		w := s.r.workers[s.worker(d)]
		w.mute = d.Cmd == "mute"
		w.task.Unpark(nil)
	case "finalise":
		s.r.store.Finalise(query.Shard(d.CmdArgs[0].Key))
	case "events":
		return s.events()
	case "responses":
		return s.responses(s.worker(d))
	case "running":
		return s.running()
	default:
		s.t.Fatalf("%s: unknown command %s", d.Pos, d.Cmd)
	}
	return ""
}

func (s *story) begin(d *datadriven.TestData) {
	o := replicaOptions{Persist: persist.Config{MinLatency: time.Millisecond, MaxLatency: time.Millisecond}}
	o.Hooks.SourceError = func(_ query.ID, worker int) (string, bool) {
		failed := s.failing[worker]
		delete(s.failing, worker)
		return "connection lost", failed
	}
	for _, arg := range d.CmdArgs {
		switch arg.Key {
		case "processes":
			arg.Scan(s.t, 0, &o.Processes)
		case "workers":
			arg.Scan(s.t, 0, &o.Workers)
		case "async":
			delay := s.duration(d, arg.Vals[0])
			o.Hooks.AsyncDelay = func() time.Duration { return delay }
		case "suspend":
			o.Config.SuspendDelay = s.duration(d, arg.Vals[0])
		case "direct-drop":
			o.Config.DirectDrop = true
		case "unnumbered":
			o.Config.Unnumbered = true
		case "suspend-by-external-plane":
			o.Config.SuspendByExternalPlane = true
		default:
			s.t.Fatalf("%s: unknown argument %s", d.Pos, arg.Key)
		}
	}
	s.r = newReplica(s.t, o)
	s.failing, s.shown, s.sources = map[int]bool{}, 0, nil
	s.cases = newDecideCase()
	s.cases.names = s.r.names
}

// commands reads the lines of the input.
func (s *story) commands(d *datadriven.TestData) []protocol.StorageCommand {
	var commands []protocol.StorageCommand
	for line := range strings.Lines(d.Input) {
		cmd, err := s.cases.command(strings.Fields(line))
		require.NoError(s.t, err, "%s: %s", d.Pos, line)
		if run, ok := cmd.(protocol.RunIngestion); ok {
			run.Ingestion.Tick = 100 * time.Millisecond
			s.sources = append(s.sources, run.Ingestion)
		}
		commands = append(commands, cmd)
	}
	return commands
}

func (s *story) tell(d *datadriven.TestData) {
	commands := s.commands(d)
	if len(d.CmdArgs) == 0 {
		s.r.tell(commands...)
		return
	}
	all := s.r.workers
	s.r.workers = all[s.worker(d):][:1]
	s.r.tell(commands...)
	s.r.workers = all
}

// until runs in small steps until a new event has the words of the arguments.
func (s *story) until(d *datadriven.TestData) {
	words := make([]string, len(d.CmdArgs))
	for i, arg := range d.CmdArgs {
		words[i] = arg.String()
	}
	pattern, seen := strings.Join(words, " "), len(s.r.events)
	s.r.until(pattern, func() bool {
		return slices.ContainsFunc(s.r.events[seen:], func(e string) bool { return matches(e, pattern) })
	})
}

func (s *story) arg(d *datadriven.TestData, key string) string {
	var value string
	d.ScanArgs(s.t, key, &value)
	return value
}

func (s *story) worker(d *datadriven.TestData) int {
	var n int
	d.ScanArgs(s.t, "worker", &n)
	return n
}

func (s *story) duration(d *datadriven.TestData, text string) time.Duration {
	duration, err := time.ParseDuration(text)
	require.NoError(s.t, err, d.Pos)
	return duration
}

// events prints what happened since it was asked last. Times are left out: they are not the point, and change with
// whatever draws from a stream.
func (s *story) events() string {
	var b strings.Builder
	for _, e := range s.r.events[s.shown:] {
		_, text, _ := strings.Cut(e, " ")
		switch kind, _, _ := strings.Cut(text, " "); kind {
		case "told", "external", "observed":
		default:
			fmt.Fprintln(&b, text)
		}
	}
	s.shown = len(s.r.events)
	return b.String()
}

func (s *story) responses(worker int) string {
	var b strings.Builder
	for _, response := range s.r.workers[worker].responses {
		switch response.(type) {
		case protocol.FrontierUpper, protocol.StatisticsUpdates:
		default:
			fmt.Fprintln(&b, response)
		}
	}
	return b.String()
}

func (s *story) running() string {
	s.r.requireSameOrder()
	for _, i := range s.sources {
		s.r.requireIngested(i)
	}
	var b strings.Builder
	for _, w := range s.r.workers {
		fmt.Fprintf(&b, "worker %d: %s\n", w.index, strings.Join(s.r.installed(w), " "))
	}
	return b.String()
}
