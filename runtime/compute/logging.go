package compute

import "onelane.test/runtime/timely"

// renderLogging builds the dataflow of introspection. Only its construction is modelled, which takes up identifiers
// like any other: its sources hold their capabilities for ever and emit nothing. So it never completes, and its
// collections, which nobody reads here, stay at the minimum.
func renderLogging(w *timely.Worker) {
	w.Dataflow("logging", func(s *timely.Scope) {
		logs(s, "timely", "operates", "channels", "elapsed", "messages", "parks")
		logs(s, "reachability", "reachability")
		logs(s, "differential", "batches", "records", "sharing")
		logs(s, "compute", "exports", "frontiers", "peeks", "dependencies")
	})
}

// logs builds the source of one kind of events, in a scope of its own, with an arrangement for each collection.
func logs(s *timely.Scope, source string, collections ...string) {
	s.Region(source, func(s *timely.Scope) {
		b := s.Operator(source + "_log")
		events := b.Output(source + "_event")
		events.Initial()
		b.Build(func(*timely.Op) {})
		for _, name := range collections {
			arrangeLog(s, name, events.Stream())
		}
	})
}

func arrangeLog(s *timely.Scope, name string, events timely.Stream) {
	b := s.Operator("arrange(" + name + ")")
	b.Input(events, timely.Exchange(func(data any, _ int, give func(int, any)) { give(0, data) }))
	b.Output("batches")
	b.Build(func(*timely.Op) {})
}
