// Package faults holds what can go wrong, as data.
//
// A [Fault] is a value that prints as it parses ("cut both r1.p1 for=80ms"), so that a plan can name it, a shrinker can
// drop it and a reader can follow it. [Kinds] lists what there is, one kind per file. An [Injector] brings faults into a
// world, ends them in time, and counts those that had an effect: a fault that never fired is a finding about the
// harness.
//
// Some faults act on what the kernel offers (links, nodes). Others are questions that the system asks: the injector
// answers whether a source fails now or how slow the async worker is, and scenarios hands these answers to the system as
// hooks; this package knows nothing of the system itself. A blocked operator is no fault but a query, and an armed
// failpoint is a property of the whole run.
//
// [Draw] draws a fault plan. Every run has only some of the kinds (swarm testing: Groce et al., ISSTA 2012), a [Budget]
// keeps the faults within what the system must survive, and all of them end before the plan's heal.
package faults
