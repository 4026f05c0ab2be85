package plan

import (
	"fmt"
	"strconv"
	"strings"

	"onelane.test/faults/words"
)

// FormatSeed prints a seed as plans and messages do.
func FormatSeed(seed uint64) string { return fmt.Sprintf("0x%x", seed) }

// ParseSeed reads a seed: hexadecimal with 0x in front, or decimal. Errors are of type *words.Error.
func ParseSeed(text string) (uint64, error) {
	digits, hexadecimal := strings.CutPrefix(text, "0x")
	base := 10
	if hexadecimal {
		base = 16
	}
	seed, err := strconv.ParseUint(digits, base, 64)
	if err != nil {
		return 0, &words.Error{Word: text, Want: "a seed of at most 64 bits such as 0x9f3c21 or 42"}
	}
	return seed, nil
}
