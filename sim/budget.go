package sim

import (
	"fmt"
	"strconv"
	"strings"
)

// Count is how many steps of interest an actor makes in a run, with those of the actors that it and its offspring
// spawn.
type Count struct {
	Actor string
	Steps uint64
}

// budget keeps in each actor's Priority how many steps it and its unborn offspring still have before them. It may fall
// to 0 and below, because counts are estimates.
type budget struct {
	counts []Count
	byName map[string]uint64
	known  int // how many actors have had their share
}

func newBudget(counts []Count) budget {
	b := budget{counts: counts, byName: make(map[string]uint64, len(counts))}
	for _, c := range counts {
		b.byName[c.Actor] += c.Steps
	}
	return b
}

func (b *budget) reset() { b.known = 0 }

// born takes the actor's share from the one that spawned it. A new life of a name goes on with what is left of it.
func (b *budget) born(a *Actor) {
	if a.ID < b.known {
		return
	}
	b.known = a.ID + 1
	a.Priority = int64(b.byName[a.Name])
	if a.parent != nil {
		a.parent.Priority -= a.Priority
	}
}

// weighted draws one of the actors in proportion to what is left for each, at least to the floor. It returns -1 if
// nothing is left for anybody.
func weighted(rng *Stream, actors []*Actor, floor int64) int {
	sum := int64(0)
	for _, a := range actors {
		sum += max(a.Priority, floor)
	}
	if sum == 0 {
		return -1
	}
	at := int64(rng.below(uint64(sum)))
	for i, a := range actors {
		if at -= max(a.Priority, floor); at < 0 {
			return i
		}
	}
	panic("sim: weights changed while one was drawn")
}

// appendCounts prints counts as parseCounts reads them: `n.A=20 "link n->m"=3`.
func appendCounts(b []byte, counts []Count) []byte {
	for _, c := range counts {
		b = append(b, ' ')
		b = append(b, quoteName(c.Actor)...)
		b = append(b, '=')
		b = strconv.AppendUint(b, c.Steps, 10)
	}
	return b
}

func parseCount(text, word string) (Count, error) {
	name, value, ok := cutName(word)
	n, err := strconv.ParseUint(value, 10, 63)
	if !ok || err != nil {
		return Count{}, fmt.Errorf("sim: parse schedule %q: %q: want ACTOR=N", text, word)
	}
	return Count{name, n}, nil
}

// quoteName puts quotes around a name that could not stand in a line of words otherwise.
func quoteName(name string) string {
	if name == "" || strings.ContainsAny(name, " \t\r\n\"=\\") {
		return strconv.Quote(name)
	}
	return name
}

func unquoteName(text string) string {
	if name, err := strconv.Unquote(text); err == nil {
		return name
	}
	return text
}

// cutName splits NAME=VALUE, where the name may be quoted.
func cutName(word string) (name, value string, ok bool) {
	if quoted, err := strconv.QuotedPrefix(word); err == nil {
		name, _ = strconv.Unquote(quoted)
		value, ok = strings.CutPrefix(word[len(quoted):], "=")
		return name, value, ok
	}
	name, value, ok = strings.Cut(word, "=")
	return name, value, ok && !strings.Contains(name, `"`)
}

// splitWords splits at spaces, except inside quotes.
func splitWords(text string) []string {
	var words []string
	start := -1
	for i := 0; i < len(text); {
		width := 1
		switch {
		case strings.ContainsRune(" \t\r\n", rune(text[i])):
			if start >= 0 {
				words, start = append(words, text[start:i]), -1
			}
			i++
			continue
		case text[i] == '"':
			if quoted, err := strconv.QuotedPrefix(text[i:]); err == nil {
				width = len(quoted)
			}
		}
		if start < 0 {
			start = i
		}
		i += width
	}
	if start >= 0 {
		words = append(words, text[start:])
	}
	return words
}
