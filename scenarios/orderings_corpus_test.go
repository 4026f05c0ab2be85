package scenarios

import (
	"encoding/binary"
	"flag"
	"fmt"
	"math"
	"math/bits"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"onelane.test/scenarios/plan"
	"onelane.test/scenarios/workload"
	"onelane.test/scenarios/workload/rapidsource"
	"onelane.test/sim"
)

// corpus is where go test finds the inputs of FuzzCommandOrderings.
const corpus = "testdata/fuzz/FuzzCommandOrderings"

// writeCorpus replaces the inputs, which is due when the grammar makes its choices in another order.
var writeCorpus = flag.Bool("write-corpus", false, "write the inputs of FuzzCommandOrderings anew")

// stories are the inputs, each with what its plan must hold, so that fuzzing begins with plans that mean something.
var stories = map[string][]string{
	"storm":      {"processes=2 workers=2", "create index", "create sink", "create materialized-view", "shape=", "schedule   random"},
	"reconnect":  {"processes=2", "fault cut compute", "create index", "drop", "schedule   pct"},
	"replay-cut": {"fault cut-at", "fault kill env", "create index", "schedule   pos"},
	"kill":       {"processes=2", "fault kill r1", "create sink", "fault slow-async", "schedule   delay"},
	"suspend":    {"workers=2", "fault source-error", "fault cut storage", "suspend-delay=10ms", "schedule   random"},
	"gate":       {"workers=2", "sleep(s1,1s", "create source s2", "schedule   fifo"},
	"succession": {"fault old-env", "fault oneway", "create materialized-view", "fair="},
}

// TestCorpus reads the inputs and demands that each makes the plan that it is there for.
func TestCorpus(t *testing.T) {
	for name, wants := range stories {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(corpus, name)
			if *writeCorpus {
				text := fmt.Sprintf("go test fuzz v1\n[]byte(%q)\n", findStory(t, wants))
				require.NoError(t, os.WriteFile(file, []byte(text), 0o666))
			}
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			p := decodeOrdering(t, readCorpus(t, string(text)))
			require.NotNil(t, p, "the choices do not suffice for a plan: with -write-corpus they are chosen anew")
			require.Empty(t, missing(p, wants), "with -write-corpus the choices are made anew\n%s", p)
			require.NoError(t, p.Validate())
		})
	}
}

func missing(p *plan.Plan, wants []string) (missing []string) {
	for _, want := range wants {
		if !strings.Contains(p.String(), want) {
			missing = append(missing, want)
		}
	}
	return missing
}

// readCorpus takes the bytes out of an input's text.
func readCorpus(t *testing.T, text string) []byte {
	literal := strings.TrimSuffix(strings.TrimPrefix(text, "go test fuzz v1\n[]byte("), ")\n")
	choices, err := strconv.Unquote(literal)
	require.NoError(t, err)
	return []byte(choices)
}

// decodeOrdering returns the plan that choices make, nil where they end too early.
func decodeOrdering(t *testing.T, choices []byte) (p *plan.Plan) {
	t.Run("decode", func(t *testing.T) {
		rapid.MakeFuzz(func(t *rapid.T) { p = ordering(rapidsource.New(t)) })(t, choices)
	})
	return p
}

// findStory returns the fewest choices, of many drawn ones, that make a plan with all that is wanted.
func findStory(t *testing.T, wants []string) (choices []byte) {
	for seed := range uint64(40_000) {
		e := &encoder{source: workload.FromStream(sim.Derive(seed, "corpus"))}
		p := ordering(e)
		if (choices == nil || len(e.choices) < len(choices)) && len(missing(p, wants)) == 0 {
			choices = e.choices
		}
	}
	require.NotNil(t, choices)
	return choices
}

// encoder is a source that writes its choices down as rapid reads them from the bytes of a fuzz test.
type encoder struct {
	source  workload.Source
	choices []byte
}

func (e *encoder) IntN(label string, n int) int {
	v := e.source.IntN(label, n)
	e.write(uint64(n-1), uint64(v))
	return v
}

func (e *encoder) Chance(label string, num, den int) bool {
	yes := e.source.Chance(label, num, den)
	v := 0
	if yes {
		v = den - num
	}
	e.write(uint64(den-1), uint64(v))
	return yes
}

func (e *encoder) Duration(label string, lo, hi time.Duration) time.Duration {
	d := e.source.Duration(label, lo, hi)
	e.write(uint64(hi-lo), uint64(d-lo))
	return d
}

// write adds three words: that the number is not negative, of how many bits it is, and the number.
func (e *encoder) write(most, v uint64) {
	for _, word := range []uint64{0, allBits(bits.Len64(most)), v} {
		e.choices = binary.LittleEndian.AppendUint64(e.choices, word)
	}
}

// allBits returns a word for which rapid, which prefers numbers of few bits, draws one of all bits: the inverse of its
// geometric distribution at one more than the bits, in 16 bits of the fraction's 53.
func allBits(most int) uint64 {
	mean := max(8, (float64(most)+48)/7)
	fraction := 1 - math.Exp((float64(most)+0.5)*math.Log1p(-1/(mean+1)))
	return uint64(fraction*(1<<16)) << (53 - 16)
}

// TestEncoder demands that rapid reads what the encoder writes.
func TestEncoder(t *testing.T) {
	for seed := range uint64(200) {
		e := &encoder{source: workload.FromStream(sim.Derive(seed, "encoder"))}
		p := ordering(e)
		require.Equal(t, p, decodeOrdering(t, e.choices))
	}
}
