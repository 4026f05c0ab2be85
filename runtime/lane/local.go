package lane

// local is a queue that only the worker's thread touches.
type local[T any] struct {
	name  string
	items []T
}

func (q *local[T]) push(item T) {
	q.items = append(q.items, item)
}

func (q *local[T]) pop() (item T, ok bool) {
	if len(q.items) == 0 {
		return item, false
	}
	item = q.items[0]
	q.items = q.items[1:]
	return item, true
}

// Len and Name make the queue one whose length is reported when the worker parks.
func (q *local[T]) Len() int     { return len(q.items) }
func (q *local[T]) Name() string { return q.name }
