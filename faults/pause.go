package faults

import (
	"time"

	"onelane.test/faults/words"
)

// Pause makes a process stand still, all its tasks and timers, as SIGSTOP or a stalled virtual machine does. Its
// connections stay up, and its peers hear nothing. A process that is started meanwhile is not paused.
type Pause struct {
	Node string
	For  time.Duration
}

func pauseKind() Kind {
	return Kind{
		Name:  "pause",
		Usage: "pause PROCESS|env [for=DURATION]",
		Doc:   "Makes a process stand still as a stopped one does: it takes nothing, does nothing, and says nothing.",
		parse: func(a *words.Args) Fault {
			return Pause{Node: a.Word("a process such as r1.p0, or env"), For: readFor(a)}
		},
		draw: func(d *drawer) (Fault, bool) {
			f := Pause{Node: d.process(), For: d.length()}
			if d.src.Chance("pause/env", 1, 4) {
				f.Node = Environment
			}
			return f, true
		},
	}
}

// Kind implements [Fault].
func (Pause) Kind() string { return "pause" }

// String implements [Fault].
func (p Pause) String() string { return text(p.For, "pause", p.Node) }

// Span implements [Fault].
func (p Pause) Span() Span { return lasting(p.For) }

func (p Pause) target() string { return "process " + p.Node }

func (p Pause) check(site Site) error {
	return oneOf(p.Node, append(site.ProcessNames(), Environment))
}

func (p Pause) begin(in *Injector) bool {
	node := in.node(p.Node)
	node.Pause()
	return node.Paused()
}

func (p Pause) end(in *Injector) { in.node(p.Node).Resume() }
