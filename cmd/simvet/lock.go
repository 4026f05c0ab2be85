package main

import "strings"

var lock = newAnalyzer("lock", "report mutexes, wait groups, pools and atomics", func(p *pass) {
	p.banUses(func(path, name string) string {
		switch {
		case path == "sync" && strings.HasPrefix(name, "Pool"):
			return "what a pool holds depends on the garbage collector; keep free values in a slice"
		case path == "sync" && strings.HasPrefix(name, "Map"):
			return "its order is random; use a map and iterate over sorted keys"
		case below(path, "sync"), below(path, "golang.org/x/sync"):
			return "a world is one goroutine, and a lock that blocks would hang it; use a plain field, or what sim offers to wait for"
		}
		return ""
	})
})
