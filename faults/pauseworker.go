package faults

import (
	"strconv"
	"time"

	"onelane.test/faults/words"
	"onelane.test/sim"
)

// PauseWorker makes one worker's thread stand still, as it does when the system gives it no processor. The rest of its
// process goes on, what keeps connections alive above all.
type PauseWorker struct {
	Process string
	// Worker counts the workers of the process from 0.
	Worker int
	For    time.Duration
}

func pauseWorkerKind() Kind {
	return Kind{
		Name:  "pause-worker",
		Usage: "pause-worker PROCESS worker=N [for=DURATION]",
		Doc:   "Makes the thread of a process's Nth worker stand still; the rest of the process goes on.",
		parse: func(a *words.Args) Fault {
			return PauseWorker{
				Process: a.Word("a process such as r1.p0"), Worker: int(a.Integer("worker", 0, maxWorker)), For: readFor(a),
			}
		},
		draw: func(d *drawer) (Fault, bool) {
			return PauseWorker{
				Process: d.process(), Worker: d.src.IntN("pause-worker/worker", d.site.Workers), For: d.length(),
			}, true
		},
	}
}

// maxWorker bounds a worker's index.
const maxWorker = 1 << 10

// Kind implements [Fault].
func (PauseWorker) Kind() string { return "pause-worker" }

// String implements [Fault].
func (p PauseWorker) String() string {
	return text(p.For, "pause-worker", p.Process, "worker="+strconv.Itoa(p.Worker))
}

// Span implements [Fault].
func (p PauseWorker) Span() Span { return lasting(p.For) }

func (p PauseWorker) target() string { return "worker " + p.Process + " " + strconv.Itoa(p.Worker) }

func (p PauseWorker) check(site Site) error {
	if err := oneOf(p.Process, site.ProcessNames()); err != nil {
		return err
	}
	if p.Worker >= site.Workers {
		return &words.Error{
			Word: "worker=" + strconv.Itoa(p.Worker),
			Want: "worker= a worker's index in its process from 0 to " + strconv.Itoa(site.Workers-1),
		}
	}
	return nil
}

func (p PauseWorker) begin(in *Injector) bool {
	task := p.task(in)
	if task == nil {
		return false
	}
	task.Pause()
	return true
}

func (p PauseWorker) end(in *Injector) {
	if task := p.task(in); task != nil {
		task.Resume()
	}
}

// task returns the worker's task, nil if the process has none now.
func (p PauseWorker) task(in *Injector) *sim.Task {
	name := "worker" + strconv.Itoa(p.Worker)
	for _, task := range in.node(p.Process).Tasks() {
		if task.Name() == name {
			return task
		}
	}
	return nil
}
