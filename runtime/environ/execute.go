package environ

import (
	"errors"
	"fmt"
	"time"

	"onelane.test/sim"
)

// ErrRefused is in the error of a statement that the environment could not apply and never will as things are.
var ErrRefused = errors.New("refused")

// How a client of the environment waits.
const (
	dialTimeout   = time.Second
	answerTimeout = 10 * time.Second
	retryMin      = 10 * time.Millisecond
	retryMax      = time.Second
)

// Execute has the environment apply a statement, and returns once it has. The task is one of a user's node; while the
// environment is down or cannot be reached it tries again, for as long as it takes. The error wraps [ErrRefused].
func (e *Environment) Execute(t *sim.Task, s Statement) error {
	pause := retryMin
	for {
		answered, err := e.ask(t, s)
		if err == nil && answered.Refusal == "" {
			return nil
		}
		if err == nil {
			return fmt.Errorf("environ: %s: %w: %s", s, ErrRefused, answered.Refusal)
		}
		t.Sleep(t.Stream("retry").Duration(pause/2, pause))
		pause = min(2*pause, retryMax)
	}
}

// ask tries once. An error leaves open whether the statement was applied.
func (e *Environment) ask(t *sim.Task, s Statement) (reply, error) {
	if e.node == nil {
		return reply{}, sim.ErrRefused
	}
	conn, err := t.Node().Dial(t, e.node, port, dialTimeout)
	if err != nil {
		return reply{}, err
	}
	if err := conn.Send(t, question{Statement: s}); err != nil {
		return reply{}, err
	}
	answered, err := conn.RecvBy(t, t.Now().Add(answerTimeout))
	if err != nil {
		conn.Close(t)
		return reply{}, err
	}
	conn.Close(t)
	return answered.(reply), nil
}
