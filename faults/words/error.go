package words

import "strconv"

// Error is a word that cannot stand where it stands. The empty Word means that the line ended too early. Want completes
// the sentence "expected …".
type Error struct {
	Word string
	Want string
}

// Error prints `"wrod": expected a word`.
func (e *Error) Error() string {
	word := "end of line"
	if e.Word != "" {
		word = strconv.Quote(e.Word)
	}
	return word + ": expected " + e.Want
}
