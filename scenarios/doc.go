// Package scenarios holds what onelane runs: scenarios, suites, and the runner.
//
// A [Scenario] is a configuration space with a workload grammar, a fault profile and limits. A seed draws a plan from
// it (package plan): a text that says everything that will happen. [Run] builds the world that a plan describes, lets
// it live through the phases safety → heal → liveness → check, and returns what the oracles said. [Sweep] runs many
// seeds on all cores and judges a suite's activity floors: a harness that saw nothing has proved nothing.
//
// This package knows plans, workload and oracles, and all that they stand on. Packages that run worlds know it (search,
// reduction, explanation, regression, report), and commands.
package scenarios
