package host

import (
	"log"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
)

func use() {
	os.Getenv("HOME")          // want `os.Getenv: the world has no machine below it`
	filepath.Glob("*")         // want `filepath.Glob: it reads the file system`
	log.Print("hello")         // want `log.Print: it writes to the outside`
	runtime.GC()               // want `runtime.GC: what the Go runtime does is no part of a seed`
	_ = runtime.NumGoroutine() // want `runtime.NumGoroutine`
	debug.SetGCPercent(1)      // want `debug.SetGCPercent`
	_ = filepath.Join("a", strings.ToUpper("b"))
	runtime.KeepAlive(nil)
}
