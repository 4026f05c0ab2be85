package protocol

import "fmt"

// Execution numbers the starts of storage dataflows, and their drops. Worker 0 draws one for each that it asks for, so
// that a later wish has a higher number whatever way it takes to the lane. Zero is a wish without a number, as all were in
// MaterializeInc/materialize#38579.
type Execution uint64

// suffix is what a command's text ends with.
func (e Execution) suffix() string {
	if e == 0 {
		return ""
	}
	return fmt.Sprintf(" execution=%d", e)
}
