package sim

import (
	"encoding/binary"
	"iter"
)

// Log is a run as the sequence of its decisions: every pick of an actor, every draw from a stream, and between them the
// events, which decide nothing but which a replay is held against. Draws of the schedule are left out, because its picks
// are in; so a log replays under any schedule, and under any seed.
//
// It is kept in a few bytes per entry. The zero value is an empty log.
type Log struct {
	labels []logLabel
	index  [EntryEvent + 1]map[string]uint32
	data   []byte
	count  int
	last   Time // of the last step
}

type logLabel struct {
	kind EntryKind
	name string
}

// EntryKind says what an entry of a log is.
type EntryKind uint8

const (
	// EntryEnd is no entry: what comes after the last one.
	EntryEnd EntryKind = iota
	// EntryStep is the pick of the actor that makes a step.
	EntryStep
	// EntryDraw is a number drawn from a stream.
	EntryDraw
	// EntryEvent is an event that was emitted.
	EntryEvent
)

// Entry is one decision, or one event.
type Entry struct {
	// Kind says which of the fields mean something.
	Kind EntryKind
	// Label is the name of the actor or stream, or the first word of the event.
	Label string
	// Range is how many values there were to choose from; 0 stands for 2^64. An event has none.
	Range uint64
	// Value is the actor's place among those enabled, in the order of Ready; the number drawn; or the hash of the event's
	// text.
	Value uint64
	// At is the time of a step.
	At Time
}

// Choice says whether the entry could have been another.
func (e Entry) Choice() bool {
	return e.Kind == EntryStep && e.Range > 1 || e.Kind == EntryDraw && e.Range != 1
}

// Len returns the number of entries.
func (l *Log) Len() int { return l.count }

// Size returns the number of bytes in which the entries are kept.
func (l *Log) Size() int { return len(l.data) }

// All returns the entries in order, each with its index.
func (l *Log) All() iter.Seq2[int, Entry] {
	return func(yield func(int, Entry) bool) {
		r := logReader{log: l}
		for i := 0; ; i++ {
			if e := r.next(); e.Kind == EntryEnd || !yield(i, e) {
				return
			}
		}
	}
}

// Prefix returns a log of the first n entries, or of all if there are no more.
func (l *Log) Prefix(n int) *Log {
	p := &Log{}
	for i, e := range l.All() {
		if i == n {
			break
		}
		p.Append(e)
	}
	return p
}

// Append adds an entry. It panics if there is no such kind, or a step lies before the one that it follows.
func (l *Log) Append(e Entry) {
	if e.Kind == EntryEnd || e.Kind > EntryEvent {
		panic("sim: Log.Append: no such kind of entry")
	}
	label, ok := l.index[e.Kind][e.Label]
	if !ok {
		label = l.intern(e.Kind, e.Label)
	}
	l.add(label, e.Range, e.Value, e.At)
}

// intern numbers a label that is not in the log yet.
func (l *Log) intern(kind EntryKind, name string) uint32 {
	if l.index[kind] == nil {
		l.index[kind] = make(map[string]uint32)
	}
	label := uint32(len(l.labels))
	l.labels = append(l.labels, logLabel{kind, name})
	l.index[kind][name] = label
	return label
}

// add appends an entry: its label, and what an entry of that kind has beyond it. Times are kept as what passed since the
// step before.
func (l *Log) add(label uint32, n, value uint64, at Time) {
	b := binary.AppendUvarint(l.data, uint64(label))
	switch l.labels[label].kind {
	case EntryStep:
		if at < l.last {
			panic("sim: Log.Append: a step lies before the one that it follows")
		}
		b = binary.AppendUvarint(b, uint64(at-l.last))
		b = binary.AppendUvarint(b, n)
		b = binary.AppendUvarint(b, value)
		l.last = at
	case EntryDraw:
		b = binary.AppendUvarint(b, n)
		b = binary.AppendUvarint(b, value)
	case EntryEvent:
		b = binary.LittleEndian.AppendUint64(b, value)
	}
	l.data = b
	l.count++
}

// logReader reads the entries one after another.
type logReader struct {
	log    *Log
	offset int
	last   Time
}

// next returns the next entry, one of kind [EntryEnd] behind the last.
func (r *logReader) next() Entry {
	if r.offset == len(r.log.data) {
		return Entry{}
	}
	label := r.log.labels[r.uvarint()]
	e := Entry{Kind: label.kind, Label: label.name}
	switch e.Kind {
	case EntryStep:
		r.last += Time(r.uvarint())
		e.At, e.Range, e.Value = r.last, r.uvarint(), r.uvarint()
	case EntryDraw:
		e.Range, e.Value = r.uvarint(), r.uvarint()
	case EntryEvent:
		e.Value = binary.LittleEndian.Uint64(r.log.data[r.offset:])
		r.offset += 8
	}
	return e
}

func (r *logReader) uvarint() uint64 {
	v, n := binary.Uvarint(r.log.data[r.offset:])
	r.offset += n
	return v
}
