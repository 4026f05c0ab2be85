package oracle_test

import (
	"testing"

	"onelane.test/runtime/timely"
	"onelane.test/scenarios/oracle"
)

func TestMesh(t *testing.T) {
	s := tell(t, func(v oracle.Violator) oracle.Oracle { return oracle.NewMesh(v) })
	for _, p := range []string{"r1.p0", "r1.p1"} {
		s.on(p, timely.MeshUp{Generation: 1})
	}
	s.on("r2.p0", timely.MeshUp{Generation: 9})
	for _, p := range []string{"r1.p0", "r1.p1"} {
		s.on(p, exited(p))
	}
	s.on("r1.p1", timely.MeshUp{Generation: 2})
	s.fine()
	s.on("r1.p0", timely.MeshUp{Generation: 3})
	s.wrong("r1.p0 is up in generation 3, r1.p1 in 2")
}
