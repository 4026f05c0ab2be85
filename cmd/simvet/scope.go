package main

import (
	"slices"
	"strings"
)

// module is the module whose packages simvet looks at.
const module = "onelane.test/"

// folders are the top-level folders whose code runs below a world, or stands beside it and says so.
var folders = []string{"faults", "runtime", "scenarios", "sim"}

// inScope says whether the package with the given path has to be deterministic. The main packages that the go command
// makes for tests do not.
func inScope(path string) bool {
	rest, ok := strings.CutPrefix(path, module)
	folder, _, _ := strings.Cut(rest, "/")
	return ok && !strings.HasSuffix(path, ".test") && slices.Contains(folders, folder)
}

// isTest says whether the file belongs to tests, which may do as they like: they drive worlds.
func isTest(filename string) bool { return strings.HasSuffix(filename, "_test.go") }
