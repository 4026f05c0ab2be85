package plan

import "onelane.test/faults/words"

// Heal ends all faults; from here on the system must come to rest.
type Heal struct{}

// String implements [Statement].
func (Heal) String() string { return "heal" }

func (Heal) apply(o *Objects) error {
	if o.healed {
		return &words.Error{Word: "heal", Want: "one heal only"}
	}
	o.healed = true
	return nil
}

// Check ends the run: the oracles judge it.
type Check struct{}

// String implements [Statement].
func (Check) String() string { return "check" }

func (Check) apply(o *Objects) error {
	o.checked = true
	return nil
}
