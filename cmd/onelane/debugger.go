package main

import (
	"fmt"
	"os"
	"regexp"
	"runtime"

	"onelane.test/faults/words"
)

// stopInDebugger is where a debugger stops: the world is one function up, before the step that was asked for.
func stopInDebugger() { runtime.Breakpoint() }

// traced finds the line in which Linux says which process traces this one.
var traced = regexp.MustCompile(`(?m)^TracerPid:\s*0$`)

// demandDebugger returns an error if it is known that no debugger watches: a breakpoint would then end the process.
func demandDebugger() error {
	state, err := os.ReadFile("/proc/self/status")
	if err != nil || !traced.Match(state) {
		return nil // not known, or there is one
	}
	return &words.Error{
		Word: "--break", Want: fmt.Sprintf("a debugger around it, such as dlv exec %s -- replay …", os.Args[0]),
	}
}
