package sim

// entry is a place in the world's calendar. It is part of what it wakes, so that setting a timer allocates nothing.
type entry struct {
	at    Time
	seq   uint64 // breaks ties: what was set first falls due first
	index int    // place in the heap, counted from 1; 0 when the entry is not in it
	owner interface{ due() }
}

func (e *entry) pending() bool { return e.index > 0 }

// timerHeap is a binary heap of entries by (at, seq). Times stand in the slice itself: a comparison that had to look
// into the entry would miss the cache at every level.
type timerHeap struct {
	items []timerItem
	seq   uint64
}

type timerItem struct {
	at  Time
	seq uint64
	e   *entry
}

func (i timerItem) before(j timerItem) bool { return i.at < j.at || i.at == j.at && i.seq < j.seq }

func (h *timerHeap) next() (Time, bool) {
	if len(h.items) == 0 {
		return 0, false
	}
	return h.items[0].at, true
}

// set puts the entry in at the given time; it must not be in already.
func (h *timerHeap) set(e *entry, at Time) {
	h.seq++
	e.at, e.seq = at, h.seq
	h.items = append(h.items, timerItem{at, h.seq, e})
	h.up(len(h.items) - 1)
}

// cancel takes the entry out, if it is in.
func (h *timerHeap) cancel(e *entry) {
	if !e.pending() {
		return
	}
	i, last := e.index-1, len(h.items)-1
	e.index = 0
	moved := h.items[last]
	h.items[last] = timerItem{}
	h.items = h.items[:last]
	if i == last {
		return
	}
	h.put(i, moved)
	h.down(i)
	h.up(moved.e.index - 1)
}

// popDue takes out the first entry if it is due by now, otherwise returns nil.
func (h *timerHeap) popDue(now Time) *entry {
	if len(h.items) == 0 || h.items[0].at > now {
		return nil
	}
	e := h.items[0].e
	h.cancel(e)
	return e
}

func (h *timerHeap) put(i int, item timerItem) {
	h.items[i] = item
	item.e.index = i + 1
}

func (h *timerHeap) up(i int) {
	item := h.items[i]
	for i > 0 {
		parent := (i - 1) / 2
		if !item.before(h.items[parent]) {
			break
		}
		h.put(i, h.items[parent])
		i = parent
	}
	h.put(i, item)
}

func (h *timerHeap) down(i int) {
	item := h.items[i]
	for {
		child := 2*i + 1
		if child >= len(h.items) {
			break
		}
		if right := child + 1; right < len(h.items) && h.items[right].before(h.items[child]) {
			child = right
		}
		if !h.items[child].before(item) {
			break
		}
		h.put(i, h.items[child])
		i = child
	}
	h.put(i, item)
}

func (h *timerHeap) len() int { return len(h.items) }
