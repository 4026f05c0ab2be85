package report

// A probe is a check of its own, for a sentence that scenarios do not answer.
type probe struct {
	run     func(design string, o Options) (Finding, error)
	command string // that shows the same
}

// The names of probes.
const (
	probeImports = "imports"
	probeBlocked = "blocked"
)

// probeOf returns the probe of a name.
func probeOf(name string) probe {
	switch name {
	case probeImports:
		return probe{imports, "go test ./scenarios -run 'TestImports|TestRefuse'"}
	case probeBlocked:
		return probe{blockedWorker, "go test ./scenarios -run TestTheGateIsPaidFor"}
	}
	panic("report: no probe " + name)
}
