package oracle_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"onelane.test/runtime/query"
	"onelane.test/runtime/timely"
	"onelane.test/scenarios/oracle"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// judged is an oracle with what it reported.
type judged struct {
	t          *testing.T
	oracle     oracle.Oracle
	now        time.Duration
	violations []string
}

// Violate implements [oracle.Violator].
func (j *judged) Violate(name, message string) {
	require.Equal(j.t, j.oracle.Name(), name)
	j.violations = append(j.violations, message)
}

func judge(t *testing.T, make func(oracle.Violator) oracle.Oracle) *judged {
	j := &judged{t: t}
	j.oracle = make(j)
	return j
}

// at says when the next events happen.
func (j *judged) at(now time.Duration) *judged {
	j.now = now
	return j
}

// on lets events happen in a task, written "r1.p0.worker0".
func (j *judged) on(task string, events ...trace.Event) *judged {
	cut := strings.LastIndexByte(task, '.')
	for _, e := range events {
		j.oracle.Observe(&trace.Record{At: int64(j.now), Node: task[:cut], Task: task[cut+1:], Event: e})
	}
	return j
}

// up lets two processes of one worker each come up.
func (j *judged) up() *judged {
	for p := range 2 {
		j.on(fmt.Sprintf("r1.p%d.main", p), timely.MeshUp{Generation: 7, Process: p})
	}
	return j
}

// holds demands that nothing was reported and that the oracle looked.
func (j *judged) holds(s *oracle.State) {
	j.t.Helper()
	v := j.verdict(s)
	require.Equal(j.t, oracle.Holds, v.Outcome, v.Reason)
	require.Empty(j.t, j.violations)
	require.NotZero(j.t, v.Looks)
}

// violated demands a violation whose first line is given.
func (j *judged) violated(s *oracle.State, first string) {
	j.t.Helper()
	v := j.verdict(s)
	require.Equal(j.t, oracle.Violated, v.Outcome)
	line, _, _ := strings.Cut(v.Reason, "\n")
	require.Equal(j.t, first, line)
}

func (j *judged) verdict(s *oracle.State) oracle.Verdict {
	if s == nil {
		s = &oracle.State{}
	}
	s.Now = sim.Time(j.now)
	return j.oracle.Check(s)
}

var s1 = query.ID{N: 1, Name: "s1"}
