package oracle_test

import (
	"testing"

	"onelane.test/runtime/compute"
	"onelane.test/runtime/lane"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
	"onelane.test/runtime/storage"
	"onelane.test/scenarios/oracle"
	"onelane.test/sim/trace"
)

func newReconciled(v oracle.Violator) oracle.Oracle { return oracle.NewReconciled(v) }

func delivered(c protocol.InternalCommand) trace.Event {
	return lane.Delivered{Item: lane.Item{Storage: c}}
}

// hosting is a story of a worker that runs what its storage connection wants.
func hosting(t *testing.T) *story {
	s := tell(t, newReconciled)
	s.on("env", storageSent(7, protocol.RunIngestion{Ingestion: source()}, protocol.RunSink{Sink: &query.Sink{ID: k1, From: s1}})...)
	s.on("r1.p0",
		storage.ExternalMap{Ingestions: []query.ID{s1}, Sinks: []query.ID{k1}, Reported: []query.ID{s1, remap, k1}},
		delivered(protocol.CreateIngestionDataflow{Ingestion: source()}),
		delivered(protocol.RunSinkDataflow{Sink: &query.Sink{ID: k1, From: s1}}),
		stored(7, 0, upperOf(s1, 1)), stored(7, 0, upperOf(remap, 1)), stored(7, 0, upperOf(k1, 1)))
	s.rest(one())
	return s
}

func TestReconciledDropsWhatIsNotWanted(t *testing.T) {
	s := hosting(t)
	s.on("env", storageSent(8)...)
	s.restless(one(), "wanted are []")
}

func TestReconciledRunsTheWantedDescription(t *testing.T) {
	s := hosting(t)
	altered := source()
	altered.Rate++
	s.on("env", storageSent(8, protocol.RunIngestion{Ingestion: altered}, protocol.RunSink{Sink: &query.Sink{ID: k1, From: s1}})...)
	s.restless(one(), "ingestion s1 was built by")
}

func TestReconciledReportsAnew(t *testing.T) {
	s := hosting(t)
	s.on("env", storageSent(8, protocol.RunIngestion{Ingestion: source()}, protocol.RunSink{Sink: &query.Sink{ID: k1, From: s1}})...)
	s.on("r1.p0", stored(8, 0, upperOf(s1, 2)), stored(8, 0, upperOf(k1, 2)))
	s.restless(one(), "has not reported on s1/remap")
}

func TestReconciledReadsLivingIndexes(t *testing.T) {
	s := tell(t, newReconciled)
	s.on("env", computeSent(7, index(1), view(1))...)
	s.on("r1.p0",
		compute.Installed{IDs: []query.ID{i1}, Dataflow: 3}, compute.Installed{IDs: []query.ID{mv1}, Dataflow: 4},
		computed(7, 0, writtenTo(i1, 1)), computed(7, 0, writtenTo(mv1, 1)))
	s.rest(one())
	s.on("r1.p0", compute.Removed{ID: i1}, compute.Installed{IDs: []query.ID{i1}, Dataflow: 5})
	s.restless(one(), "reads an index that was replaced by dataflow 5")
}

func TestReconciledComputesWhatIsWanted(t *testing.T) {
	s := tell(t, newReconciled)
	s.on("env", computeSent(7, index(1))...)
	s.on("r1.p0", compute.Installed{IDs: []query.ID{i1}, Dataflow: 3}, computed(7, 0, writtenTo(i1, 1)))
	s.rest(one())
	s.on("env", computeSent(8)...)
	s.restless(one(), "it computes [i1]")
}
