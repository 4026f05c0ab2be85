// Package watchdog ends a process whose worlds make no progress in real time. It stands above worlds: a task that never
// comes to a scheduling point, or a fatal lock inside a library, cannot be noticed by the world that it hangs, because
// the world's only goroutine is the one that hangs. Nothing can be rescued then; what can be had is a dump.
package watchdog

//simvet:exempt a watchdog stands above worlds and measures real time

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"sync"
	"time"
)

// Dog watches one runner. It must be fed from time to time; when it is not, it writes what hangs and all stacks, and
// ends the process.
type Dog struct {
	limit time.Duration
	out   io.Writer
	exit  func(code int)

	mu    sync.Mutex
	timer *time.Timer // nil when the dog is off
	what  string
	meal  time.Time
}

// ExitStatus is the status of a process that a watchdog ended: the one of a livelock.
const ExitStatus = 3

// Start returns a watchdog that waits for the given time after each meal. Under a debugger, where a process rightly
// stands still, it does nothing.
func Start(limit time.Duration) *Dog { return start(limit, os.Stderr, os.Exit, Debugged()) }

func start(limit time.Duration, out io.Writer, exit func(int), off bool) *Dog {
	d := &Dog{limit: limit, out: out, exit: exit, meal: time.Now()}
	if !off {
		d.timer = time.AfterFunc(limit, d.bite)
	}
	return d
}

// Feed tells the dog that the runner goes on, and with what: the words that it would print, such as a scenario and seed.
func (d *Dog) Feed(what string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.what, d.meal = what, time.Now()
	if d.timer != nil {
		d.timer.Reset(d.limit)
	}
}

// Stop ends the watch.
func (d *Dog) Stop() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.timer != nil {
		d.timer.Stop()
		d.timer = nil
	}
}

// bite runs on a goroutine of the runtime's timer.
func (d *Dog) bite() {
	d.mu.Lock()
	hungry, what := d.timer != nil && time.Since(d.meal) >= d.limit, d.what
	d.mu.Unlock()
	if !hungry { // stopped or fed while this goroutine started
		return
	}
	fmt.Fprintf(d.out, "watchdog: no progress for %s: %s\n\n%s", d.limit, what, stacks())
	d.exit(ExitStatus)
}

// stacks returns the stacks of all goroutines, and so of all tasks.
func stacks() []byte {
	for size := 1 << 16; ; size *= 2 {
		buf := make([]byte, size)
		if n := runtime.Stack(buf, true); n < size {
			return buf[:n]
		}
	}
}

// Debugged says whether a debugger is attached to the process. It knows only on Linux.
func Debugged() bool {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return false
	}
	return traced(string(status))
}

func traced(status string) bool {
	for line := range strings.Lines(status) {
		if pid, ok := strings.CutPrefix(line, "TracerPid:"); ok {
			return strings.TrimSpace(pid) != "0"
		}
	}
	return false
}
