package oracle_test

import (
	"testing"

	"onelane.test/runtime/protocol"
	"onelane.test/scenarios/oracle"
)

func newPartition(v oracle.Violator) oracle.Oracle { return oracle.NewPartition(v) }

// dropping is a story of a source that both workers report as dropped.
func dropping(t *testing.T) *story {
	s := tell(t, newPartition)
	s.on("env", storageSent(7, protocol.RunIngestion{Ingestion: source()})...)
	s.on("r1.p0", stored(7, 0, upperOf(s1, 5)), stored(7, 0, protocol.DroppedID{ID: s1}))
	s.on("r1.p1", stored(7, 1, upperOf(remap, 5)), stored(7, 1, protocol.DroppedID{ID: s1}))
	s.fine()
	return s
}

func TestPartitionRefusesAnUpperAfterTheLastWord(t *testing.T) {
	s := dropping(t)
	s.on("r1.p1", stored(7, 1, upperOf(s1, 6)))
	s.wrong("after its last word")
}

func TestPartitionRefusesTwoLastWords(t *testing.T) {
	s := dropping(t)
	s.on("r1.p0", stored(7, 0, protocol.DroppedID{ID: s1}))
	s.wrong("after its last word")
}

func TestPartitionRefusesWhatAnEarlierConnectionWasToldOf(t *testing.T) {
	s := dropping(t)
	s.on("env", storageSent(8)...)
	s.on("r1.p0", stored(8, 0, upperOf(remap, 9)))
	s.wrong("was not told of")
}

func TestPartitionRefusesUnknownDataflows(t *testing.T) {
	s := tell(t, newPartition)
	s.on("env", computeSent(7, index(1))...)
	s.on("r1.p0", computed(7, 0, writtenTo(i1, 2)))
	s.fine()
	s.on("r1.p0", computed(7, 0, writtenTo(mv1, 2)))
	s.wrong("was not told of")
}
