package sim

// fifo is a queue in a slice. The zero value is empty. Popped places are reused, so that a queue that stays short
// allocates nothing once it has grown.
type fifo[T any] struct {
	buf  []T
	head int
}

func (f *fifo[T]) len() int { return len(f.buf) - f.head }

func (f *fifo[T]) at(i int) *T { return &f.buf[f.head+i] }

func (f *fifo[T]) push(v T) {
	if len(f.buf) == cap(f.buf) && f.head > len(f.buf)/2 {
		f.compact()
	}
	f.buf = append(f.buf, v)
}

func (f *fifo[T]) compact() {
	n := copy(f.buf, f.buf[f.head:])
	clear(f.buf[n:])
	f.buf, f.head = f.buf[:n], 0
}

func (f *fifo[T]) pop() T {
	var zero T
	v := f.buf[f.head]
	f.buf[f.head] = zero
	f.head++
	if f.head == len(f.buf) {
		f.buf, f.head = f.buf[:0], 0
	}
	return v
}

// keep drops every element for which ok is false, in order.
func (f *fifo[T]) keep(ok func(T) bool) {
	n := 0
	for _, v := range f.buf[f.head:] {
		if ok(v) {
			f.buf[n] = v
			n++
		}
	}
	clear(f.buf[n:])
	f.buf, f.head = f.buf[:n], 0
}
