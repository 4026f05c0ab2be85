package oracle_test

import (
	"testing"

	"onelane.test/runtime/controller"
	"onelane.test/runtime/frontier"
	"onelane.test/runtime/persist"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
	"onelane.test/scenarios/oracle"
)

// reporting is a story of a view over an index over a source, written up to 20, of which one worker has reported.
func reporting(t *testing.T) *story {
	s := tell(t, func(v oracle.Violator) oracle.Oracle { return oracle.NewFrontiers(v) })
	s.on("env", storageSent(6, protocol.RunIngestion{Ingestion: source()})...)
	s.on("env", computeSent(7, index(4), view(5))...)
	s.on("persist", appended(s1, 20), appended(mv1, 15))
	s.on("r1.p0", stored(6, 0, upperOf(s1, 10)), computed(7, 0, writtenTo(i1, 10)), computed(7, 0, writtenTo(mv1, 5)))
	s.fine()
	return s
}

func appended(id query.ID, to frontier.Time) persist.Appended {
	return persist.Appended{Shard: query.ShardOf(id), Upper: frontier.At(to), OK: true}
}

func TestFrontiersMustAdvance(t *testing.T) {
	s := reporting(t)
	s.on("r1.p0", computed(7, 0, writtenTo(mv1, 6)))
	s.fine()
	s.on("r1.p0", computed(7, 0, writtenTo(mv1, 6)))
	s.wrong("does not advance")
}

func TestFrontiersEndWithTheEmptyOne(t *testing.T) {
	s := reporting(t)
	over := frontier.Empty()
	s.on("env", controller.ControllerSent{
		Plane: controller.Compute, Replica: "r1", Nonce: 7, Command: protocol.ComputeAllowCompaction{ID: i1, Frontier: over},
	})
	s.on("r1.p0", computed(7, 0, protocol.Frontiers{ID: i1, Write: &over}))
	s.fine()
	s.on("r1.p0", computed(7, 0, protocol.Frontiers{ID: i1, Write: &over}))
	s.wrong("does not advance")
}

func TestFrontiersBeginAtTheAsOf(t *testing.T) {
	s := reporting(t)
	s.on("r1.p1", computed(7, 1, writtenTo(mv1, 4)))
	s.wrong("before the as_of")
}

func TestFrontiersAreNotAheadOfTheShard(t *testing.T) {
	s := reporting(t)
	s.on("r1.p1", stored(6, 1, upperOf(s1, 20)), computed(7, 1, writtenTo(mv1, 15)))
	s.fine()
	s.on("r1.p1", computed(7, 1, writtenTo(mv1, 16)))
	s.wrong("has not been reached")
}

func TestFrontiersOfAnIndexAreNotAheadOfItsInput(t *testing.T) {
	s := reporting(t)
	s.on("r1.p1", computed(7, 1, writtenTo(i1, 21)))
	s.wrong("has not been reached")
}

func TestFrontiersOfAViewAreNotAheadOfWhatItsIndexReads(t *testing.T) {
	s := reporting(t)
	cut := frontier.Empty()
	s.on("r1.p1", computed(7, 1, protocol.Frontiers{ID: mv1, Input: &cut}))
	s.wrong("input of mv1 says {}, but is at {20}")
}

func TestFrontiersAreComparedWhereTheyArrive(t *testing.T) {
	s := reporting(t)
	s.on("env", controller.Connected{Plane: controller.Compute, Replica: "r1", Nonce: 7},
		controller.ControllerReceived{Plane: controller.Compute, Replica: "r1", Response: writtenTo(i1, 10)})
	s.fine()
	s.on("env", controller.ControllerReceived{Plane: controller.Compute, Replica: "r1", Response: writtenTo(i1, 9)})
	s.wrong("compute controller")
}
