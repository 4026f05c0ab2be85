package sim

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// logHeader is the first line of a log's text; the number is that of the format.
const logHeader = "sim log 1"

// String prints the entry as a line of a log's text: "step 1.5ms 1/3 r1.p0.worker0" for the actor at place 1 of 3
// enabled ones, "draw 23412/450001 link r1.p0->persist" for a number below 450001, with "*" for 2^64, and
// "event 0x1f3c lane.sequenced".
func (e Entry) String() string { return string(e.append(nil)) }

func (e Entry) append(b []byte) []byte {
	switch e.Kind {
	case EntryStep:
		b = append(append(b, "step "...), e.At.String()...)
		b = e.appendRatio(append(b, ' '))
	case EntryDraw:
		b = e.appendRatio(append(b, "draw "...))
	case EntryEvent:
		b = strconv.AppendUint(append(b, "event 0x"...), e.Value, 16)
	default:
		return append(b, "the end of the log"...)
	}
	b = append(b, ' ')
	if e.Label != strings.TrimSpace(e.Label) || e.Label == "" || e.Label[0] == '"' || !strconv.CanBackquote(e.Label) {
		return strconv.AppendQuote(b, e.Label)
	}
	return append(b, e.Label...)
}

func (e Entry) appendRatio(b []byte) []byte {
	b = append(strconv.AppendUint(b, e.Value, 10), '/')
	if e.Range == 0 {
		return append(b, '*')
	}
	return strconv.AppendUint(b, e.Range, 10)
}

// MarshalText returns the log as text, one entry per line.
func (l *Log) MarshalText() ([]byte, error) {
	b := append([]byte(logHeader), '\n')
	for _, e := range l.All() {
		b = append(e.append(b), '\n')
	}
	return b, nil
}

// UnmarshalText reads what MarshalText returns, in place of what is in the log. Errors name the line.
func (l *Log) UnmarshalText(text []byte) error {
	var read Log
	number := 0
	for line := range bytes.Lines(text) {
		number++
		words := strings.TrimSuffix(string(line), "\n")
		if number == 1 {
			if words != logHeader {
				return fmt.Errorf("sim: parse log: line 1: %q: want %q", words, logHeader)
			}
			continue
		}
		e, err := ParseEntry(words)
		if err == nil && e.Kind == EntryStep && e.At < read.last {
			err = fmt.Errorf("sim: parse entry %q: lies before %s", words, read.last)
		}
		if err != nil {
			return fmt.Errorf("sim: parse log: line %d: %w", number, err)
		}
		read.Append(e)
	}
	if number == 0 {
		return fmt.Errorf("sim: parse log: want %q as the first line", logHeader)
	}
	*l = read
	return nil
}

// ParseEntry reads what [Entry.String] prints.
func ParseEntry(line string) (Entry, error) {
	var e Entry
	ok := false
	word, rest, _ := strings.Cut(line, " ")
	switch word {
	case "step":
		e.Kind = EntryStep
		word, rest, _ = strings.Cut(rest, " ")
		at, err := time.ParseDuration(word)
		e.At = Time(at)
		word, rest, _ = strings.Cut(rest, " ")
		ok = e.parseRatio(word) && err == nil && at >= 0 && e.Range > 0
	case "draw":
		e.Kind = EntryDraw
		word, rest, _ = strings.Cut(rest, " ")
		ok = e.parseRatio(word)
	case "event":
		e.Kind = EntryEvent
		word, rest, _ = strings.Cut(rest, " ")
		hex, prefixed := strings.CutPrefix(word, "0x")
		value, err := strconv.ParseUint(hex, 16, 64)
		e.Value, ok = value, prefixed && err == nil
	}
	if !ok || !e.parseLabel(rest) {
		return Entry{}, fmt.Errorf(
			"sim: parse entry %q: want step TIME PLACE/ENABLED ACTOR, draw VALUE/RANGE STREAM or event 0xHASH KIND", line)
	}
	return e, nil
}

// parseRatio reads "value/range", where the value lies below the range.
func (e *Entry) parseRatio(word string) bool {
	value, below, _ := strings.Cut(word, "/")
	var err, errBelow error
	e.Value, err = strconv.ParseUint(value, 10, 64)
	if below == "*" {
		return err == nil
	}
	e.Range, errBelow = strconv.ParseUint(below, 10, 64)
	return err == nil && errBelow == nil && e.Value < e.Range
}

func (e *Entry) parseLabel(text string) bool {
	e.Label = text
	if strings.HasPrefix(text, `"`) {
		var err error
		e.Label, err = strconv.Unquote(text)
		return err == nil
	}
	return text != ""
}
