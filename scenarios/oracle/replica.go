package oracle

import (
	"fmt"
	"strings"

	"onelane.test/faults"
)

// incarnation names one life of a replica: all its processes share fate, so they share a generation of the mesh.
type incarnation struct {
	replica    string
	generation uint64
}

// replicaOf returns the replica that a node belongs to: "r1" for "r1.p0", "" for any other node.
func replicaOf(node string) string {
	replica, _, ok := strings.Cut(node, ".p")
	if !ok {
		return ""
	}
	return replica
}

// isEnvironment says whether a node is an environment: the first, or one that succeeded it.
func isEnvironment(node string) bool { return strings.HasPrefix(node, faults.Environment) }

func (i incarnation) String() string {
	return fmt.Sprintf("%s/%x", i.replica, i.generation)
}
