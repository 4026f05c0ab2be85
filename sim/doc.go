// Package sim runs a system of nodes, tasks and links in a world of its own, so that one seed means one run.
//
// # One world, one goroutine
//
// A [World] is driven by whoever calls [World.Step] or one of the Run functions. Every simulated thread is a [Task]: a
// coroutine made with [iter.Pull] that runs only while the driver waits for it. So nothing in a world runs at the same
// time as anything else in it, and nothing needs a lock. Worlds share nothing: any number of them run side by side,
// one goroutine each. Below a world there must be no go statement, channel, mutex, wall clock, global random number or
// map iteration whose order shows.
//
// # Steps and choices
//
// A world moves in steps. At each step the enabled actors are offered to the [Schedule], which picks one. An actor is a
// task, one direction of a link, the timers of a node, or the actions of the world; so a delivery or timer that is due
// stands beside the runnable tasks as a choice of its own. A task gives up control at scheduling points only:
// [Task.Point], the fine points inside queues, parks and connections when the world is [PointsFine], and wherever it
// blocks. What a point declares as its access covers everything that the task does until its next point; an empty
// declaration means that nothing is known, so that it must be taken to race with everything.
//
// A spawned task starts eagerly: when its spawner reaches its next point, the new task runs up to its own first point,
// without a choice and without a step of its own. Otherwise every task would begin with a step that does nothing, and
// the probabilities that schedules promise would not hold.
//
// [Schedules] lists the schedules that pick by drawing, from plain chances to walks that are uniform over all orders.
// [Explore] draws nothing: it makes a tiny world again and again until it has seen every order of its steps, or one of
// each class of orders that differ only in steps which do not race.
//
// # Time
//
// Time stands still while any actor is enabled, and then jumps to the next instant at which one is. The [Grain] rounds
// deliveries, ends of work and timers up to a common raster; without it two actors are almost never enabled together
// and a schedule has nothing to choose.
//
// # Links
//
// A [Link] joins two nodes. Its connections keep order and lose nothing unless they break, as TCP has it; its datagrams
// may be lost, doubled and reordered. It can be cut, in both directions, in one or for one port; hold back what is sent;
// be slow; clog, so that messages wait at the sender; and leave one end of its connections in the belief that all is well
// ([Link.HalfOpen]). What crosses it is a value: with [Config.Codec] every message is encoded and decoded, which must
// change no run.
//
// # Ends
//
// Killing a node unwinds its tasks at their scheduling points with a private panic. Deferred functions run, but every
// primitive that they call panics again: a dead process touches nothing. A kill that the simulated code swallows (a
// recover loop, a String method that blocks inside fmt) ends the world as a crash. [Task.Exit] ends the task's own
// process in the same way. A Go panic that nobody modelled ends the world as a crash with the stack of the task.
//
// A pause ([Node.Pause], [Task.Pause]) is no end: everything of the process stands still while time goes on.
//
// # Identity
//
// Every step's actor and time and every event's text fold into a 64-bit hash, [World.Hash]. It is the identity of the
// run: the same in a fresh process, at any GOMAXPROCS, under the race detector, beside other worlds and in a reused
// [Pool].
//
// # Logs
//
// [Config.Record] keeps a run as a [Log], the sequence of all its decisions, and [Config.Replay] takes the decisions
// from there: under any seed and schedule, and up to the first choice or event that differs, which the world then names
// ([StopDivergence]). So a log tells where a changed program leaves the run that it was, and a prefix of a log is a
// point from which other runs go on.
package sim
