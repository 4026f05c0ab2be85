package channel

import "context"

type signal chan struct{} // want `channel type: .*; use sim.Queue, sim.OneShot or sim.Select`

func use(ctx context.Context, s signal, out chan<- int) { // want `channel type`
	made := make(chan int, 1) // want `channel type`
	named := make(signal)     // want `make of a channel`
	out <- 1                  // want `send to a channel`
	_ = <-made                // want `receive from a channel`
	<-ctx.Done()              // want `receive from a channel`
	for range s {             // want `range over a channel`
	}
	close(named) // want `close of a channel`
	select {     // want `select statement`
	case out <- 1:
		<-made // want `receive from a channel`
	case v := <-made:
		_ = v
	case <-made:
	default:
	}
	for range 3 {
	}
	_ = make([]int, 3)
}
