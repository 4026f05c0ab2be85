package main

import "fmt"

// planCommand prints a plan.
type planCommand struct {
	Target string   `arg:"" name:"scenario|plan" help:"A scenario, or a plan file (a word with a / or .plan)."`
	Seed   seedFlag `placeholder:"S" help:"The run's own seed, hexadecimal with 0x or decimal."`
	overrides
}

// Run prints the plan to be read, edited, and run again.
func (c *planCommand) Run(t *terminal) error {
	p, err := onePlan(c.Target, c.Seed, c.overrides)
	if err != nil {
		return err
	}
	_, err = fmt.Fprint(t.out, p)
	return err
}
