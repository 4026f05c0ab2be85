package render

import (
	"onelane.test/runtime/fail"
	"onelane.test/runtime/timely"
)

// order returns the order in which n imports are built: that of the description. A failpoint makes it one that each
// worker has for itself, as the order of a hash map is (MaterializeInc/materialize#6794).
func (r *renderer) order(n int) []int {
	t := r.worker.Task()
	if n > 1 && fail.On(t, fail.UnorderedImports) {
		return t.Stream("hash order of " + t.Name()).Perm(n)
	}
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	return order
}

// localised returns the stream of an index as it is. A failpoint puts an exchange behind it on those workers that have
// rows of the index (MaterializeInc/materialize#11341).
func (r *renderer) localised(s *timely.Scope, trace *Trace, in timely.Stream) timely.Stream {
	if trace.holdsRows() && fail.On(r.worker.Task(), fail.LocalTopology) {
		return stage(s, in)
	}
	return in
}
