package oracle_test

import (
	"testing"

	"onelane.test/runtime/environ"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
	"onelane.test/scenarios/oracle"
)

func TestDrops(t *testing.T) {
	s := tell(t, func(v oracle.Violator) oracle.Oracle { return oracle.NewDrops(v) })
	s.on("env", storageSent(7, protocol.RunIngestion{Ingestion: source()})...)
	s.on("env", environ.Dropped{ID: s1})
	s.on("r1.p0", delivered(protocol.DropDataflow{IDs: []query.ID{s1, remap}}))
	s.fine()
	s.on("r1.p0", delivered(protocol.DropDataflow{IDs: []query.ID{k1}}))
	s.wrong("an object is ended that nobody has dropped")
}
