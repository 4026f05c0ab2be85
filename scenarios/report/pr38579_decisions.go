package report

var path = []Row{
	{
		Sentence: "path 1", Kind: Claim,
		Text:      "The mechanism is sound: storage objects are rendered, run and recover on compute's cluster.",
		Scenarios: []string{"storm", "cohost", "process-kill", "suspend-while-away", "suspend-during-reconcile", "double-suspend"}, Oracles: works,
	},
	{
		Sentence: "path 2a", Kind: Validated,
		Text:      "A plain run passes.",
		Scenarios: []string{"idle-liveness", "cohost"}, Oracles: works,
	},
	{
		Sentence: "path 2b", Kind: Validated,
		Text:      "Storms of creations on several processes pass.",
		Scenarios: []string{"storm"}, Contrast: "lane/two-lanes",
	},
	{
		Sentence: "path 2c", Kind: Validated,
		Text: "An existing catalog is taken from one topology into the other.", Needs: twoClusters,
		Note: "What a replica does that starts with a full catalog is description 8c.",
	},
	{
		Sentence: "path 2d", Kind: Validated,
		Text:      "Killing the environment and recovery pass.",
		Scenarios: []string{"controller-kill"}, Oracles: works, Contrast: "lane/storage-dropped-on-nonce-change",
	},
	{
		Sentence: "path 2e", Kind: Validated,
		Text:      "Suspending and restarting a source passes.",
		Scenarios: []string{"suspend-while-away", "double-suspend", "suspend-during-reconcile", "suspend-vs-drop", "reconnect-storage"},
		Oracles:   restarted, Hazards: []string{"H1", "H3"}, Contrast: "worker/async-undrained",
		Note: "The author restarted one Postgres source; here the fault also meets drops, lost connections and a second fault. " +
			"H3 restarts what had no fault, which costs time and no data.",
	},
	{
		Sentence: "path 2f", Kind: Validated,
		Text: "Tests of the pull request pass but for what follows.",
		Note: "About a CI pipeline.",
	},
	{
		Sentence: "path 3", Kind: Process,
		Text: "What is left are decisions, validation and work for production.",
	},
}

var decisions = []Row{
	{
		Sentence: "decisions 1.1", Kind: Decision,
		Text:      "What isolation objects have from each other must be settled; today a worker's commands wait for as long as its thread is blocked, and no longer.",
		Scenarios: []string{"gate"}, Oracles: []string{"starvation", "turns", "lost-wakeup", "reconnects"}, Contrast: "adapter/accept-waits",
		Note: "Under the one policy that exists, shared threads: the damage ends with the block, and connections survive it.",
	},
	{
		Sentence: "decisions 1.2a", Kind: Decision,
		Text:  "A compute operator that blocks a shared worker starves storage objects beside it, down to their commands.",
		Probe: probeBlocked,
		Note:  "Holds means that the failure of test/testdrive/cluster-controller.td is there, in both designs: no hazard's cure is a cure for it.",
	},
	{
		Sentence: "decisions 1.2b", Kind: Decision,
		Text: "Storage's placement knows nothing of liveness, and may choose a replica that is stuck.",
		Needs: "sources that run on one replica, and a block that strikes one replica of two. The model's placement has the " +
			"lowest replica and no liveness, for sinks alone",
	},
	{
		Sentence: "decisions 1.3a", Kind: Decision,
		Text:  "Option: place ingestions by liveness.",
		Needs: "a sign of life from the worker loop, sources that move between replicas, and a fence for the incarnation that wakes up later",
	},
	{
		Sentence: "decisions 1.3b", Kind: Decision,
		Text:  "Option: put classes of dataflows on a second runtime in the process.",
		Needs: "a second timely cluster in a process with its share of metrics, permits and cores, and classes of dataflows",
	},
	{
		Sentence: "decisions 1.3c", Kind: Decision,
		Text:      "Option: accept and document the coupling; it does no harm beyond the wait.",
		Scenarios: []string{"gate"}, Oracles: works,
		Note: "Worlds that block for a second, a minute and for ever. Data, order and connections stay right; what is blocked for " +
			"ever is not judged for progress.",
	},
	{
		Sentence: "decisions 1.4", Kind: Decision,
		Text: "This decision comes before all others.",
	},
	{
		Sentence: "decisions 2.1", Kind: Decision,
		Text: "That compute's crate may depend on storage's was forbidden so far.",
		Note: "About a configuration; see decisions 2.2.",
	},
	{
		Sentence: "decisions 2.2", Kind: Decision,
		Text:  "The edge can be had without: what joins the two sides moves into clusterd.",
		Probe: probeImports,
		Note:  "No edge and no trait: the loop lives in clusterd, over a compute state and a guest that may be absent.",
	},
	{
		Sentence: "decisions 3.1", Kind: Decision,
		Text: "When two clusters retire has to be scheduled.",
		Note: "About a schedule; what both topologies have to agree on while they live is production 1.",
	},
	{
		Sentence: "decisions 3.2", Kind: Decision,
		Text: "Only then do storage's loop, the bridge of its logs and its timely cluster go.",
		Note: "About code that the model does not have: it begins without them.",
	},
}
