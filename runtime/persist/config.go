package persist

import "time"

// Config says how far away the store is. Each way of an operation takes a time drawn between the two, inclusive.
type Config struct {
	MinLatency, MaxLatency time.Duration
	// Delay says how much longer a way takes now; nil means never. It is where a fault slows the store down.
	Delay func() time.Duration
}

// Default latencies: a consensus round trip within one region.
const (
	defaultMinLatency = 500 * time.Microsecond
	defaultMaxLatency = 3 * time.Millisecond
)

// DefaultConfig returns the latencies of a store in the same region.
func DefaultConfig() Config {
	return Config{MinLatency: defaultMinLatency, MaxLatency: defaultMaxLatency}
}
