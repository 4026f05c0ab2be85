package plan

import (
	"onelane.test/faults"
	"onelane.test/faults/words"
)

const faultUsage = "fault KIND …"

// Fault lets something go wrong.
type Fault struct {
	faults.Fault
}

func readFault(a *words.Args) Statement { return Fault{faults.Read(a)} }

// String implements [Statement].
func (s Fault) String() string { return "fault " + s.Fault.String() }

func (s Fault) apply(o *Objects) error {
	if o.healed {
		return &words.Error{Word: s.Kind(), Want: "no fault after heal"}
	}
	return faults.Check(s.Fault, o.siteNow())
}
