package faults

import "strings"

// linkTarget names the link between two nodes, whichever comes first.
func linkTarget(a, b string) string { return "link " + min(a, b) + " " + max(a, b) }

// replicaOf returns the replica's part of a process's name.
func replicaOf(process string) string {
	replica, _, _ := strings.Cut(process, ".")
	return replica
}
