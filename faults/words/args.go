package words

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Args are the words of a statement, which its parser takes out one after the other: the plain ones by position, the
// KEY=VALUE ones by key. The first thing that is wrong is kept, everything asked for after it yields zero values, and
// End returns it; so a parser reads straight through and looks for an error once.
type Args struct {
	plain []string
	keyed []keyed
	err   *Error
}

type keyed struct{ key, value string }

// NewArgs sorts words into plain and keyed ones. A key that stands twice is an error.
func NewArgs(all []string) *Args {
	a := &Args{}
	for _, word := range all {
		key, value, found := strings.Cut(word, "=")
		if !found || key == "" || strings.ContainsAny(key, "(,") {
			a.plain = append(a.plain, word)
			continue
		}
		if a.find(key) >= 0 {
			a.Fail(word, "the key "+key+" once")
		}
		a.keyed = append(a.keyed, keyed{key, value})
	}
	return a
}

// Parse reads all of a text with read, which takes what it needs.
func Parse[T any](text string, read func(*Args) T) (T, error) {
	a := NewArgs(strings.Fields(text))
	v := read(a)
	return v, a.End()
}

// Fail records that word is not what was wanted, unless something was wrong already.
func (a *Args) Fail(word, want string) {
	if a.err == nil {
		a.err = &Error{Word: word, Want: want}
	}
}

// End returns the first thing that was wrong, if only that a word is left over; nil if all is well.
func (a *Args) End() error {
	if left := a.next(); left != "" {
		a.Fail(left, "end of line")
	}
	if a.err == nil {
		return nil
	}
	return a.err
}

// More reports whether a plain word is left.
func (a *Args) More() bool { return a.err == nil && len(a.plain) > 0 }

// Word takes the next plain word; want says what it is.
func (a *Args) Word(want string) string {
	if a.err != nil {
		return ""
	}
	if len(a.plain) == 0 {
		a.Fail(a.next(), want)
		return ""
	}
	word := a.plain[0]
	a.plain = a.plain[1:]
	return word
}

// OneOf takes the next plain word, which must be one of the options.
func (a *Args) OneOf(options ...string) string {
	word := a.Word(OneOf(options))
	if word != "" && !slices.Contains(options, word) {
		a.Fail(word, Suggest(word, options))
	}
	return word
}

// Key takes the value of a key, and reports whether the key was there.
func (a *Args) Key(key string) (value string, ok bool) {
	i := a.find(key)
	if i < 0 || a.err != nil {
		return "", false
	}
	value = a.keyed[i].value
	a.keyed = slices.Delete(a.keyed, i, i+1)
	return value, true
}

// Need takes the value of a key that must be there; want says what the value is.
func (a *Args) Need(key, want string) string {
	value, ok := a.Key(key)
	switch {
	case !ok:
		a.Fail(a.next(), key+"="+want)
	case value == "":
		a.Fail(key+"=", key+"="+want)
	}
	return value
}

// next returns the word that a message blames when something is missing: the next one that nobody took.
func (a *Args) next() string {
	switch {
	case len(a.plain) > 0:
		return a.plain[0]
	case len(a.keyed) > 0:
		return a.keyed[0].key + "=" + a.keyed[0].value
	}
	return ""
}

// Integer takes a whole number between lo and hi by its key, which must be there.
func (a *Args) Integer(key string, lo, hi int64) int64 {
	value := a.Need(key, "NUMBER")
	if a.err != nil {
		return 0
	}
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil || n < lo || n > hi {
		a.Fail(key+"="+value, fmt.Sprintf("%s= a whole number from %d to %d", key, lo, hi))
	}
	return n
}

// OptionalInteger is Integer for a key that may be left out, and is then fallback.
func (a *Args) OptionalInteger(key string, lo, hi, fallback int64) int64 {
	if a.find(key) < 0 {
		return fallback
	}
	return a.Integer(key, lo, hi)
}

// Duration takes a duration above zero by its key, which must be there.
func (a *Args) Duration(key string) time.Duration {
	value := a.Need(key, "DURATION")
	if a.err != nil {
		return 0
	}
	d, err := ParseDuration(value)
	if err != nil || d == 0 {
		a.Fail(key+"="+value, key+"= a duration above zero such as 80ms or 1.5s")
	}
	return d
}

// OptionalDuration is Duration for a key that may be left out, and is then fallback.
func (a *Args) OptionalDuration(key string, fallback time.Duration) time.Duration {
	if a.find(key) < 0 {
		return fallback
	}
	return a.Duration(key)
}

func (a *Args) find(key string) int {
	return slices.IndexFunc(a.keyed, func(k keyed) bool { return k.key == key })
}
