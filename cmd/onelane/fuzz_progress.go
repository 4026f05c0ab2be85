package main

import (
	"fmt"
	"io"
	"time"

	"golang.org/x/term"

	"onelane.test/scenarios/search"
)

// newFuzzProgress returns what shows how far a search has come, in one line that is written over and over, and what takes
// the line away. Where nobody watches, nothing is shown, so that logs stay clean.
func newFuzzProgress(w io.Writer) (tell func(*search.Report), over func()) {
	file := watchedFile(w)
	if file == nil {
		return func(*search.Report) {}, func() {}
	}
	var last time.Time
	tell = func(r *search.Report) {
		if time.Since(last) < refresh {
			return
		}
		last = time.Now()
		width, _, err := term.GetSize(int(file.Fd()))
		if err != nil {
			width = 80
		}
		fmt.Fprintf(file, "\r\x1b[K%s", cut(fuzzLine(r), width-1))
	}
	return tell, func() { fmt.Fprint(file, "\r\x1b[K") }
}

// cut returns at most n letters of a text.
func cut(text string, n int) string {
	letters := []rune(text)
	return string(letters[:max(0, min(n, len(letters)))])
}
