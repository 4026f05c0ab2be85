package faults

import (
	"time"

	"onelane.test/faults/words"
)

// KillSetAt ends several processes of one replica in the same instant, once: a while after a controller has come to a
// certain command of a connection, or after all processes of the replica are alive and look for each other.
type KillSetAt struct {
	// Moment is the plane whose controller is waited for, or [BringUp].
	Moment Plane
	// Processes are their names, joined by commas and in order.
	Processes string
	// Index counts the commands of a connection from 0, the Hello, or is [Last]; a bring-up has none.
	Index int
	After time.Duration
}

// BringUp stands for the moment in which the last of a replica's processes has been started.
const BringUp Plane = "bring-up"

func killSetAtKind() Kind {
	return Kind{
		Name:  "kill-set-at",
		Usage: "kill-set-at compute|storage|bring-up PROCESS,PROCESS… [index=N|last] after=DURATION",
		Doc:   "Ends processes of a replica at once, so long after a controller's Nth command or the last process's start.",
		parse: func(a *words.Args) Fault {
			k := KillSetAt{
				Moment:    Plane(a.OneOf(string(Compute), string(Storage), string(BringUp))),
				Processes: a.Word("processes of one replica such as r1.p0,r1.p2"),
			}
			if k.Moment != BringUp {
				k.Index = readIndex(a)
			}
			k.After = a.Duration("after", 0)
			return k
		},
		draw: func(d *drawer) (Fault, bool) {
			moment := pick(d, "plane", []Plane{Compute, Storage, BringUp})
			index := 0
			if moment != BringUp {
				index = d.src.IntN("kill-set-at/index", drawnIndex)
			}
			drawn := d.processes()
			return KillSetAt{Moment: moment, Processes: drawn, Index: index, After: d.delay(50 * time.Millisecond)}, drawn != ""
		},
	}
}

func (k KillSetAt) set() KillSet    { return KillSet{Processes: k.Processes} }
func (k KillSetAt) replica() string { return replicaOf(k.Processes) }

func (k KillSetAt) waitsFor(c Command) bool {
	return k.Moment == c.Plane && k.replica() == c.Replica && c.at(k.Index)
}

// joining tells the injector that a process has been started, perhaps as the last of its replica.
func (in *Injector) joining(process string) {
	k, r := find(in, func(k KillSetAt) bool { return k.Moment == BringUp && k.replica() == replicaOf(process) })
	if r == nil {
		return
	}
	for _, other := range in.others(process) {
		if !in.node(other).Alive() {
			return
		}
	}
	in.soon(r, k.After, func() { in.Begin(k.set()) })
}

// Kind implements [Fault].
func (KillSetAt) Kind() string { return "kill-set-at" }

// String implements [Fault].
func (k KillSetAt) String() string {
	after := "after=" + words.FormatDuration(k.After)
	if k.Moment == BringUp {
		return text(0, "kill-set-at", string(k.Moment), k.Processes, after)
	}
	return text(0, "kill-set-at", string(k.Moment), k.Processes, formatIndex(k.Index), after)
}

// Span implements [Fault].
func (KillSetAt) Span() Span { return lasting(0) }

func (k KillSetAt) target() string        { return "kill at " + string(k.Moment) + " " + k.replica() }
func (k KillSetAt) check(site Site) error { return k.set().check(site) }
func (KillSetAt) begin(*Injector) bool    { return false }
func (KillSetAt) end(*Injector)           {}
