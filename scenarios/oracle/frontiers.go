package oracle

import (
	"fmt"

	"onelane.test/runtime/clusterd"
	"onelane.test/runtime/controller"
	"onelane.test/runtime/frontier"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
	"onelane.test/sim/trace"
)

// Frontiers demands of every reported frontier that it advances from report to report of one connection, the empty one
// being the last; that what is computed is not reported before its as_of (MaterializeInc/materialize#17681); and that
// nothing is reported to be further than it is. It looks at what each worker says, and at what reaches a controller.
type Frontiers struct {
	Base
	actual *actual
	asOf   map[reported]frontier.Antichain
	last   map[said]frontier.Antichain
	nonces map[controllers]protocol.Nonce
}

// controllers are those of one environment, as far as a replica is concerned.
type controllers struct {
	environment string
	served
}

// reported is a collection on a connection.
type reported struct {
	connection
	id query.ID
}

// said is one kind of frontier of a collection, as one worker tells it; a controller, that hears all of them, has no
// node.
type said struct {
	reported
	node   string
	worker int
	kind   string
}

// served is a replica's place in a controller.
type served struct{ plane, replica string }

// NewFrontiers returns the oracle.
func NewFrontiers(world Violator) *Frontiers {
	return &Frontiers{
		Base:   newBase("frontiers", "reported frontiers advance, from the as_of on, and never ahead of what is there", world),
		actual: newActual(),
		asOf:   map[reported]frontier.Antichain{},
		last:   map[said]frontier.Antichain{},
		nonces: map[controllers]protocol.Nonce{},
	}
}

// Observe compares every report with the one before it, and with the truth.
func (f *Frontiers) Observe(r *trace.Record) {
	f.actual.Observe(r)
	switch e := r.Event.(type) {
	case controller.ControllerSent:
		f.sent(connection{e.Plane.String(), e.Nonce}, e.Command)
	case controller.Connected:
		f.nonces[controllers{r.Node, served{e.Plane.String(), e.Replica}}] = e.Nonce
	case clusterd.Responded:
		f.responded(connection{e.Plane.String(), e.Nonce}, r.Node, e.Worker, e.Response)
	case controller.ControllerReceived:
		nonce := f.nonces[controllers{r.Node, served{e.Plane.String(), e.Replica}}]
		f.responded(connection{e.Plane.String(), nonce}, "", 0, e.Response)
	}
}

func (f *Frontiers) sent(c connection, command fmt.Stringer) {
	create, ok := command.(protocol.CreateDataflow)
	if !ok {
		return
	}
	for _, id := range create.Description.ExportIDs() {
		f.asOf[reported{c, id}] = create.Description.AsOf
	}
}

func (f *Frontiers) responded(c connection, node string, worker int, response protocol.Response) {
	id, ok := about(response)
	if !ok {
		return
	}
	report := func(kind string, at *frontier.Antichain, actual frontier.Antichain) {
		if at != nil {
			f.report(said{reported{c, id}, node, worker, kind}, *at, actual)
		}
	}
	switch e := response.(type) {
	case protocol.Frontiers:
		report("write", e.Write, f.actual.written(id))
		report("input", e.Input, f.actual.readable(id))
		report("output", e.Output, f.actual.readable(id))
	case protocol.FrontierUpper:
		report("upper", &e.Upper, f.actual.written(id))
	}
}

func (f *Frontiers) report(s said, at, actual frontier.Antichain) {
	f.looks++
	last, again := f.last[s]
	f.last[s] = at
	switch {
	case again && !last.Lt(at):
		f.Violatef("a reported frontier does not advance\n%s says %s after %s", s, at, last)
	case !again && !f.asOf[s.reported].Le(at):
		f.Violatef("a frontier is reported before the as_of\n%s says %s first, but its as_of is %s", s, at, f.asOf[s.reported])
	case !f.actual.dropped[s.id] && !at.Le(actual):
		f.Violatef("a frontier is reported that has not been reached\n%s says %s, but is at %s", s, at, actual)
	}
}

// String says who tells what.
func (s said) String() string {
	who := s.plane + " controller"
	if s.node != "" {
		who = fmt.Sprintf("%s worker %d", s.node, s.worker)
	}
	return fmt.Sprintf("%s, %s connection %s, %s of %s", who, s.plane, s.nonce, s.kind, s.id)
}
