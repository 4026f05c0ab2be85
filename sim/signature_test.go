package sim

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSignature demands that what differs from run to run does not make two bugs of one: numbers, addresses, and the units
// that follow from the size of a duration. What does not look like a duration stays.
func TestSignature(t *testing.T) {
	for message, want := range map[string]string{
		"nothing moved for 80ms":             "o: nothing moved for #s",
		"nothing moved for 1.5s":             "o: nothing moved for #s",
		"nothing moved for 1m0s":             "o: nothing moved for #s",
		"nothing moved for 2h0m1.000000001s": "o: nothing moved for #s",
		"nothing moved for 150µs, or 7ns":    "o: nothing moved for #s, or #s",
		"at=80ms r1.p0 saw 0x7f, 12 times":   "o: at=#s r#.p# saw #, # times",
		"mv1 of 3seconds, v2s1, 5x":          "o: mv# of #seconds, v#s#, #x",
		"\n\n  first line\nsecond 1":         "o: first line",
	} {
		require.Equal(t, want, Signature("o", message), message)
	}
}
