package oracle_test

import (
	"testing"

	"onelane.test/runtime/storage"
	"onelane.test/scenarios/oracle"
)

func TestAssertions(t *testing.T) {
	s := tell(t, func(v oracle.Violator) oracle.Oracle { return oracle.NewAssertions(v) })
	s.on("r1.p0", toldOf(0, s1))
	s.fine()
	s.on("r1.p0", storage.SoftAssertion{Worker: 0, ID: s1, Reason: "dropped without being known"})
	s.wrong("dropped without being known")
}
