package report

import (
	"cmp"
	"slices"
	"strings"

	"onelane.test/runtime/fail"
)

// symptom lays a signature to a hazard: the oracle, and what its message begins with.
type symptom struct{ oracle, message, hazard string }

// symptoms are as narrow as the messages allow, so that another bug which the same oracle sees is not taken for known.
var symptoms = []symptom{
	{"item-effects", "an item had another effect on worker # than on others", "H1"},
	{"restarts", "a dataflow was restarted that did not fail", "H3"},
	{"last-words", "the controller still waits for the last word on a dropped collection", "H5"},
	{"turns", "a worker did nothing but take commands for long", "H7"},
	{"construction-identity", "worker # built another dataflow than others at position #", "H9"},
	{"channels", "failed to correctly cast channel #: it carries ", "H9"},
	{"channels", "failed to decode message on channel # from worker #: it is ", "H9"},
	{"first-reports", "the first report of frontiers after a reconnect came early", "H17"},
	{"first-reports", "the first report of statistics after a reconnect came early", "H17"},
	{"reports", "a worker with a storage connection is late with a report", "H18"},
	{"topology", "processes of one replica are up together though their topologies differ", "H19"},
	{"tokens", "a wanted sink does not run on all workers", "H20"},
	{"lost-wakeup", "a thread stays parked without a bound beside a filled queue", "H21"},
}

// HazardOf returns the number of the hazard of the proposal, such as "H1", that a run's signature tells of; "" if none is
// known to show so.
func HazardOf(signature string) string {
	oracle, message, _ := strings.Cut(signature, ": ")
	for _, s := range symptoms {
		if s.oracle == oracle && strings.HasPrefix(message, s.message) {
			return s.hazard
		}
	}
	return ""
}

// Hazards returns all hazards that the proposal has, sorted by number.
func Hazards() []string {
	var all []string
	for _, e := range fail.Catalogue() {
		all = append(all, numbers(e)...)
	}
	slices.SortFunc(all, byNumber)
	return all
}

// byNumber compares hazards: "H5" comes before "H13".
func byNumber(a, b string) int {
	return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
}

// whatHappens says what a hazard does, where its failpoint brings back several.
var whatHappens = map[string]string{
	"H3":  "starts carry no numbers: the wish to restart a dataflow that failed comes late, and restarts its successor",
	"H13": "starts carry no numbers: a sink that is altered during a restart ends up with the older description",
	"H20": "starts carry no numbers: a drop comes late, and ends an object that is wanted again",
}

// hazardPoint returns the failpoint that a hazard's number belongs to.
func hazardPoint(hazard string) fail.Entry {
	for _, e := range fail.Catalogue() {
		for _, number := range numbers(e) {
			if number == hazard {
				return e
			}
		}
	}
	panic("report: no failpoint has the hazard " + hazard)
}

// numbers returns the hazards that a failpoint brings back.
func numbers(e fail.Entry) []string {
	if e.Hazard == "" {
		return nil
	}
	return strings.Split(e.Hazard, ", ")
}
