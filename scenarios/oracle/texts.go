package oracle

// texts is a queue of texts in one buffer, so that none of them is an allocation of its own. The buffer is used again
// whenever the queue has become empty.
type texts struct {
	buf  []byte
	ends []int // of each text in buf
	head int   // how many are gone
}

func (t *texts) push(text interface{ Append([]byte) []byte }) {
	t.buf = text.Append(t.buf)
	t.ends = append(t.ends, len(t.buf))
}

// first returns the first text, valid until the next push; false if there is none.
func (t *texts) first() ([]byte, bool) {
	if t.head == len(t.ends) {
		return nil, false
	}
	start := 0
	if t.head > 0 {
		start = t.ends[t.head-1]
	}
	return t.buf[start:t.ends[t.head]], true
}

func (t *texts) pop() {
	t.head++
	if t.head == len(t.ends) {
		t.buf, t.ends, t.head = t.buf[:0], t.ends[:0], 0
	}
}
