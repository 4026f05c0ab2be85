package plan

import (
	"time"

	"onelane.test/faults/words"
	"onelane.test/runtime/protocol"
)

const configureUsage = "set PARAMETER=DURATION…"

// parameters are what [Configure] can change while the system runs.
var parameters = [...]struct {
	name string
	of   func(*protocol.Params) *time.Duration
}{
	{"maintenance", func(p *protocol.Params) *time.Duration { return &p.MaintenanceInterval }},
	{"statistics", func(p *protocol.Params) *time.Duration { return &p.StatisticsInterval }},
}

// Configure changes parameters of the running system, on all replicas, through both controllers.
type Configure struct {
	// Params has the new values; what is unset stays as it is.
	Params protocol.Params
}

func readConfigure(a *words.Args) Statement {
	s := Configure{Params: protocol.NoParams()}
	var names []string
	for _, parameter := range parameters {
		names = append(names, parameter.name)
		of := parameter.of(&s.Params)
		*of = a.OptionalDuration(parameter.name, 0, *of)
	}
	if left := a.Next(); left != "" || s.Params.IsEmpty() {
		a.Fail(left, "PARAMETER=DURATION, where PARAMETER is "+words.Suggest(words.KeyOf(left), names))
	}
	return s
}

// String implements [Statement].
func (s Configure) String() string {
	text := "set"
	for _, parameter := range parameters {
		if value := *parameter.of(&s.Params); value >= 0 {
			text += " " + parameter.name + "=" + words.FormatDuration(value)
		}
	}
	return text
}

func (s Configure) apply(*Objects) error { return nil }
