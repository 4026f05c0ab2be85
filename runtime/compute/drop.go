package compute

import (
	"slices"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
)

// allowCompaction lets an index forget times, and with the empty frontier drops a collection.
func (s *State) allowCompaction(id query.ID, to frontier.Antichain) {
	if to.IsEmpty() {
		s.drop(id)
		return
	}
	if c := s.collection(id); c != nil && c.hold != nil {
		c.hold.Downgrade(to)
	}
}

// drop removes a collection, and its dataflow with the last export of it. The controller hears at once that the
// collection is over, as far as it has not heard so before: the dataflow cannot read its inputs any more, at least on
// this worker.
func (s *State) drop(id query.ID) {
	i, ok := s.find(id)
	if !ok {
		s.panic("dropped untracked collection %s", id)
	}
	c := s.collections[i]
	s.collections = slices.Delete(s.collections, i, i+1)
	c.release()
	if c.flow.live--; c.flow.live == 0 {
		c.flow.rendered.Drop()
	} else {
		c.resume()
	}
	s.worker.Task().Emit(Removed{Worker: s.worker.Index(), ID: id})
	s.report(c, frontiersOf(frontier.Empty()))
}

// release gives up what the collection itself holds: its trace handle, its right to write.
func (c *collection) release() {
	if c.hold != nil {
		c.hold.Release()
		c.hold = nil
	}
	c.closeSink()
}

func (c *collection) closeSink() {
	if c.export.Sink != nil {
		c.export.Sink.Close()
	}
}

// report tells the controller the frontiers that are news to it.
func (s *State) report(c *collection, f [numKinds]frontier.Antichain) {
	if !c.reported.news(f) {
		return
	}
	said := f // to be pointed into by the response
	response := protocol.Frontiers{
		ID:    c.id,
		Write: c.reported.advance(kindWrite, &said), Input: c.reported.advance(kindInput, &said),
		Output: c.reported.advance(kindOutput, &said),
	}
	s.worker.Task().Emit(FrontierReported{Worker: s.worker.Index(), Frontiers: response})
	s.respond(response)
}
