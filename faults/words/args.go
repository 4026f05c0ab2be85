package words

import (
	"errors"
	"slices"
	"strings"
)

// Args are the words of a statement, which its parser takes out one after the other: the plain ones by position, the
// KEY=VALUE ones by key. The first thing that is wrong is kept, everything asked for after it yields zero values, and
// End returns it; so a parser reads straight through and looks for an error once.
type Args struct {
	left []string // what nobody took, in order
	keys []string // the keys that the parser asked for, as "KEY="
	err  *Error
}

// NewArgs returns the words for a parser to take.
func NewArgs(all []string) *Args { return &Args{left: slices.Clone(all)} }

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

// FailWith records an error about a word, as [Args.Fail] does; nil records nothing.
func (a *Args) FailWith(err error) {
	var word *Error
	switch {
	case errors.As(err, &word):
		a.Fail(word.Word, word.Want)
	case err != nil:
		a.Fail(a.Next(), err.Error())
	}
}

// End returns the first thing that was wrong, if only that a word is left over; nil if all is well.
func (a *Args) End() error {
	left := a.Next()
	switch {
	case left == "":
	case KeyOf(left) != "" && len(a.keys) > 0:
		a.Fail(left, Suggest(KeyOf(left)+"=", a.keys))
	default:
		a.Fail(left, "end of line")
	}
	if a.err == nil {
		return nil
	}
	return a.err
}

// Next returns the word that a message blames when something is missing: the next one that nobody took, or none.
func (a *Args) Next() string {
	if len(a.left) == 0 {
		return ""
	}
	return a.left[0]
}

// Word takes the next plain word; want says what it is.
func (a *Args) Word(want string) string {
	if a.err != nil {
		return ""
	}
	i := slices.IndexFunc(a.left, func(word string) bool { return KeyOf(word) == "" })
	if i < 0 {
		a.Fail(a.Next(), want)
		return ""
	}
	return a.take(i)
}

// OneOf takes the next plain word, which must be one of the options.
func (a *Args) OneOf(options ...string) string {
	word := a.Word(OneOf(options))
	if word != "" && !slices.Contains(options, word) {
		a.Fail(word, Suggest(word, options))
	}
	return word
}

// Rest takes all words that are left, in their order.
func (a *Args) Rest() string {
	rest := strings.Join(a.left, " ")
	a.left = nil
	return rest
}

// Key takes the value of a key, and reports whether the key was there. A key that stands twice is an error.
func (a *Args) Key(key string) (value string, ok bool) {
	i := a.find(key)
	if i < 0 || a.err != nil {
		return "", false
	}
	word := a.take(i)
	if again := a.find(key); again >= 0 {
		a.Fail(a.left[again], key+"= once")
	}
	return word[len(key)+1:], true
}

// Need takes the value of a key that must be there; want says what the value is.
func (a *Args) Need(key, want string) string {
	value, ok := a.Key(key)
	switch {
	case !ok:
		a.Fail(a.Next(), key+"="+want)
	case value == "":
		a.Fail(key+"=", key+"="+want)
	}
	return value
}

// OptionalWord takes the value of a key that may be left out, and is then fallback.
func (a *Args) OptionalWord(key, fallback string) string {
	if a.find(key) < 0 {
		return fallback
	}
	return a.Need(key, "WORD")
}

// KeyOf returns the key of a KEY=VALUE word, and nothing for a plain one.
func KeyOf(word string) string {
	key, _, found := strings.Cut(word, "=")
	if !found || strings.ContainsAny(key, "(,") {
		return ""
	}
	return key
}

// find returns where the key stands, or -1, and remembers that it may stand there.
func (a *Args) find(key string) int {
	if word := key + "="; !slices.Contains(a.keys, word) {
		a.keys = append(a.keys, word)
	}
	return slices.IndexFunc(a.left, func(word string) bool { return KeyOf(word) == key })
}

func (a *Args) take(i int) string {
	word := a.left[i]
	a.left = slices.Delete(a.left, i, i+1)
	return word
}
