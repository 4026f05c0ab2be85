package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"onelane.test/scenarios"
	"onelane.test/scenarios/reduction"
)

// refresh is the least time between two pictures of the bar.
const refresh = 100 * time.Millisecond

// newProgress returns what shows how far a sweep has come; nil where nobody watches, so that logs stay clean.
func newProgress(w io.Writer) func(scenarios.Progress) {
	file := watchedFile(w)
	if file == nil {
		return nil
	}
	bar := progressbar.NewOptions(-1,
		progressbar.OptionSetWriter(file),
		progressbar.OptionShowCount(),
		progressbar.OptionShowIts(),
		progressbar.OptionSetItsString("worlds"),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionClearOnFinish(),
		progressbar.OptionThrottle(refresh),
	)
	return func(p scenarios.Progress) {
		if p.Total > 0 && int64(p.Total) != bar.GetMax64() {
			bar.ChangeMax(p.Total)
		}
		if p.Failures > 0 {
			bar.Describe(count(p.Failures, "failure"))
		}
		if err := bar.Set(p.Done); err != nil {
			fmt.Fprintln(w, "onelane:", err)
		}
	}
}

// watchedFile returns the terminal that w is, nil if nobody watches.
func watchedFile(w io.Writer) *os.File {
	file, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(file.Fd())) {
		return nil
	}
	return file
}

// newShrinkProgress returns what shows how far a reduction has come, and what takes the picture away; nil for the first
// where nobody watches.
func newShrinkProgress(w io.Writer) (tell func(reduction.Progress), over func()) {
	file := watchedFile(w)
	if file == nil {
		return nil, func() {}
	}
	bar := progressbar.NewOptions(-1,
		progressbar.OptionSetWriter(file),
		progressbar.OptionShowCount(),
		progressbar.OptionShowIts(),
		progressbar.OptionSetItsString("worlds"),
		progressbar.OptionSetElapsedTime(true),
		progressbar.OptionClearOnFinish(),
		progressbar.OptionThrottle(refresh),
	)
	tell = func(p reduction.Progress) {
		bar.Describe(fmt.Sprintf("%s; trying: %s", reduction.SizeOf(p.Best), p.Pass))
		if err := bar.Set(p.Runs); err != nil {
			fmt.Fprintln(w, "onelane:", err)
		}
	}
	return tell, func() {
		if err := bar.Finish(); err != nil {
			fmt.Fprintln(w, "onelane:", err)
		}
	}
}
