package main

import "slices"

var host = newAnalyzer("host", "report uses of the operating system, the network and the Go runtime's state", func(p *pass) {
	p.banUses(hostAdvice)
})

func hostAdvice(path, name string) string {
	for _, pkg := range hostPackages {
		if below(path, pkg) && !slices.Contains(values, path) {
			return "the world has no machine below it; do this above worlds, and hand the result in"
		}
	}
	switch {
	case path == "log" || path == "log/slog":
		return "it writes to the outside, with the time of the day; use Task.Emit or World.Emit"
	case path == "path/filepath" && fileSystem[name]:
		return "it reads the file system; do this above worlds, and hand the result in"
	case path == "runtime" && runtimeState[name], path == "runtime/debug" && name != "Stack", path == "weak":
		return "what the Go runtime does is no part of a seed; leave it to code above worlds"
	}
	return ""
}

var hostPackages = []string{"os", "net", "syscall", "golang.org/x/sys", "io/ioutil", "plugin"}

// values are packages below them that only parse and print.
var values = []string{"net/netip", "net/url"}

var fileSystem = map[string]bool{"Abs": true, "EvalSymlinks": true, "Glob": true, "Walk": true, "WalkDir": true}

var runtimeState = map[string]bool{
	"AddCleanup": true, "GC": true, "GOMAXPROCS": true, "Goexit": true, "Gosched": true, "LockOSThread": true,
	"MemStats": true, "NumCPU": true, "NumCgoCall": true, "NumGoroutine": true, "ReadMemStats": true,
	"SetFinalizer": true, "UnlockOSThread": true,
}
