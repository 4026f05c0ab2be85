package timely

import (
	"onelane.test/runtime/fail"
	"onelane.test/sim"
)

// registry holds the channels between the workers of one process, by number alone. The first worker to ask makes the
// ends of all workers, of the type that it asks for; an entry goes when every worker has taken its end.
type registry struct {
	process *Process
	entries map[int]*shares
}

// shares are the ends of one channel that are still to be taken.
type shares struct {
	typ   string
	ends  []*endpoint // all of them: each taker sends to all
	taken []bool
	left  int
}

// take gives a worker its end of channel id, at ends[local], and those of its local peers.
func (r *registry) take(t *sim.Task, local, id int, kind kind, typ string) (ends []*endpoint) {
	t.FinePoint(r.access(id))
	entry := r.entries[id]
	if fail.On(t, fail.RegistryRace) {
		t.Point(r.access(id)) // to look and to enter are two steps then
	}
	if entry == nil {
		entry = r.enter(id, kind, typ)
	}
	if entry.typ != typ {
		t.Exit(sim.ExitPanic, "failed to correctly cast channel %d: it carries %s, not %s", id, entry.typ, typ)
	}
	if entry.taken[local] {
		t.Exit(sim.ExitPanic, "channel %d already consumed", id)
	}
	entry.taken[local] = true
	if entry.left--; entry.left == 0 {
		delete(r.entries, id)
	}
	return entry.ends
}

// access is the use of one channel's entry, which is a part of the process's object behind the mailboxes.
func (r *registry) access(id int) sim.Access {
	return sim.Write(r.process.object).Part(1 + r.process.cfg.Workers + id)
}

func (r *registry) enter(id int, kind kind, typ string) *shares {
	n := r.process.cfg.Workers
	entry := &shares{typ: typ, ends: make([]*endpoint, n), taken: make([]bool, n), left: n}
	for i, mail := range r.process.mail {
		entry.ends[i] = &endpoint{id: id, kind: kind, typ: typ, mail: mail}
	}
	if r.entries == nil {
		r.entries = make(map[int]*shares)
	}
	r.entries[id] = entry
	return entry
}
