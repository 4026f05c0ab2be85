package environ

import (
	"slices"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
	"onelane.test/sim"
)

type computeHandler = queueHandler[protocol.ComputeCommand, protocol.ComputeResponse]

// fakeCompute is the compute side of a replica. As in a real one all commands but Hello reach only process 0, and every
// process answers, each on the connection that process 0 has too.
type fakeCompute struct {
	current     []*computeHandler // by process
	initialized bool
	pending     []protocol.ComputeCommand
	running     []*fakeDataflow
}

type fakeDataflow struct {
	id        query.ID
	asOf      frontier.Time
	scheduled bool
	said      []*computeHandler // where its frontier was reported
}

func newFakeCompute(processes int) fakeCompute {
	return fakeCompute{current: make([]*computeHandler, processes)}
}

func (c *fakeCompute) hear(t *sim.Task, process int, h *computeHandler, command protocol.ComputeCommand) {
	c.current[process] = h
	if _, hello := command.(protocol.ComputeHello); hello && process == 0 {
		c.initialized, c.pending, c.running = false, nil, nil
	}
	if process == 0 {
		c.lead(t, command)
	}
	c.report(t)
}

func (c *fakeCompute) over(process int, h *computeHandler) {
	if c.current[process] == h {
		c.current[process] = nil
	}
}

func (c *fakeCompute) lead(t *sim.Task, command protocol.ComputeCommand) {
	_, complete := command.(protocol.ComputeInitializationComplete)
	if !c.initialized && !complete {
		c.pending = append(c.pending, command)
		return
	}
	c.initialized = true
	for _, earlier := range append(c.pending, command) {
		c.do(t, earlier)
	}
	c.pending = nil
}

func (c *fakeCompute) do(t *sim.Task, command protocol.ComputeCommand) {
	switch command := command.(type) {
	case protocol.CreateDataflow:
		asOf, _ := command.Description.AsOf.Time()
		for _, id := range command.Description.ExportIDs() {
			c.running = append(c.running, &fakeDataflow{id: id, asOf: asOf})
		}
	case protocol.Schedule:
		c.find(command.ID).scheduled = true
	case protocol.ComputeAllowCompaction:
		gone := c.find(command.ID)
		c.running = slices.DeleteFunc(c.running, func(d *fakeDataflow) bool { return d == gone })
		c.say(t, func(h *computeHandler) { h.answers.Push(t, frontiers(gone.id, frontier.Empty())) })
	}
}

func (c *fakeCompute) find(id query.ID) *fakeDataflow {
	return c.running[slices.IndexFunc(c.running, func(d *fakeDataflow) bool { return d.id == id })]
}

// say calls tell for each process that is on the connection of process 0.
func (c *fakeCompute) say(_ *sim.Task, tell func(h *computeHandler)) {
	lead := c.current[0]
	for _, h := range c.current {
		if lead != nil && h != nil && h.nonce == lead.nonce {
			tell(h)
		}
	}
}

// report tells the frontier of what is scheduled, once per process and connection.
func (c *fakeCompute) report(t *sim.Task) {
	for _, d := range slices.Clone(c.running) {
		if !d.scheduled {
			continue
		}
		c.say(t, func(h *computeHandler) {
			if !slices.Contains(d.said, h) {
				d.said = append(d.said, h)
				h.answers.Push(t, frontiers(d.id, frontier.At(d.asOf+fakeProgress)))
			}
		})
	}
}

// fakeProgress is how far a fake comes: beyond every as_of that a test chooses.
const fakeProgress = 1000

func frontiers(id query.ID, at frontier.Antichain) protocol.Frontiers {
	return protocol.Frontiers{ID: id, Write: &at, Input: &at, Output: &at}
}
