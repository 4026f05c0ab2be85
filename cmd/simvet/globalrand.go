package main

import "strings"

var globalrand = newAnalyzer("globalrand", "report random numbers that no seed decides", func(p *pass) {
	p.banUses(func(path, name string) string {
		const use = "; draw from Task.Stream, World.Stream or sim.Derive"
		switch path {
		case "math/rand", "math/rand/v2":
			if drawsGlobally(name) {
				return "the process's random numbers" + use
			}
		case "crypto/rand":
			return "the machine's random numbers" + use
		case "hash/maphash":
			return "its seed differs from process to process; use xxhash"
		}
		return ""
	})
})

// drawsGlobally says whether the name of a math/rand package is a function that draws from, or seeds, the global source:
// neither a type, a method of one, nor a constructor.
func drawsGlobally(name string) bool {
	switch name {
	case "Rand", "Source", "Source64", "Zipf", "PCG", "ChaCha8":
		return false
	}
	return !strings.Contains(name, ".") && !strings.HasPrefix(name, "New")
}
