package timely

import "onelane.test/runtime/frontier"

// Pact says how the containers of a stream get to an input.
type Pact struct {
	split func(data any, peers int, give func(target int, part any))
}

// Pipeline leaves containers on their worker.
func Pipeline() Pact { return Pact{} }

// Exchange deals each container out: split calls give for each part with the worker that it is for. It may give a
// worker several parts, or none; every part is a container of its own.
func Exchange(split func(data any, peers int, give func(target int, part any))) Pact {
	return Pact{split}
}

// edge connects an output to an input.
type edge struct {
	target   *Input
	exchange *exchange // nil for a pipeline
}

// exchange is the edge between workers.
type exchange struct {
	split   func(data any, peers int, give func(target int, part any))
	channel channel
	target  *Input
	at      frontier.Time // of what is dealt out now
	give    func(target int, part any)
}

func newExchange(p Pact, c channel, target *Input) *exchange {
	x := &exchange{split: p.split, channel: c, target: target}
	x.give = x.deal // once, rather than for each container
	return x
}

func (e *edge) send(at frontier.Time, data any) {
	if x := e.exchange; x != nil {
		x.at = at
		x.split(data, x.channel.worker.Peers(), x.give)
		return
	}
	e.target.expect(at)
	e.target.end.pushLocal(container{at, data})
}

// deal sends one part of a container.
func (x *exchange) deal(target int, part any) {
	if target < 0 || target >= x.channel.worker.Peers() {
		panic("timely: exchange to a worker that does not exist")
	}
	x.target.expect(x.at)
	x.channel.send(target, container{x.at, part})
}
