package environ

// Kind says what an object is.
type Kind uint8

// The kinds of objects.
const (
	KindSource Kind = iota
	KindMaterializedView
	KindIndex
	KindSink
)

// String returns the kind as plans write it.
func (k Kind) String() string {
	return [...]string{"source", "materialized-view", "index", "sink"}[k]
}

// readable says whether queries, indexes and sinks can read an object of the kind.
func (k Kind) readable() bool { return k == KindSource || k == KindMaterializedView }
