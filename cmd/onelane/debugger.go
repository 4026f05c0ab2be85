package main

import (
	"fmt"
	"os"
	"runtime"

	"onelane.test/faults/words"
	"onelane.test/sim/watchdog"
)

// stopInDebugger is where a debugger stops: the world is one function up, before the step that was asked for.
func stopInDebugger() { runtime.Breakpoint() }

// demandDebugger returns an error if it is known that no debugger watches: a breakpoint would then end the process.
func demandDebugger() error {
	if runtime.GOOS != "linux" || watchdog.Debugged() {
		return nil
	}
	return &words.Error{
		Word: "--break", Want: fmt.Sprintf("a debugger around it, such as dlv exec %s -- replay …", os.Args[0]),
	}
}
