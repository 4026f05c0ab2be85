package report

import "slices"

// pr38579 is the proposal to host storage objects on the compute cluster, with all sentences of its text: those of the
// description, and those of the author's comment on what remains to be done.
func pr38579() *Paper {
	return &Paper{
		Name:   "pr38579",
		Title:  "storage objects as guests on the timely cluster of compute",
		Source: "https://github.com/MaterializeInc/materialize/pull/38579",
		Sentences: []string{
			"motivation 1", "motivation 2", "motivation 3",
			"description 1", "description 2", "description 3", "description 4", "description 5", "description 6", "description 7",
			"description 8", "description 9",
			"path 1", "path 2", "path 3",
			"decisions 1.1", "decisions 1.2", "decisions 1.3", "decisions 1.4", "decisions 2.1", "decisions 2.2", "decisions 3.1", "decisions 3.2",
			"validation 1.1", "validation 1.2", "validation 2.1", "validation 2.2",
			"production 1.1", "production 1.2", "production 2.1", "production 3.1", "production 4.1",
			"process 1.1", "process 2.1",
		},
		Rows: slices.Concat(motivation, description, validated, path, decisions, validation, production, process),
	}
}

// What rows are judged by: the order of construction; that objects are rendered, run and recover, with the data that they
// should have; that a worker does what it owes while it shares its thread; that controllers get what they count on.
var (
	order = []string{"construction-identity", "channels", "lane-order"}
	works = []string{
		"construction-identity", "channels", "lane-order", "lost-wakeup", "nonce", "partition", "frontiers", "soft-assertion",
		"no-panic", "reconnects", "tokens", "progress", "contents", "agreement", "reconciled",
	}
	duties    = []string{"reports", "turns", "spin", "lost-wakeup", "starvation"}
	protocols = []string{"nonce", "partition", "frontiers", "soft-assertion", "reconnects", "last-words"}
	restarted = []string{"restarts", "item-effects", "tokens", "reflected", "progress", "contents", "spin", "no-panic"}
)

// What has to be modelled before some sentences can be judged.
const (
	twoClusters = "a topology with two timely clusters in a process: storage's own worker loop and sequencer, and both topologies under one environment"
	versions    = "processes of two versions, an environment that starts read-only and is promoted, and the fence that ends its predecessor"
)
