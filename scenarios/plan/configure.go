package plan

import (
	"strconv"
	"time"

	"onelane.test/faults/words"
	"onelane.test/runtime/protocol"
)

const configureUsage = "set PARAMETER=VALUE…"

// intervals are the durations that [Configure] can change while the system runs.
var intervals = [...]struct {
	name string
	of   func(*protocol.Params) *time.Duration
}{
	{"maintenance", func(p *protocol.Params) *time.Duration { return &p.MaintenanceInterval }},
	{"statistics", func(p *protocol.Params) *time.Duration { return &p.StatisticsInterval }},
}

// stages is the number that it can change, at most maxStages.
const (
	stages    = "stages"
	maxStages = 16
)

// Configure changes parameters of the running system, on all replicas, through both controllers.
type Configure struct {
	// Params has the new values; what is unset stays as it is.
	Params protocol.Params
}

func readConfigure(a *words.Args) Statement {
	s := Configure{Params: protocol.NoParams()}
	var names []string
	for _, interval := range intervals {
		names = append(names, interval.name)
		of := interval.of(&s.Params)
		*of = a.OptionalDuration(interval.name, 0, *of)
	}
	names = append(names, stages)
	s.Params.Stages = int(a.OptionalInteger(stages, 0, maxStages, protocol.Unset))
	if left := a.Next(); left != "" || s.Params.IsEmpty() {
		a.Fail(left, "PARAMETER=VALUE, where PARAMETER is "+words.Suggest(words.KeyOf(left), names))
	}
	return s
}

// String implements [Statement].
func (s Configure) String() string {
	text := "set"
	for _, interval := range intervals {
		if value := *interval.of(&s.Params); value >= 0 {
			text += " " + interval.name + "=" + words.FormatDuration(value)
		}
	}
	if s.Params.Stages >= 0 {
		text += " " + stages + "=" + strconv.Itoa(s.Params.Stages)
	}
	return text
}

func (s Configure) apply(*Objects) error { return nil }
