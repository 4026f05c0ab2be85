package report

// Kind says what a sentence does.
type Kind string

// The kinds of sentences.
const (
	Claim           Kind = "claim"
	Validated       Kind = "validated"
	Untested        Kind = "untested"
	Decision        Kind = "decision"
	Validation      Kind = "validation"      // a plan of what to test
	Productionising Kind = "productionising" // a plan of what to build
	Process         Kind = "process"         // a plan of how to go about it
	Purpose         Kind = "purpose"         // says what the text is for
)

// Row is one sentence of the proposal, or a part of one, with what is run to judge it.
type Row struct {
	// Sentence is where it stands: section and number, for lists item and sentence; a letter behind it for a part.
	Sentence string
	Kind     Kind
	Text     string // what it says, in our words, such that "holds" agrees with it
	// Scenarios are run in both designs, Oracles judge them; without any, all oracles do.
	Scenarios []string
	Oracles   []string
	// Hazards are those that are known to bear on the sentence. Their kept plans are among the row's worlds.
	Hazards []string
	// Contrast is a failpoint that breaks what the sentence says. If the first scenario does not see it, nothing is proved.
	Contrast string
	// Probe is a check of its own, in place of scenarios.
	Probe string
	// Needs says what has to be modelled before there can be a verdict; set only where there is none.
	Needs string
	// Note says how far the verdict goes.
	Note string
}

// Paper is a proposal whose sentences are judged.
type Paper struct {
	Name   string // as the command line has it
	Title  string
	Source string // an address
	// Sentences are all that the text has, in its order: a row for each, or several for its parts.
	Sentences []string
	Rows      []Row
}

// Papers returns all proposals, sorted by name.
func Papers() []*Paper { return []*Paper{pr38579()} }

// Lookup returns the proposal of a name, nil if there is none.
func Lookup(name string) *Paper {
	for _, p := range Papers() {
		if p.Name == name {
			return p
		}
	}
	return nil
}
