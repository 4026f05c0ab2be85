package sim

import (
	"fmt"
	"strconv"
	"strings"
)

// Deviation is one difference between a run's picks and those of its base schedule: where the base would let Actor make
// its Step-th step, counted from 1, Run runs instead.
type Deviation struct {
	Actor string
	Step  uint64
	Run   string // an actor, or [Others]
}

// Others in place of an actor's name stands for all others: the actor makes its step only when nobody else can run without
// time passing. It is what a delay-bounded schedule does, and one of it says as much as one deviation for each that runs
// before.
const Others = "others"

// String prints the deviation as [ParseDeviation] reads it: "r1.p0.worker1 #318 r1.p0.adapter0". Names of actors that
// hold spaces, such as "link r1.p0->persist", need no quotes: "#" and the number stand between the two.
func (d Deviation) String() string {
	return d.Actor + " #" + strconv.FormatUint(d.Step, 10) + " " + d.Run
}

// ParseDeviation reads what [Deviation.String] prints.
func ParseDeviation(text string) (Deviation, error) {
	actor, rest, _ := strings.Cut(strings.TrimSpace(text), " #")
	number, run, _ := strings.Cut(rest, " ")
	step, err := strconv.ParseUint(number, 10, 64)
	d := Deviation{Actor: strings.TrimSpace(actor), Step: step, Run: strings.TrimSpace(run)}
	if err != nil || step == 0 || d.Actor == "" || d.Run == "" {
		return Deviation{}, fmt.Errorf("sim: parse deviation %q: want ACTOR #STEP ACTOR", text)
	}
	return d, nil
}

// Deviations returns where the run's picks differ from those of [FIFO]. They are kept only if the world was made with
// RecordDeviations.
func (w *World) Deviations() []Deviation { return w.deviations }
