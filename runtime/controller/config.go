package controller

import (
	"time"

	"onelane.test/runtime/protocol"
	"onelane.test/sim"
)

// Replica names the processes that together are one replica. A replica's id is its position in [Config.Replicas].
type Replica struct {
	Name      string
	Processes []*sim.Node
}

// Config is what both controllers are started with.
type Config struct {
	// Replicas stay the same for the life of the environment; the first has the lowest id.
	Replicas []Replica
	// Version is shown in the handshake of each connection; it must equal the replica's.
	Version string
	CTP     protocol.CTPConfig
	// Instance goes into the compute plane's CreateInstance. A replica refuses to change it.
	Instance protocol.InstanceConfig
	// BackoffMin and BackoffMax bound the pause between two attempts to connect to a replica; it doubles from the
	// first to the second. Zero means 10 ms and 1 s.
	BackoffMin, BackoffMax time.Duration
	// RehydrateMax bounds the pause between the end of a replica task and its replacement, drawn log-uniformly.
	// Zero means 1 s, the period with which Materialize looks for failed replicas.
	RehydrateMax time.Duration
	// Stall, if set, is asked before each command of a connection how long its controller pauses before it sends it. Index
	// counts from zero, the Hello; last is true of InitializationComplete.
	Stall func(plane Plane, replica string, index int, last bool) time.Duration
	// OwedForGood makes the storage controller wait for the last words of a replica on dropped collections even when
	// the connection, on which they were due, has ended.
	OwedForGood bool
}

func (c Config) withDefaults() Config {
	if c.BackoffMin <= 0 {
		c.BackoffMin = 10 * time.Millisecond
	}
	if c.BackoffMax <= 0 {
		c.BackoffMax = time.Second
	}
	if c.RehydrateMax <= 0 {
		c.RehydrateMax = time.Second
	}
	return c
}
