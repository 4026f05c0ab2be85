package report

var validation = []Row{
	{
		Sentence: "validation 1.1a", Kind: Validation,
		Text: "The storage controller reconnects without a restart, and guests reconcile over dataflows that run.",
		Scenarios: []string{"reconnect-storage", "suspend-while-away", "suspend-during-reconcile", "reconnect-both-skewed",
			"disconnect-at-every-command"},
		Hazards: []string{"H5", "H17", "H18"}, Contrast: "storage/dropped-unfiltered",
	},
	{
		Sentence: "validation 1.1b", Kind: Validation,
		Text:      "Compute reconciles while storage dataflows are installed and new ones come, and all workers construct in one order.",
		Scenarios: []string{"reconnect-compute", "suspend-during-reconcile", "reconnect-both", "stash-future-nonce", "reconcile-order"},
		Oracles:   append([]string{"item-effects", "nonce", "contents", "tokens", "reconciled"}, order...),
		Contrast:  "lane/storage-dropped-on-nonce-change",
	},
	{
		Sentence: "validation 1.2", Kind: Validation,
		Text:      "Each of the two has a test made for it, which can fail.",
		Scenarios: []string{"reconnect-compute", "reconnect-storage"}, Oracles: []string{"reconciled", "nonce", "partition"},
		Contrast: "adapter/untagged-responses",
		Note:     "The scenarios of validation 1.1, also run by go test; onelane mutants says how soon they see each of the bugs of this kind.",
	},
	{
		Sentence: "validation 2.1a", Kind: Validation,
		Text: "Nightly tests of upgrades.", Needs: versions,
	},
	{
		Sentence: "validation 2.1b", Kind: Validation,
		Text:      "Nightly tests of restarts and of killing clusterd.",
		Scenarios: []string{"process-kill", "bring-up-generations", "controller-kill", "shared-fate-subsets"}, Oracles: works,
		Contrast: "timely/early-frames-lost",
		Note:     "What these tests do to processes, not what they check with queries: there are no peeks.",
	},
	{
		Sentence: "validation 2.1c", Kind: Validation,
		Text:      "Nightly tests with random workloads (zippy, parallel workload).",
		Scenarios: []string{"storm", "drop-overtake", "shape-flag-flip", "process-kill"}, Oracles: works, Hazards: []string{"H9"},
		Note: "Sources, views, indexes, sinks, drops and settings; no tables, DML, queries, renames or replicas that come and go.",
	},
	{
		Sentence: "validation 2.1d", Kind: Validation,
		Text:  "Benchmarks of features, for what the shared pool of workers costs.",
		Needs: "costs of real work on real cores, and two clusters to compare with; what runs in the model takes as long as the model says",
	},
	{
		Sentence: "validation 2.2", Kind: Process,
		Text: "Nightly runs so far were lost to outages of CI.",
	},
}

var production = []Row{
	{
		Sentence: "production 1.1a", Kind: Productionising,
		Text:      "Processes take the topology from a flag that the orchestrator passes, so that those of a replica agree.",
		Scenarios: []string{"flag-skew"}, Oracles: []string{"topology"}, Hazards: []string{"H19"},
		Note: "As proposed each process reads a variable of its own. Two that differ come up together, and one plane of the replica " +
			"stays mute (H19). Hardened processes compare flags when they meet, and wait until they agree.",
	},
	{
		Sentence: "production 1.1b", Kind: Productionising,
		Text: "The flag follows a system parameter, is rolled out in stages, and can be taken back.", Needs: twoClusters,
	},
	{
		Sentence: "production 1.2a", Kind: Claim,
		Text:      "Mixing topologies is safe as the protocol stays the same: within a replica.",
		Scenarios: []string{"flag-skew"}, Oracles: append([]string{"topology"}, works...), Hazards: []string{"H19"},
		Note: "The author speaks of fleets; nothing in the proposal keeps the mix from happening inside of one replica.",
	},
	{
		Sentence: "production 1.2b", Kind: Claim,
		Text: "Mixing topologies is safe as the protocol stays the same: replicas of both kinds under one environment.", Needs: twoClusters,
	},
	{
		Sentence: "production 2.1", Kind: Productionising,
		Text:      "How long a worker parks follows from the intervals of the guest's duties: no report is late, no worker wakes for nothing.",
		Scenarios: []string{"idle-liveness", "reconnect-storage", "suspend-while-away", "lost-unpark", "cohost", "reconnect-backlog"},
		Oracles:   []string{"reports", "first-reports", "spin", "lost-wakeup"}, Hazards: []string{"H17", "H18", "H21"}, Contrast: "worker/no-park-cap",
		Note: "The text still has a fixed cap of 100 ms; the code of the final state derives it, and that is what runs here. A deadline " +
			"that has come already does not bound the park (H18), timers run on between connections (H17), and the first turn after a " +
			"reconciliation parks beside what the lane has released (H21).",
	},
	{
		Sentence: "production 3.1", Kind: Productionising,
		Text:  "Dashboards and alerts that look at storage's timely metrics and thread names need a review.",
		Needs: "metrics and thread names of both topologies",
	},
	{
		Sentence: "production 4.1a", Kind: Productionising,
		Text:      "The hand-off of the guest's state within the loop can go; while it is there, it must never lose the guest.",
		Scenarios: []string{"reconnect-compute", "cohost"}, Oracles: []string{"no-panic", "lost-wakeup", "tokens"}, Contrast: "guest/handoff-lost",
	},
	{
		Sentence: "production 4.1b", Kind: Productionising,
		Text: "Shims for internal commands and the doubled wrapper of blocking reconciliation can go.",
		Note: "About the code's form. The model has neither.",
	},
}

var process = []Row{
	{
		Sentence: "process 1.1", Kind: Process,
		Text: "A design document on the ordering of the lane, isolation, and what is deleted.",
		Note: "ARCHITECTURE.md, section 3, has the ordering argument, each claim with the oracle that watches it.",
	},
	{
		Sentence: "process 2.1", Kind: Process,
		Text: "Land in a stack of pull requests: client, storage, lane, hosting, then wiring with flag and tests.",
	},
}
