package environ

import "onelane.test/sim"

// port is where the environment takes statements.
const port = "sql"

// question and reply are what a client and the environment send each other, one of each per connection.
type question struct {
	Statement Statement
}

type reply struct {
	// Refusal says why the statement was refused; empty, it was applied.
	Refusal string
}

// listen accepts clients for ever and gives each a session.
func (c *coordinator) listen(t *sim.Task) {
	listener, err := t.Node().Listen(t, port)
	if err != nil {
		t.Exit(sim.ExitPanic, "environ: listen: %v", err)
	}
	for {
		conn, err := listener.Accept(t)
		if err != nil {
			return
		}
		t.Node().Go("session", func(t *sim.Task) { c.serve(t, conn) })
	}
}

// serve passes one statement on and answers it. A client that has gone away meanwhile asks again on another connection.
func (c *coordinator) serve(t *sim.Task, conn *sim.Conn) {
	message, err := conn.Recv(t)
	if err != nil {
		return
	}
	answer := sim.NewOneShot[error](t.World(), t.Name()+"/answer")
	c.requests.Push(t, request{statement: message.(question).Statement, answer: answer})
	var answered reply
	if err := answer.Get(t); err != nil {
		answered.Refusal = err.Error()
	}
	if conn.Send(t, answered) == nil {
		conn.Close(t)
	}
}
