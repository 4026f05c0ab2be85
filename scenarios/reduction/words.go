package reduction

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"onelane.test/faults/words"
	"onelane.test/runtime/query"
	"onelane.test/scenarios/plan"
)

// number is a number in the text of a statement, with its place.
type number struct {
	from, to int
	value    int64 // of a duration in nanoseconds
	unit     string
}

var (
	// numerals are numbers that stand where a value begins: behind "=", "," or "(". Those in names are none.
	numerals = regexp.MustCompile(`[=,(](\d+)(ns|us|ms|s)?\b`)
	// subordinate are the names of a source's collections after the first.
	subordinate = regexp.MustCompile(`\b([A-Za-z]\w*)/\w+`)
	// names are the names of objects, of nodes and of what else a statement refers to.
	names = regexp.MustCompile(`[A-Za-z_][A-Za-z0-9_/.-]*`)
)

// numbersIn returns the numbers in a text.
func numbersIn(text string) (all []number) {
	for _, place := range numerals.FindAllStringSubmatchIndex(text, -1) {
		n := number{from: place[2], to: place[1]}
		value, err := strconv.ParseInt(text[place[2]:place[3]], 10, 64)
		if err != nil {
			continue
		}
		n.value = value
		if place[4] >= 0 {
			n.unit = text[place[4]:place[5]]
			n.value *= int64(units[n.unit])
		}
		all = append(all, n)
	}
	return all
}

var units = map[string]time.Duration{
	"ns": time.Nanosecond, "us": time.Microsecond, "ms": time.Millisecond, "s": time.Second,
}

// with returns the text with another value in place of the number.
func (n number) with(text string, value int64) string {
	digits := strconv.FormatInt(value, 10)
	if n.unit != "" {
		digits = words.FormatDuration(time.Duration(value))
	}
	return text[:n.from] + digits + text[n.to:]
}

// renamed returns the text with another name in place of one.
func renamed(text, old, name string) string {
	return names.ReplaceAllStringFunc(text, func(word string) string {
		if word == old {
			return name
		}
		return word
	})
}

// reworded returns the line with another text; ok is false if no statement reads so.
func reworded(line plan.Line, text string) (plan.Line, bool) {
	statement, err := plan.ParseStatement(text)
	if err != nil {
		return line, false
	}
	line.Statement = statement
	return line, true
}

// simplerTexts returns the text with a word left out that may be missing, with one name less in a list, with a part of its
// query for the whole, or with the first collection of a source for another one.
func simplerTexts(text string) (simpler []string) {
	all := strings.Fields(text)
	for i, word := range all {
		key, value, isPair := strings.Cut(word, "=")
		switch {
		case !isPair:
			for _, shorter := range shorterLists(word) {
				simpler = append(simpler, replacedWord(all, i, shorter))
			}
		case key == "for": // without it a fault lasts until everything heals
		case key == "query":
			for _, part := range partsOf(value) {
				simpler = append(simpler, replacedWord(all, i, "query="+part))
			}
			simpler = append(simpler, replacedWord(all, i, "query="+subordinate.ReplaceAllString(value, "$1")))
		default:
			simpler = append(simpler, replacedWord(all, i, ""), replacedWord(all, i, key+"="+subordinate.ReplaceAllString(value, "$1")))
		}
	}
	return simpler
}

// shorterLists returns a list of names without one of them.
func shorterLists(word string) (shorter []string) {
	members := strings.Split(word, ",")
	if len(members) == 1 {
		return nil
	}
	for i := range members {
		shorter = append(shorter, strings.Join(slices.Delete(slices.Clone(members), i, i+1), ","))
	}
	return shorter
}

// replacedWord returns the words with another one in place of one, or with none.
func replacedWord(all []string, i int, word string) string {
	all = slices.Clone(all)
	all[i] = word
	return strings.Join(strings.Fields(strings.Join(all, " ")), " ")
}

// partsOf returns the texts of the queries inside a query.
func partsOf(text string) []string {
	q, err := query.Parse(text, func(name string) (query.ID, bool) { return query.ID{Name: name}, true })
	if err != nil {
		return nil
	}
	return parts(q)
}

func parts(q *query.Query) (texts []string) {
	for _, operand := range q.Of {
		texts = append(texts, operand.String())
		texts = append(texts, parts(operand)...)
	}
	return texts
}
