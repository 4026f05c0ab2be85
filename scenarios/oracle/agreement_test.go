package oracle_test

import (
	"testing"

	"onelane.test/runtime/query"
	"onelane.test/runtime/storage"
	"onelane.test/scenarios/oracle"
)

// two is the state at the end of a run with two workers, one that with one.
func two() *oracle.State { return &oracle.State{Replicas: 1, Peers: 2} }
func one() *oracle.State { return &oracle.State{Replicas: 1, Peers: 1} }

func toldOf(worker int, sources ...query.ID) storage.ExternalMap {
	return storage.ExternalMap{Worker: worker, Ingestions: sources, Reported: sources}
}

func TestAgreement(t *testing.T) {
	s := tell(t, func(v oracle.Violator) oracle.Oracle { return oracle.NewAgreement(v) })
	s.on("r1.p0", toldOf(0, s1))
	s.on("r1.p1", toldOf(1, s1))
	s.rest(two())
	s.on("r1.p0", exited("r1.p0"))
	s.on("r1.p0", toldOf(0))
	s.on("r1.p1", toldOf(1))
	s.rest(two())
	s.on("r1.p1", toldOf(1, s1))
	s.restless(two(), "told different things")
}
