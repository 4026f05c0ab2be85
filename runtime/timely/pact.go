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
	target  *Input
	split   func(data any, peers int, give func(target int, part any))
	channel channel // of an exchange
}

func (e *edge) send(at frontier.Time, data any) {
	if e.split == nil {
		e.target.expect(at)
		e.target.end.pushLocal(container{at, data})
		return
	}
	peers := e.channel.worker.Peers()
	e.split(data, peers, func(target int, part any) {
		if target < 0 || target >= peers {
			panic("timely: exchange to a worker that does not exist")
		}
		e.target.expect(at)
		e.channel.send(target, container{at, part})
	})
}
