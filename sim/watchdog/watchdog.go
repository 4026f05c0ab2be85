// Package watchdog ends a process in which a world takes too long in real time. It stands above worlds: a task that never
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

// Dog watches worlds, each for itself: one that hangs is noticed although others go on.
type Dog struct {
	limit time.Duration
	out   io.Writer
	exit  func(code int)
	off   bool
}

// ExitStatus is the status of a process that a watchdog ended: the one of a livelock.
const ExitStatus = 3

// New returns a watchdog that gives each world so much real time. When one takes longer, it writes which and all stacks,
// and ends the process. Under a debugger, where a process rightly stands still, it does nothing.
func New(limit time.Duration) *Dog {
	return &Dog{limit: limit, out: os.Stderr, exit: os.Exit, off: Debugged()}
}

// Watch begins to watch a world, until over is called. What are the words that name it: a command that runs it again.
func (d *Dog) Watch(what string) (over func()) {
	if d.off {
		return func() {}
	}
	w := &watch{dog: d, what: what}
	w.timer = time.AfterFunc(d.limit, w.bite)
	return w.end
}

// watch is the watch over one world.
type watch struct {
	dog   *Dog
	what  string
	timer *time.Timer

	mu   sync.Mutex
	over bool
}

func (w *watch) end() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.over = true
	w.timer.Stop()
}

// bite runs on a goroutine of the runtime's timer.
func (w *watch) bite() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.over { // it ended while this goroutine started
		return
	}
	fmt.Fprintf(w.dog.out, "watchdog: a world takes more than %s: %s\n\n%s", w.dog.limit, w.what, stacks())
	w.dog.exit(ExitStatus)
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
