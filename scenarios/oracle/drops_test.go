package oracle_test

import (
	"testing"

	"onelane.test/runtime/environ"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
	"onelane.test/scenarios/oracle"
)

// ending is a story of a source that a replica has been told of.
func ending(t *testing.T) *story {
	s := tell(t, func(v oracle.Violator) oracle.Oracle { return oracle.NewDrops(v) })
	s.on("env", storageSent(6, protocol.StorageInitializationComplete{})...)
	s.on("env", storageSent(7, protocol.RunIngestion{Ingestion: source()}, protocol.StorageInitializationComplete{})...)
	return s
}

func (s *story) ends() { s.on("r1.p0", delivered(protocol.DropDataflow{IDs: []query.ID{s1, remap}})) }

func TestDropsOfWhatWasDropped(t *testing.T) {
	s := ending(t)
	s.on("env", environ.Dropped{ID: s1})
	s.ends()
	s.fine()
}

func TestDropsOfWhatIsWanted(t *testing.T) {
	s := ending(t)
	s.ends()
	s.wrong("an object is ended that nobody has dropped")
}

func TestDropsOfWhatAConnectionLeftOut(t *testing.T) {
	s := ending(t)
	s.on("env.old", storageSent(8, protocol.StorageInitializationComplete{})...)
	s.ends()
	s.fine()
}

func TestDropsOfWhatMayStillCome(t *testing.T) {
	s := ending(t)
	s.on("env", storageSent(8, protocol.StorageUpdateConfiguration{})...)
	s.ends()
	s.wrong("an object is ended that nobody has dropped")
}
