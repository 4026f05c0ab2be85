package words

import (
	"cmp"
	"strconv"
)

// Error is a word that cannot stand where it stands. The empty Word means that the line ended too early, or what End
// names instead. Want completes the sentence "expected …".
type Error struct {
	Word string
	Want string
	End  string
}

// Error prints `"wrod": expected a word`.
func (e *Error) Error() string {
	word := strconv.Quote(e.Word)
	if e.Word == "" {
		word = "end of " + cmp.Or(e.End, "line")
	}
	return word + ": expected " + e.Want
}
