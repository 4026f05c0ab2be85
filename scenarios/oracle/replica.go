package oracle

import (
	"fmt"
	"strings"
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

func (i incarnation) String() string {
	return fmt.Sprintf("%s/%x", i.replica, i.generation)
}
