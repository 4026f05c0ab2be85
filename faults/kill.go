package faults

import "onelane.test/faults/words"

// Kill ends a node at once: a process of a replica, or the environment. The runner starts it again after a while.
type Kill struct {
	Node string
}

func killKind() Kind {
	return Kind{
		Name:  "kill",
		Usage: "kill PROCESS|env",
		Doc:   "Ends a process or the environment at once; it is started again after a drawn delay.",
		parse: func(a *words.Args) Fault { return Kill{Node: a.Word("a process such as r1.p0, or env")} },
		draw: func(d *drawer) (Fault, bool) {
			if d.src.Chance("kill/env", 1, 4) {
				return Kill{Node: Environment}, true
			}
			return Kill{Node: d.process()}, true
		},
	}
}

// Kind implements [Fault].
func (Kill) Kind() string { return "kill" }

// String implements [Fault].
func (k Kill) String() string { return text(0, "kill", k.Node) }

// Span implements [Fault].
func (Kill) Span() Span { return Span{} }

func (k Kill) target() string { return "node " + k.Node }

func (k Kill) check(site Site) error {
	return oneOf(k.Node, append(site.ProcessNames(), Environment))
}

func (k Kill) begin(in *Injector) bool {
	node := in.node(k.Node)
	if !node.Alive() {
		return false
	}
	node.Kill(k.String())
	return true
}

func (Kill) end(*Injector) {}
