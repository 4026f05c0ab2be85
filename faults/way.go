package faults

import (
	"strings"

	"onelane.test/faults/words"
)

// readWay takes a direction, NODE->NODE.
func readWay(a *words.Args) (from, to string) {
	const want = "two different nodes such as r1.p0->env"
	word := a.Word(want)
	from, to, ok := strings.Cut(word, "->")
	if word != "" && (!ok || from == "" || to == "" || from == to) {
		a.Fail(word, want)
	}
	return from, to
}

// checkWay returns an error unless both nodes are processes or the environment.
func checkWay(site Site, from, to string) error {
	nodes := append(site.ProcessNames(), Environment)
	if err := oneOf(from, nodes); err != nil {
		return err
	}
	return oneOf(to, nodes)
}

// way draws a direction between the environment and a process.
func (d *drawer) way() (from, to string) {
	process := d.process()
	if d.src.Chance("way/to-process", 1, 2) {
		return Environment, process
	}
	return process, Environment
}

// connected reports whether there is a connection between two nodes for a fault to act on.
func (in *Injector) connected(a, b string) bool { return in.link(a, b).Conns() > 0 }
