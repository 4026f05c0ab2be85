package faults

import (
	"fmt"
	"strconv"
	"time"

	"onelane.test/faults/words"
	"onelane.test/sim"
)

// Command is one that a controller sends to a replica: which one it is on its connection.
type Command struct {
	Plane   Plane
	Replica string
	Index   int  // from 0, the Hello
	Last    bool // of the initial commands: InitializationComplete
}

// Last stands for the index of InitializationComplete, which depends on how much there is to say before.
const Last = -1

// maxIndex bounds the number of a command, drawnIndex those that are drawn.
const maxIndex, drawnIndex = 1 << 20, 24

// settle is how much longer than until its end a pause is in which something is to happen.
const settle = time.Millisecond

// Stall answers a controller that is about to send a command for how long it pauses before.
func (in *Injector) Stall(c Command) time.Duration {
	if f, r := find(in, func(f CutAt) bool { return f.Pause > 0 && f.waitsFor(c) }); r != nil {
		in.soon(r, f.Pause, func() { in.Begin(f.cut()) })
		return f.Pause + settle
	}
	s, r := find(in, func(s StallAt) bool { return s.Plane == c.Plane && s.Replica == c.Replica && c.at(s.Index) })
	if r == nil {
		return 0
	}
	in.active = without(in.active, r)
	in.env.World.Emit(Ended{Fault: r.String()})
	in.fire(r)
	if s.Length > 0 {
		return s.Length
	}
	return max(0, sim.Time(s.Until).Sub(in.env.World.Now()))
}

// at reports whether a fault that waits for an index waits for this command.
func (c Command) at(index int) bool { return c.Index == index || c.Last && index == Last }

// readIndex takes index=, a number or the word last.
func readIndex(a *words.Args) int {
	value := a.Need("index", "NUMBER or last")
	if value == "last" {
		return Last
	}
	n, err := strconv.Atoi(value)
	if err != nil || n < 0 || n > maxIndex {
		a.Fail("index="+value, fmt.Sprintf("index= a whole number from 0 to %d, or last", maxIndex))
	}
	return n
}

func formatIndex(index int) string {
	if index == Last {
		return "index=last"
	}
	return "index=" + strconv.Itoa(index)
}

// Sent tells the injector that a controller is about to send a command.
func (in *Injector) Sent(c Command) {
	if f, r := find(in, func(f CutAt) bool { return f.Pause == 0 && f.waitsFor(c) }); r != nil {
		in.soon(r, 0, func() { in.Begin(f.cut()) })
	}
	if f, r := find(in, func(f HoldAt) bool { return f.Plane == c.Plane && replicaOf(f.Process) == c.Replica && c.at(f.Index) }); r != nil {
		in.soon(r, 0, func() { in.Begin(OneWay{From: Environment, To: f.Process, For: f.Length}) })
	}
	if f, r := find(in, func(f KillSetAt) bool { return f.waitsFor(c) }); r != nil {
		in.soon(r, f.After, func() { in.Begin(KillSet{Processes: f.Processes}) })
	}
}
