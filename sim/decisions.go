package sim

import (
	"bytes"

	"github.com/cespare/xxhash/v2"
)

// decisions is where a world that records or replays comes by on its way to each of its decisions. What the streams and
// the schedule would decide is worked out in a replay too: so they are where they would be when the log ends.
type decisions struct {
	w      *World
	record *Log
	reader *logReader
	want   Entry // the next entry of the log that is replayed
	index  int   // its index
	first  *Divergence
}

// newDecisions returns nil for a world that neither records nor replays.
func (w *World) newDecisions() *decisions {
	if w.cfg.Record == nil && w.cfg.Replay == nil {
		return nil
	}
	if w.cfg.Record != nil && (w.cfg.Record.Len() > 0 || w.cfg.Record == w.cfg.Replay) {
		panic("sim: Config.Record must be an empty log")
	}
	d := &decisions{w: w, record: w.cfg.Record}
	if w.cfg.Replay != nil {
		d.reader = &logReader{log: w.cfg.Replay}
		d.want = d.reader.next()
	}
	return d
}

// over says whether nothing is decided any more: what a world does once it has stopped is no part of the run.
func (d *decisions) over() bool { return d.w.stop != nil || d.w.closed }

// step decides who makes the step, where own is the schedule's pick; -1 means nobody, because the world has stopped.
func (d *decisions) step(list []*Actor, own int) int {
	if d.reader != nil {
		place := own
		if d.want.Kind == EntryStep && d.want.Value < uint64(len(list)) {
			place = int(d.want.Value)
		}
		got := Entry{EntryStep, list[place].Name, uint64(len(list)), uint64(place), d.w.now}
		if d.want == got {
			own = place
			d.advance()
		} else if got.Label, got.Value = list[own].Name, uint64(own); d.leave(got, "") {
			return -1
		}
	}
	if d.record != nil {
		a := list[own]
		if a.label == 0 {
			a.label = 1 + d.record.intern(EntryStep, a.Name)
		}
		d.record.add(a.label-1, uint64(len(list)), uint64(own), d.w.now)
	}
	return own
}

// draw decides a draw below n, or of any number if n is 0, where own is what the stream itself has drawn.
func (d *decisions) draw(s *Stream, n, own uint64) uint64 {
	if d.over() {
		return own
	}
	if d.reader != nil {
		if d.want.Kind == EntryDraw && d.want.Label == s.name && d.want.Range == n {
			own = d.want.Value
			d.advance()
		} else {
			d.leave(Entry{Kind: EntryDraw, Label: s.name, Range: n, Value: own}, "")
		}
	}
	if d.record != nil && !d.over() {
		if s.label == 0 {
			s.label = 1 + d.record.intern(EntryDraw, s.name)
		}
		d.record.add(s.label-1, n, own, 0)
	}
	return own
}

// event holds an event against the log.
func (d *decisions) event(text []byte) {
	kind, _, _ := bytes.Cut(text, []byte(" "))
	sum := xxhash.Sum64(text)
	if d.reader != nil {
		if d.want.Kind == EntryEvent && d.want.Value == sum && d.want.Label == string(kind) {
			d.advance()
		} else {
			d.leave(Entry{Kind: EntryEvent, Label: string(kind), Value: sum}, string(text))
		}
	}
	if d.record != nil && !d.over() {
		label, ok := d.record.index[EntryEvent][string(kind)]
		if !ok {
			label = d.record.intern(EntryEvent, string(kind))
		}
		d.record.add(label, 0, sum, 0)
	}
}

func (d *decisions) advance() {
	d.index++
	d.want = d.reader.next()
}

// leave goes on without the log, because the run does something else than the log has or the log has ended, and says
// whether that stops the world.
func (d *decisions) leave(got Entry, text string) bool {
	d.reader = nil
	mode := d.w.cfg.ReplayMode
	if d.want.Kind == EntryEnd && mode != ReplayStrict {
		return false
	}
	d.first = d.divergence(got, text)
	if mode == ReplayLenient {
		return false
	}
	d.w.halt(&Stop{
		Kind: StopDivergence, Reason: d.first.what(), Signature: "divergence", Node: d.first.Node, Task: d.first.Task,
	})
	return true
}

func (d *decisions) divergence(got Entry, text string) *Divergence {
	w := d.w
	v := &Divergence{Index: d.index, Want: d.want, Got: got, Text: text, Step: w.steps, At: w.now}
	switch {
	case w.current != nil:
		v.Node, v.Task = w.current.node.name, w.current.name
	case w.origin != nil:
		v.Node = w.origin.name
	}
	return v
}
