package protocol

import (
	"errors"
	"fmt"
	"time"
)

// CTPConfig says how the ends of a CTP connection watch each other.
type CTPConfig struct {
	// Keepalive is how long an end may be silent before it sends a sign of life; zero means one second.
	Keepalive time.Duration
	// Timeout is how long the other end may be silent, and a dial or handshake may take, before the connection is
	// given up; zero means 30 seconds. It is noticed at the next keepalive, so up to one Keepalive later.
	Timeout time.Duration
	// AcceptDelay is where a fault slows a server: how long it leaves a new connection before it accepts it. Nil means
	// not at all.
	AcceptDelay func() time.Duration
}

// withDefaults returns the configuration with zeros replaced.
func (c CTPConfig) withDefaults() CTPConfig {
	if c.Keepalive == 0 {
		c.Keepalive = time.Second
	}
	if c.Timeout == 0 {
		c.Timeout = 30 * time.Second
	}
	return c
}

// ErrSilent means that nothing was heard from the other end for longer than the timeout.
var ErrSilent = errors.New("nothing heard for longer than the timeout")

// VersionError means that the two ends of a connection are of different versions, so that they do not speak.
type VersionError struct {
	Own, Peer string
}

// Error names both versions.
func (e *VersionError) Error() string {
	return fmt.Sprintf("version mismatch: own %s, peer's %s", e.Own, e.Peer)
}

// greeting is the first message in each direction, the handshake.
type greeting struct {
	version string
}

// keepalive is sent when there was nothing else to send.
type keepalive struct{}
