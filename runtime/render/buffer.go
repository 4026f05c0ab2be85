package render

import (
	"sort"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/query"
	"onelane.test/runtime/timely"
)

// buffer keeps updates until their times are complete, and holds a capability of the operator's output for them.
type buffer struct {
	out     *timely.Output
	updates []query.Update
	held    *timely.Capability
	taken   frontier.Antichain // up to where complete was asked before
}

// add takes in what came with a message at the given time.
func (b *buffer) add(at frontier.Time, updates []query.Update) {
	if len(updates) == 0 {
		return
	}
	b.updates = append(b.updates, updates...)
	if b.held == nil {
		b.held = b.out.Hold(at)
	} else if at < b.held.Time() {
		earlier := b.out.Hold(at)
		b.held.Drop()
		b.held = earlier
	}
}

// complete hands over, consolidated and in the order of times, the updates at times that the frontier has passed. What
// emit sends at the time of its argument is justified; afterwards only the times of the rest are held. If the frontier
// has not moved since the last time, nothing happens.
func (b *buffer) complete(f frontier.Antichain, emit func(at frontier.Time, updates []query.Update)) {
	if !b.taken.Lt(f) {
		return
	}
	b.taken = f
	if len(b.updates) == 0 {
		b.release()
		return
	}
	b.updates = query.Consolidate(b.updates)
	n := sort.Search(len(b.updates), func(i int) bool { return f.LessEqual(b.updates[i].Time) })
	if n > 0 {
		emit(b.held.Time(), b.updates[:n])
		b.updates = append(b.updates[:0:0], b.updates[n:]...)
	}
	b.release()
}

// release gives up the capability as far as no update needs it.
func (b *buffer) release() {
	switch {
	case b.held == nil:
	case len(b.updates) == 0:
		b.held.Drop()
		b.held = nil
	default:
		b.held.Downgrade(max(b.held.Time(), b.updates[0].Time))
	}
}
