// Package plan is the text that says everything that happens in one run: the seed, the schedule, the world, the cluster,
// and, line by line, what the user does, what goes wrong, and when the run is judged.
//
//	onelane plan 1
//	scenario   storm
//	seed       0x9f3c21
//	schedule   pct depth=3 horizon=41210
//	world      grain=100us points=fine
//	cluster    design=hardened topology=unified replicas=1 processes=2 workers=2 isolation=shared
//	arm        lane/two-lanes@1/4
//	@0s        create source s1 partitions=4 rate=200/s
//	@10ms      create materialized-view mv1 query=count(s1)
//	@500ms     fault cut compute r1.p1 for=80ms
//	@5s        heal
//	@10s       check
//	choice     r1.p0.worker1 #318 r1.p0.adapter0  # at worker1's 318th step adapter0 runs instead
//
// One format serves stories written by hand, drawn plans, shrunk reproductions and regressions. A plan prints as it
// parses; comments begin with "#" and a space, or at the line's start. [Parse] checks that the plan could happen: names
// resolve, nothing is created on what was dropped, time does not run backwards. Errors name the file, the line, the word
// and what was expected.
//
// A kind of statement is a file: its type, its text, and what it does to the [Objects] that later lines refer to.
package plan
