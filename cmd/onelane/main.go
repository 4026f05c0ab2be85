// Command onelane runs seeded simulations of a unified Materialize cluster, in which storage objects share timely workers
// with compute objects and one command lane orders what all workers build.
//
//	onelane run                          the suite smoke
//	onelane run storm --seeds 500        one scenario
//	onelane plan storm --seed 0x9f3c21   what a seed means, as text
//	onelane replay storm --seed 0x9f3c21 --grep lane.
//	onelane fuzz storm --for 10m             search with feedback
//	onelane shrink storm --seed 0x9f3c21     cut a failure to its core
//	onelane explain shrunk.plan              why it fails
//	onelane diff storm@0x1 storm@0x2         where two runs part
//	onelane regressions                      plans that are kept
//	onelane list
//
// Its exit status says how the worst run ended, see [exitStatuses].
package main

import "os"

func main() { os.Exit(execute(os.Args[1:], os.Stdout, os.Stderr)) }
