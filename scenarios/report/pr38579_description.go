package report

var motivation = []Row{
	{
		Sentence: "motivation 1", Kind: Purpose,
		Text: "Bring the two clusters together by moving objects and leaving the runtime, the opposite of the attempt in MaterializeInc/materialize#37091.",
		Note: "ARCHITECTURE.md, section 3, has the argument that this way rests on.",
	},
	{
		Sentence: "motivation 2a", Kind: Claim,
		Text:      "Protocols and controllers need no change: what the unified replica says is what both controllers count on.",
		Scenarios: []string{"reconnect-storage", "reconnect-both", "controller-kill", "storm"}, Oracles: protocols,
		Hazards: []string{"H5"}, Contrast: "storage/dropped-unfiltered",
		Note: "H5 is a gap of the protocol as it stands, which two clusters have too; closing it takes a change of the storage controller alone.",
	},
	{
		Sentence: "motivation 2b", Kind: Claim,
		Text: "The change stays within clusterd and the crates on the cluster's side.",
		Note: "About a diff. The model's environment and controllers have no knowledge of what hosts the objects.",
	},
	{
		Sentence: "motivation 3", Kind: Purpose,
		Text: "The draft is there to let CI judge the new topology, not to be reviewed.",
	},
}

var description = []Row{
	{
		Sentence: "description 1", Kind: Claim,
		Text:      "One timely cluster in a process suffices: the loop of compute's workers serves the storage protocol from a guest, and does what both owe.",
		Scenarios: []string{"cohost", "idle-liveness", "flood-starves-guest", "lost-unpark", "gate"}, Oracles: duties,
		Hazards: []string{"H7", "H18"}, Contrast: "guest/handoff-lost",
		Note: "That the loop itself is shared has its price where an operator blocks it: see decisions 1.2.",
	},
	{
		Sentence: "description 2a", Kind: Claim,
		Text:      "Timely counts on all workers constructing dataflows in one order; where they do not, things go wrong.",
		Scenarios: []string{"lane"}, Oracles: order, Contrast: "lane/two-lanes",
		Note: "The contrast is the claim: the two sequencers of MaterializeInc/materialize#35851, each with an order of its own.",
	},
	{
		Sentence: "description 2b", Kind: Claim,
		Text:      "Nothing is constructed but by commands that a sequencer has put in order, so what they construct depends on them alone.",
		Scenarios: []string{"shape-flag-flip", "suspend-vs-drop", "drop-overtake", "reconnect-storage"},
		Oracles:   append([]string{"item-effects"}, order...), Hazards: []string{"H1", "H9"},
		Note: "It holds for which dataflows are built and when, not for what they look like: a setting applied outside of the " +
			"sequenced commands shapes them (H9). That a worker may leave a suspension out is H1, which constructs nothing by itself.",
	},
	{
		Sentence: "description 3", Kind: Claim,
		Text:      "One lane for commands of both kinds gives one order of construction, the same on all workers.",
		Scenarios: []string{"lane", "storm", "reconnect-both", "process-kill", "bring-up-generations", "drop-overtake"}, Oracles: order,
		Contrast: "lane/two-lanes",
		Note:     "An equal order is not yet equal dataflows: see description 2b for H9.",
	},
	{
		Sentence: "description 4a", Kind: Claim,
		Text:      "Suspending and restarting a source works, as it did before.",
		Scenarios: []string{"suspend-while-away", "suspend-during-reconcile", "suspend-vs-drop", "double-suspend", "reconnect-storage"}, Oracles: restarted,
		Hazards: []string{"H1", "H3"}, Contrast: "worker/async-undrained",
		Note: "Judged by what is right, not by comparison with two clusters, which are not modelled. What differs by design: " +
			"the guest goes on while its controller is away. H1, H3 and H13 lie in code that the proposal took over; H13 is shown " +
			"by a test, as no statement here alters a sink.",
	},
	{
		Sentence: "description 4b", Kind: Claim,
		Text:      "Replicas determine as before from which frontiers an ingestion resumes.",
		Scenarios: []string{"process-kill", "controller-kill", "suspend-vs-drop", "double-suspend"}, Oracles: []string{"contents", "progress", "tokens"},
		Note: "Seen by its effect: what is durable equals the reference model at every complete time. Sources are generated; no upsert.",
	},
	{
		Sentence: "description 5", Kind: Process,
		Text: "The draft turns the topology on, for CI.",
		Note: "The model has it on always.",
	},
	{
		Sentence: "description 6", Kind: Claim,
		Text: "Setting MZ_UNIFIED_CLUSTER to 0 brings the two clusters back.", Needs: twoClusters,
	},
	{
		Sentence: "description 7", Kind: Claim,
		Text: "The lint of dependencies now lets compute's crate use storage's.",
		Note: "About a configuration; whether the edge is needed is decisions 2.2.",
	},
}

var validated = []Row{
	{
		Sentence: "description 8a", Kind: Validated,
		Text:      "A source, a materialized view and an index live on one cluster.",
		Scenarios: []string{"cohost"}, Contrast: "guest/handoff-lost",
	},
	{
		Sentence: "description 8b", Kind: Validated,
		Text:      "Many objects can be created at the same time on replicas of several processes.",
		Scenarios: []string{"storm", "lane"}, Contrast: "lane/two-lanes",
		Note: "Up to three processes of three workers, drops among the creations.",
	},
	{
		Sentence: "description 8c", Kind: Validated,
		Text:      "A replica that starts with nothing takes up what the catalog and the durable store hold.",
		Scenarios: []string{"process-kill", "bring-up-generations", "controller-kill"}, Oracles: works,
		Note: "The half of the sentence that can be run: the store was written by the same topology. The other half is path 2c.",
	},
	{
		Sentence: "description 8d", Kind: Validated,
		Text:      "The environment may be killed while objects are being created, and everything comes back.",
		Scenarios: []string{"controller-kill"}, Oracles: works, Contrast: "lane/storage-dropped-on-nonce-change",
		Note: "Killed once or twice, at times during its own recovery. One that lives on beside its successor is description 9c.",
	},
	{
		Sentence: "description 9a", Kind: Untested,
		Text:  "Kafka sinks.",
		Needs: "Kafka: transactions, the fence between producers, the progress topic. The model's sinks write to a shard",
	},
	{
		Sentence: "description 9b", Kind: Untested,
		Text:  "One-shot ingestions.",
		Needs: "COPY FROM: its lane item, its cancellation outside of the lane, staged batches and their way to the controller",
	},
	{
		Sentence: "description 9c", Kind: Untested,
		Text:      "Controllers that come back while the processes live on.",
		Scenarios: []string{"reconnect-storage", "reconnect-compute", "reconnect-both", "reconnect-both-skewed", "stash-future-nonce", "two-envds"},
		Hazards:   []string{"H5", "H17", "H20"}, Contrast: "storage/dropped-unfiltered",
		Note: "Both planes, alone and together, in equal and unequal order of processes. On the way a last word is " +
			"lost (H5), reports come out of time (H17), and an old environment that lives on ends for good what the new one wants (H20).",
	},
}
