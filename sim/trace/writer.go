package trace

import "io"

// Writer writes each record as a line of text.
type Writer struct {
	out  io.Writer
	line []byte
	err  error
}

// NewWriter returns an observer that writes to out. It does not buffer.
func NewWriter(out io.Writer) *Writer { return &Writer{out: out} }

// Observe writes the record's line. After the first error it writes nothing more.
func (w *Writer) Observe(r *Record) {
	if w.err != nil {
		return
	}
	w.line = append(AppendLine(w.line[:0], r), '\n')
	_, w.err = w.out.Write(w.line)
}

// Err returns the first error of the underlying writer.
func (w *Writer) Err() error { return w.err }
