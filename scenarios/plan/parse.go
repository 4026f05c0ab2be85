package plan

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"onelane.test/faults/words"
)

const header = "onelane plan 1"

// ReadFile reads a plan from a file, see [Parse].
func ReadFile(path string) (*Plan, error) {
	text, err := os.ReadFile(path) //simvet:allow host plans are read before their world begins
	if err != nil {
		return nil, fmt.Errorf("plan: read %s: %w", path, errors.Unwrap(err))
	}
	return Parse(path, string(text))
}

// Parse reads a plan and validates it. File is its name in messages. What a text leaves out has the defaults of [New];
// the scenario, the seed and a check must be there. Errors are of type *Error.
func Parse(file, text string) (*Plan, error) {
	p := parser{plan: New("", 0), seen: map[string]int{}}
	p.plan.File = file
	for i, raw := range strings.Split(text, "\n") {
		p.line = i + 1
		fields := strings.Fields(withoutComment(raw))
		if len(fields) == 0 {
			continue
		}
		if err := p.read(fields); err != nil {
			return nil, locate(file, p.line, "", err)
		}
	}
	if err := p.complete(); err != nil {
		return nil, locate(file, p.line, "", err)
	}
	if err := p.plan.Validate(); err != nil {
		return nil, err
	}
	return p.plan, nil
}

// parser reads a plan line by line.
type parser struct {
	plan    *Plan
	line    int
	started bool           // the version was read
	seen    map[string]int // which keys that stand once were read, and where
}

// read takes one line that is not empty.
func (p *parser) read(fields []string) error {
	if !p.started {
		p.started = true
		if strings.Join(fields, " ") != header {
			return &words.Error{Word: strings.Join(fields, " "), Want: header}
		}
		return nil
	}
	key := fields[0]
	if strings.HasPrefix(key, "@") {
		return p.readLine(key, fields[1:])
	}
	for _, h := range headerLines() {
		if h.key != key {
			continue
		}
		if first, again := p.seen[key]; again && h.once {
			return &words.Error{Word: key, Want: fmt.Sprintf("one %s line; the first is line %d", key, first)}
		}
		p.seen[key] = p.line
		a := words.NewArgs(fields[1:])
		h.read(p, a)
		return a.End()
	}
	return &words.Error{Word: key, Want: words.Suggest(key, append(headerKeys(), "a time such as @10ms"))}
}

// readLine takes a timed line.
func (p *parser) readLine(time string, rest []string) error {
	at, err := words.ParseDuration(time[1:])
	if err != nil {
		return &words.Error{Word: time, Want: "a time such as @10ms or @1.5s"}
	}
	a := words.NewArgs(rest)
	statement := readStatement(a)
	if err := a.End(); err != nil {
		return err
	}
	p.plan.Lines = append(p.plan.Lines, Line{At: at, Statement: statement, Source: p.line})
	return nil
}

// complete returns an error if a line is missing that must be there.
func (p *parser) complete() error {
	if !p.started {
		return &words.Error{End: "plan", Want: header}
	}
	for _, key := range []string{"scenario", "seed"} {
		if p.seen[key] == 0 {
			return &words.Error{End: "plan", Want: "a " + key + " line"}
		}
	}
	return nil
}

// withoutComment cuts a comment off: from a "#" at the line's start, or one that stands alone between spaces. The number
// of a choice's step is no comment.
func withoutComment(line string) string {
	if strings.HasPrefix(strings.TrimSpace(line), "#") {
		return ""
	}
	for _, mark := range []string{" # ", "\t# "} {
		line, _, _ = strings.Cut(line, mark)
	}
	return strings.TrimSuffix(line, " #")
}
