package faults

import (
	"strings"

	"onelane.test/faults/words"
)

// KillSet ends several processes of one replica in the same instant, as a machine that goes away does.
type KillSet struct {
	// Processes are their names, joined by commas and in order.
	Processes string
}

func killSetKind() Kind {
	return Kind{
		Name:  "kill-set",
		Usage: "kill-set PROCESS,PROCESS…",
		Doc:   "Ends several processes of a replica at once; each is started again after a drawn delay.",
		parse: func(a *words.Args) Fault {
			return KillSet{Processes: a.Word("processes of one replica such as r1.p0,r1.p2")}
		},
		draw: func(d *drawer) (Fault, bool) {
			drawn := d.processes()
			return KillSet{Processes: drawn}, drawn != ""
		},
	}
}

// processes draws processes of one replica, joined by commas; none is "".
func (d *drawer) processes() string {
	replica := d.src.IntN("kill-set/replica", d.site.Replicas)
	var drawn []string
	for process := range d.site.Processes {
		if d.src.Chance("kill-set/process", 1, 2) {
			drawn = append(drawn, ProcessName(replica, process))
		}
	}
	return strings.Join(drawn, ",")
}

// Kind implements [Fault].
func (KillSet) Kind() string { return "kill-set" }

// String implements [Fault].
func (k KillSet) String() string { return text(0, "kill-set", k.Processes) }

// Span implements [Fault].
func (KillSet) Span() Span { return Span{} }

func (k KillSet) names() []string { return strings.Split(k.Processes, ",") }
func (k KillSet) target() string  { return "node " + k.Processes }

func (k KillSet) check(site Site) error {
	last := ""
	for _, name := range k.names() {
		if err := oneOf(name, site.ProcessNames()); err != nil {
			return err
		}
		if last != "" && (replicaOf(name) != replicaOf(last) || name <= last) {
			return &words.Error{Word: k.Processes, Want: "processes of one replica, each once and in order"}
		}
		last = name
	}
	return nil
}

func (k KillSet) begin(in *Injector) (any bool) {
	for _, name := range k.names() {
		if node := in.node(name); node.Alive() {
			node.Kill(k.String())
			any = true
		}
	}
	return any
}

func (KillSet) end(*Injector) {}
