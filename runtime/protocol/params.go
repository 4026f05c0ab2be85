package protocol

import (
	"fmt"
	"strings"
	"time"
)

// Unset, as a parameter, leaves it as it is.
const Unset = -1

// Params are the settings that a controller gives to a replica. Each is unset when it is negative, and merges over
// what was set before otherwise. The zero value is not empty, it sets all to zero; NoParams sets none.
type Params struct {
	// MaintenanceInterval is how long a worker waits between two rounds of maintenance (frontier reports and the
	// like); zero means each iteration of its loop.
	MaintenanceInterval time.Duration
	// StatisticsInterval is how long a worker waits between two reports of its statistics; zero means each
	// iteration.
	StatisticsInterval time.Duration
	// Stages is how many more exchanges there are in front of what writes a shard. It stands for the settings that
	// change what a dataflow is built of, and that all workers therefore have to agree on when they build.
	Stages int
}

// NoParams returns parameters of which none is set.
func NoParams() Params {
	return Params{MaintenanceInterval: Unset, StatisticsInterval: Unset, Stages: Unset}
}

// Merge returns p with everything that is set in later replaced.
func (p Params) Merge(later Params) Params {
	return Params{
		MaintenanceInterval: merge(p.MaintenanceInterval, later.MaintenanceInterval),
		StatisticsInterval:  merge(p.StatisticsInterval, later.StatisticsInterval),
		Stages:              merge(p.Stages, later.Stages),
	}
}

// IsEmpty reports whether nothing is set.
func (p Params) IsEmpty() bool {
	return p.MaintenanceInterval < 0 && p.StatisticsInterval < 0 && p.Stages < 0
}

// String prints what is set as key=value pairs, or "none".
func (p Params) String() string {
	var set []string
	if p.MaintenanceInterval >= 0 {
		set = append(set, fmt.Sprintf("maintenance=%s", p.MaintenanceInterval))
	}
	if p.StatisticsInterval >= 0 {
		set = append(set, fmt.Sprintf("statistics=%s", p.StatisticsInterval))
	}
	if p.Stages >= 0 {
		set = append(set, fmt.Sprintf("stages=%d", p.Stages))
	}
	if len(set) == 0 {
		return "none"
	}
	return strings.Join(set, " ")
}

// merge returns later if it is set, else earlier with all unset values made one.
func merge[V ~int | ~int64](earlier, later V) V {
	if later >= 0 {
		return later
	}
	return max(earlier, Unset)
}
