package timely

import "time"

// Config says what a timely cluster is like. All its processes must be given the same.
type Config struct {
	// Processes and Workers count the processes and the workers in each of them.
	Processes, Workers int
	// Topology is what else the processes must have in common to belong together; they compare it when they meet.
	Topology string
	// Bringup bounds the waits of bring-up.
	Bringup Bringup
}

// Bringup bounds the waits of connecting the processes. Zero fields get defaults.
type Bringup struct {
	// Dial is how long one attempt to connect may last (1 s).
	Dial time.Duration
	// Hello is how long a peer may take to introduce itself (5 s).
	Hello time.Duration
	// Backoff is the pause between attempts (50 ms).
	Backoff time.Duration
}

// Hooks are what a fault may change.
type Hooks struct {
	// Reorder is asked, for each data channel that has several containers to offer, whether they are permuted. Timely
	// promises no order of containers. Nil means never.
	Reorder func() bool
}

func (c Config) withDefaults() Config {
	for _, d := range []struct {
		field *time.Duration
		value time.Duration
	}{
		{&c.Bringup.Dial, time.Second},
		{&c.Bringup.Hello, 5 * time.Second},
		{&c.Bringup.Backoff, 50 * time.Millisecond},
	} {
		if *d.field == 0 {
			*d.field = d.value
		}
	}
	return c
}
