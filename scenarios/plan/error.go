package plan

import (
	"errors"
	"fmt"

	"onelane.test/faults/words"
)

// Error is what is wrong with a plan: a place, a word that cannot stand there, and what was expected.
type Error struct {
	// File is the plan's file, empty for a plan that was not read from one.
	File string
	// Line is the number of the line, zero for a plan that was not read from text.
	Line int
	// Text is what stands in the line; it takes the place of a number.
	Text string
	// Cause is the word and what was expected.
	Cause *words.Error
}

// Error prints `storm.plan:12: "mv9": expected …`.
func (e *Error) Error() string {
	file := e.File
	if file == "" {
		file = "plan"
	}
	switch {
	case e.Line > 0:
		return fmt.Sprintf("%s:%d: %s", file, e.Line, e.Cause)
	case e.Text != "":
		return fmt.Sprintf("%s: %s: %s", file, e.Text, e.Cause)
	}
	return fmt.Sprintf("%s: %s", file, e.Cause)
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Cause }

// locate gives an error about a word its place. Other errors stay as they are, and so does nil.
func locate(file string, line int, text string, err error) error {
	var cause *words.Error
	if !errors.As(err, &cause) {
		return err
	}
	return &Error{File: file, Line: line, Text: text, Cause: cause}
}
