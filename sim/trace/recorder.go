package trace

import "fmt"

// Recorder keeps every line of a trace, to be compared with another run's.
type Recorder struct {
	text []byte
	ends []int
}

// Observe keeps the record's line.
func (r *Recorder) Observe(rec *Record) {
	r.text = AppendLine(r.text, rec)
	r.ends = append(r.ends, len(r.text))
}

// Len returns the number of lines.
func (r *Recorder) Len() int { return len(r.ends) }

// Line returns line i, counted from 0.
func (r *Recorder) Line(i int) string {
	start := 0
	if i > 0 {
		start = r.ends[i-1]
	}
	return string(r.text[start:r.ends[i]])
}

// Divergence is the first difference of two traces.
type Divergence struct {
	// Index is the number of the line, counted from 0, that differs.
	Index int
	// Want and Got are the two lines; empty where a trace has ended.
	Want, Got string
}

// String says what differs in one line.
func (d *Divergence) String() string {
	return fmt.Sprintf("event %d: want %s, got %s", d.Index, orEnd(d.Want), orEnd(d.Got))
}

func orEnd(line string) string {
	if line == "" {
		return "the end of the trace"
	}
	return fmt.Sprintf("%q", line)
}

// Compare returns the first difference between the two traces, nil if there is none.
func Compare(want, got *Recorder) *Divergence {
	for i := range max(want.Len(), got.Len()) {
		var d Divergence
		if i < want.Len() {
			d.Want = want.Line(i)
		}
		if i < got.Len() {
			d.Got = got.Line(i)
		}
		if d.Want != d.Got {
			d.Index = i
			return &d
		}
	}
	return nil
}
