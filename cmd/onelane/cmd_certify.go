package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"

	"onelane.test/scenarios"
)

// certifyCommand runs small worlds twice and compares the runs.
type certifyCommand struct {
	From      indexFlag `placeholder:"I" help:"Number of the first world; 0 unless given."`
	Seeds     countFlag `placeholder:"N" help:"How many worlds; 100000 unless given."`
	Root      rootFlag  `placeholder:"R" help:"Seed of all worlds, or git:HASH; 1 unless given."`
	Jobs      countFlag `placeholder:"J" help:"Worlds side by side; one for each core unless given."`
	Artefacts string    `placeholder:"DIR" default:"artefacts" help:"Where the plans go that do not mean one run."`
}

// defaultCertified is how many worlds are certified unless a number is given.
const defaultCertified = 100_000

// Run certifies the worlds and states their sum.
func (c *certifyCommand) Run(t *terminal, result *status) error {
	root := uint64(defaultRoot)
	if c.Root.set {
		root = c.Root.value
	}
	a, err := openArtefacts(c.Artefacts)
	if err != nil {
		return err
	}
	interrupted, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	certificate, err := scenarios.Certify(scenarios.CertifyOptions{
		Root: root, From: c.From.value, Worlds: orDefault(c.Seeds, defaultCertified), Jobs: c.Jobs.value,
		Progress: newProgress(t.err), Done: interrupted.Done(),
	})
	if err != nil {
		a.close()
		return err
	}
	for _, d := range certificate.Differences {
		path, err := a.savePlan(d.Plan)
		if err != nil {
			return err
		}
		fmt.Fprintf(t.out, "world %d gave two different traces: %s\n  onelane run --verify %s\n", d.World, d.First, quoted(asFile(path)))
	}
	a.close()
	printCertificate(t.out, certificate, root, c.From.value)
	*result = certificateStatus(certificate)
	return nil
}

func certificateStatus(c *scenarios.Certificate) status {
	switch {
	case len(c.Differences) > 0:
		return status(scenarios.ClassDivergence)
	case c.Worlds == 0:
		return status(scenarios.ClassNothingProved)
	}
	return status(scenarios.ClassHeld)
}

func printCertificate(w io.Writer, c *scenarios.Certificate, root uint64, from int) {
	if c.Worlds == 0 {
		fmt.Fprintln(w, "no world was run twice")
		return
	}
	fmt.Fprintf(w, "worlds %d to %d of root 0x%x, each run twice: %d differences, %d steps, %s of virtual time in %s, sum %s\n",
		from, from+c.Worlds-1, root, len(c.Differences), c.Steps, round(c.Virtual), round(c.Real), hex(c.Sum))
}
