package sim

import (
	"fmt"
	"strings"
)

// ReplayMode says what a world does where its log does not tell it what to do.
type ReplayMode int

const (
	// ReplayPrefix stops the world with [StopDivergence] at the first choice or event that differs from the log. Beyond
	// the end of the log it goes on with its streams and schedule, which have come as far as they would have without.
	ReplayPrefix ReplayMode = iota
	// ReplayStrict takes the end of the log for a difference, too.
	ReplayStrict
	// ReplayLenient never stops: from the first difference on the streams and the schedule decide. [World.Divergence]
	// tells of it.
	ReplayLenient
)

// Divergence is the first difference between a replay and its log.
type Divergence struct {
	// Index is the place of the entry in the log, counted from 0.
	Index int
	// Want is the log's entry, of kind [EntryEnd] if the log has ended. Got is what the run does instead.
	Want, Got Entry
	// Text is the run's event, if Got is one.
	Text string
	// Step and At say when, Node and Task who; they are empty where the schedule or the driver decides.
	Step       uint64
	At         Time
	Node, Task string
}

// String says in one line when, where and what.
func (d *Divergence) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "at step %d, %s, ", d.Step, d.At)
	if d.Node != "" {
		b.WriteString("in " + d.Node)
		if d.Task != "" {
			b.WriteString("." + d.Task)
		}
		b.WriteString(", ")
	}
	return b.String() + d.what()
}

func (d *Divergence) what() string {
	text := fmt.Sprintf("entry %d: the log has %q, the run has %q", d.Index, d.Want, d.Got)
	if d.Text != "" {
		text += fmt.Sprintf(", which is %q", d.Text)
	}
	return text
}

// Divergence returns the first difference between this run and the log that it replays, nil if there was none so far.
func (w *World) Divergence() *Divergence {
	if w.decisions == nil {
		return nil
	}
	return w.decisions.first
}

// Replayed returns how many entries of the log this run has followed. A run that ends in order without having come to
// the end of the log ended early.
func (w *World) Replayed() int {
	if w.decisions == nil {
		return 0
	}
	return w.decisions.index
}
