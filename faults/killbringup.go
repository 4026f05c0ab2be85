package faults

import (
	"time"

	"onelane.test/faults/words"
)

// KillBringUp ends a process a moment after its next start, while it looks for the others of its replica. The others are
// left with a peer that came and went.
type KillBringUp struct {
	Process string
	After   time.Duration
	For     time.Duration
}

func killBringUpKind() Kind {
	return Kind{
		Name:  "kill-bring-up",
		Usage: "kill-bring-up PROCESS after=DURATION [for=DURATION]",
		Doc:   "Ends a process, once, so long after its next start: while the replica's processes find each other.",
		parse: func(a *words.Args) Fault {
			return KillBringUp{
				Process: a.Word("a process such as r1.p0"), After: a.Duration("after", 0), For: readFor(a),
			}
		},
		draw: func(d *drawer) (Fault, bool) {
			return KillBringUp{Process: d.process(), After: d.delay(100 * time.Millisecond), For: d.length()}, true
		},
	}
}

// started tells the injector that a process has been started.
func (in *Injector) started(process string) {
	k, r := find(in, func(k KillBringUp) bool { return k.Process == process })
	if r == nil {
		return
	}
	node := in.node(process)
	incarnation := node.Incarnation()
	in.soon(r, k.After, func() {
		if node.Alive() && node.Incarnation() == incarnation {
			node.Kill(k.String())
		}
	})
}

// Kind implements [Fault].
func (KillBringUp) Kind() string { return "kill-bring-up" }

// String implements [Fault].
func (k KillBringUp) String() string {
	return text(k.For, "kill-bring-up", k.Process, "after="+words.FormatDuration(k.After))
}

// Span implements [Fault].
func (k KillBringUp) Span() Span { return lasting(k.For) }

func (k KillBringUp) target() string        { return "start " + k.Process }
func (k KillBringUp) check(site Site) error { return oneOf(k.Process, site.ProcessNames()) }
func (KillBringUp) begin(*Injector) bool    { return false }
func (KillBringUp) end(*Injector)           {}
