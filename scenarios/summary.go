package scenarios

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"onelane.test/scenarios/oracle"
	"onelane.test/sim"
)

// Summary is what a sweep showed.
type Summary struct {
	Rows     []*Row
	Failures []*Failure // by signature, the most frequent first
	// Shortfalls are the floors that were missed; none where floors were not judged.
	Shortfalls []Shortfall
	Designs    []string // that ran, sorted
	Runs       int
	Class      Class
	Real       time.Duration
	began      time.Time
}

// Row sums up the runs of one scenario, or of one plan file.
type Row struct {
	Name      string
	Hash      uint64 // of the hashes of the runs, in their order
	Runs      int
	Planned   int            // seeds that were asked for; 0 for a plan file
	Schedules map[string]int // by the schedule's first word
	Virtual   time.Duration
	Steps     uint64
	Choices   uint64
	// ExactSteps are those of worlds with grain exact, whose share of real choices no floor judges.
	ExactSteps, ExactChoices uint64
	Classes                  map[Class]int
	Activity                 Activity
	// Alternating counts the runs in which the lane changed its kind, Overlapping those in which a creation met a lost
	// connection, MayDraw and DidFire those whose plan held a fault of a kind and in which it had an effect.
	Alternating, Overlapping int
	MayDraw, DidFire         map[string]int
	Oracles                  []OracleRow
	// Cases is nil but for an enumeration.
	Cases    *Cases
	scenario *Scenario // nil for a plan file
}

// OracleRow sums up what one oracle said.
type OracleRow struct {
	Name     string
	Runs     map[oracle.Outcome]int
	Looks    uint64
	RunsSeen int            // runs in which it looked
	Reasons  map[string]int // of the runs that it is inconclusive about
}

// Failure groups the runs that failed in the same way.
type Failure struct {
	Signature string
	Class     Class
	Count     int
	// Witness is the failed run with the fewest steps.
	Witness *Result
	// Scenarios counts the runs by scenario.
	Scenarios map[string]int
}

func newSummary(o SweepOptions) *Summary {
	s := &Summary{began: time.Now()} //simvet:allow walltime how long the sweep took is for people
	for _, e := range o.Entries {
		row := newRow(e.Scenario.Name)
		row.Planned = e.planned()
		row.scenario, row.Cases = e.Scenario, newCases(e.Scenario)
		s.Rows = append(s.Rows, row)
	}
	for _, p := range o.Plans {
		s.Rows = append(s.Rows, newRow(p.File))
	}
	return s
}

func newRow(name string) *Row {
	return &Row{
		Name: name, Schedules: map[string]int{}, Classes: map[Class]int{},
		MayDraw: map[string]int{}, DidFire: map[string]int{},
	}
}

// add adds a run to its row, and to the failures if it failed.
func (s *Summary) add(row int, r *Result) {
	s.Runs++
	if design := r.Plan.Cluster.Design; !slices.Contains(s.Designs, design) {
		s.Designs = append(s.Designs, design)
		slices.Sort(s.Designs)
	}
	s.Rows[row].add(r)
	if r.Failed() {
		s.fail(r)
	}
}

func (s *Summary) fail(r *Result) {
	i := slices.IndexFunc(s.Failures, func(f *Failure) bool { return f.Signature == r.Signature })
	if i < 0 {
		i = len(s.Failures)
		s.Failures = append(s.Failures, &Failure{Signature: r.Signature, Class: r.Class, Scenarios: map[string]int{}})
	}
	f := s.Failures[i]
	f.Count++
	f.Scenarios[r.Plan.Scenario]++
	if f.Witness == nil || r.Stats.Steps < f.Witness.Stats.Steps {
		f.Witness = r
	}
}

// finish judges the sweep as a whole.
func (s *Summary) finish(o SweepOptions) {
	s.Real = time.Since(s.began) //simvet:allow walltime how long the sweep took is for people
	slices.SortStableFunc(s.Failures, func(a, b *Failure) int { return cmp.Compare(b.Count, a.Count) })
	var classes []Class
	for _, f := range s.Failures {
		classes = append(classes, f.Class)
	}
	if o.Floors {
		for _, row := range s.Rows {
			s.Shortfalls = append(s.Shortfalls, row.shortfalls()...)
		}
		s.Shortfalls = append(s.Shortfalls, s.blindEverywhere()...)
	}
	if s.Runs == 0 || len(s.Shortfalls) > 0 {
		classes = append(classes, ClassNothingProved)
	}
	s.Class = Worst(classes...)
}

// Hash returns the hash of the hashes of all runs: two sweeps that have the same made the same runs.
func (s *Summary) Hash() (hash uint64) {
	for _, row := range s.Rows {
		hash = fold(hash, row.Hash)
	}
	return hash
}

// fold adds a hash to one of several (the multiplier is that of FNV-1).
func fold(hash, next uint64) uint64 { return hash*0x100000001b3 ^ next }

func (r *Row) add(result *Result) {
	r.Hash = fold(r.Hash, result.Hash)
	r.Runs++
	r.Schedules[firstWord(result.Plan.Schedule)]++
	r.Virtual += result.Virtual
	r.Steps += result.Stats.Steps
	r.Choices += result.Stats.Choices
	if result.Plan.World.Grain == 0 {
		r.ExactSteps += result.Stats.Steps
		r.ExactChoices += result.Stats.Choices
	}
	r.Classes[result.Class]++
	r.addActivity(result.Activity)
	if r.Cases != nil {
		r.Cases.add(r.scenario, result)
	}
	for i, v := range result.Verdicts {
		if i == len(r.Oracles) {
			r.Oracles = append(r.Oracles, OracleRow{Name: v.Oracle, Runs: map[oracle.Outcome]int{}, Reasons: map[string]int{}})
		}
		r.Oracles[i].add(v)
	}
}

func (o *OracleRow) add(v oracle.Verdict) {
	o.Runs[v.Outcome]++
	o.Looks += v.Looks
	if v.Outcome == oracle.Inconclusive && o.Reasons != nil {
		o.Reasons[kindOfReason(v.Reason)]++
	}
	if v.Looks > 0 && v.Outcome != oracle.Inconclusive {
		o.RunsSeen++
	}
}

// kindOfReason returns a reason without its numbers and its repetitions, so that few kinds are left to count.
func kindOfReason(reason string) string {
	reason, _, _ = strings.Cut(reason, "\n")
	var kinds []string
	for part := range strings.SplitSeq(reason, "; ") {
		if part = strings.TrimPrefix(sim.Signature("", part), ": "); !slices.Contains(kinds, part) {
			kinds = append(kinds, part)
		}
	}
	return strings.Join(kinds, "; ")
}

func (r *Row) addActivity(a Activity) {
	r.Activity.add(a)
	if a.Alternations > 0 {
		r.Alternating++
	}
	if a.Overlaps > 0 {
		r.Overlapping++
	}
	for _, kind := range slices.Sorted(maps.Keys(a.Drawn)) {
		r.MayDraw[kind]++
		if a.Fired[kind] > 0 {
			r.DidFire[kind]++
		}
	}
}
