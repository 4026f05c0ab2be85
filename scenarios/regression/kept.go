package regression

//simvet:exempt plans are kept in files, between worlds

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"onelane.test/scenarios"
	"onelane.test/scenarios/oracle"
	"onelane.test/scenarios/plan"
)

// Kept is a plan that is kept, with what is expected of it.
type Kept struct {
	File   string
	Expect string // an oracle, the kind of a stop, or "held"
	Plan   *plan.Plan
	// Err says why the plan cannot be run.
	Err error
}

// The comments that say what is expected. Stories of hazards, which the sound design must not show, use the second.
const (
	expects = "# expect "
	accuses = "# oracle: "
)

// ReadDir reads all plans of a folder, sorted by name. A plan that cannot be read is among them, with its error; a folder
// that is not there has none.
func ReadDir(dir string) ([]*Kept, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.plan"))
	if err != nil {
		return nil, fmt.Errorf("regression: list %s: %w", dir, err)
	}
	kept := make([]*Kept, len(files))
	for i, file := range files {
		kept[i] = read(file)
	}
	return kept, nil
}

func read(file string) *Kept {
	k := &Kept{File: file}
	text, err := os.ReadFile(file)
	if err != nil {
		k.Err = fmt.Errorf("regression: read plan: %w", err)
		return k
	}
	k.Expect = expectation(string(text))
	k.Plan, k.Err = plan.Parse(file, string(text))
	if k.Err == nil {
		k.Err = k.Plan.ValidateNames(scenarios.Names())
	}
	if k.Err == nil && k.Expect == "" {
		k.Err = fmt.Errorf("regression: %s does not say what is expected, such as %slane-order", file, expects)
	}
	return k
}

// expectation returns what the last comment that says so expects.
func expectation(text string) (expected string) {
	for line := range strings.Lines(text) {
		for _, prefix := range []string{expects, accuses} {
			if rest, ok := strings.CutPrefix(line, prefix); ok {
				expected = strings.TrimSpace(rest)
			}
		}
	}
	if expected == "none" {
		return held
	}
	return expected
}

// Name returns the name under which the plan is kept.
func (k *Kept) Name() string { return strings.TrimSuffix(filepath.Base(k.File), ".plan") }

// State says what a kept plan is worth today.
type State int

// The states.
const (
	// AsExpected shows what it is kept for.
	AsExpected State = iota
	// Stale does not show it, but another seed of the same plan does.
	Stale
	// Gone does not show it, and neither does any of the seeds that were tried.
	Gone
	// Unreadable cannot be run: it names what is no longer there.
	Unreadable
	// Back fails although it is expected to hold: what was mended is back.
	Back
)

// String returns the state as lists print it.
func (s State) String() string {
	return [...]string{"as expected", "stale", "gone", "unreadable", "back"}[s]
}

// Finding is what came of a kept plan.
type Finding struct {
	*Kept
	State  State
	Reason string // one line; "" for a plan that is as expected
	Result *scenarios.Result
	// Seed shows what a stale plan is kept for.
	Seed uint64
}

// otherSeeds is how many seeds are tried for a plan that does not show what it is kept for.
const otherSeeds = 200

// Check runs the plan and holds it against what is expected.
func (k *Kept) Check() (*Finding, error) {
	if k.Err != nil {
		return &Finding{Kept: k, State: Unreadable, Reason: k.Err.Error()}, nil
	}
	r, err := scenarios.Run(k.Plan, scenarios.RunOptions{})
	if err != nil {
		return nil, err
	}
	f := &Finding{Kept: k, Result: r}
	switch {
	case k.shown(r):
	case k.Expect == held:
		f.State, f.Reason = Back, r.Signature
	default:
		err = f.otherwise()
	}
	return f, err
}

// shown says whether a run shows what is expected.
func (k *Kept) shown(r *scenarios.Result) bool {
	v, watched := r.Verdict(k.Expect)
	return Accuser(r) == k.Expect || watched && v.Outcome == oracle.Violated
}

// otherwise looks for a seed that shows what the plan's own does not.
func (f *Finding) otherwise() error {
	instead := fmt.Sprintf("its run gives %s", cmp.Or(f.Result.Signature, held))
	for seed := range uint64(otherSeeds) {
		p := *f.Plan
		p.Seed = seed
		r, err := scenarios.Run(&p, scenarios.RunOptions{})
		if err != nil {
			return err
		}
		if f.shown(r) {
			f.State, f.Seed = Stale, seed
			f.Reason = fmt.Sprintf("%s, but seed %s shows %s", instead, plan.FormatSeed(seed), f.Expect)
			return nil
		}
	}
	f.State = Gone
	f.Reason = fmt.Sprintf("%s, and %s is not shown by any of %d other seeds", instead, f.Expect, otherSeeds)
	return nil
}

// Prune removes a plan that is gone or cannot be read, and gives a stale one the seed that shows what it is kept for. It
// reports what it did, "" for nothing.
func (f *Finding) Prune() (string, error) {
	switch f.State {
	case Gone, Unreadable:
		if err := os.Remove(f.File); err != nil {
			return "", fmt.Errorf("regression: remove plan: %w", err)
		}
		return "removed", nil
	case Stale:
		return "seed " + plan.FormatSeed(f.Seed), f.reseed()
	}
	return "", nil
}

// reseed writes the plan with its new seed, and its comments as they are.
func (f *Finding) reseed() error {
	text, err := os.ReadFile(f.File)
	if err != nil {
		return fmt.Errorf("regression: read plan: %w", err)
	}
	var b strings.Builder
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "seed ") {
			line = fmt.Sprintf("%-10s %s\n", "seed", plan.FormatSeed(f.Seed))
		}
		b.WriteString(line)
	}
	if err := os.WriteFile(f.File, []byte(b.String()), 0o666); err != nil {
		return fmt.Errorf("regression: write plan: %w", err)
	}
	return nil
}
