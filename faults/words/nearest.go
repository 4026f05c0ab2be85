package words

import "strings"

// OneOf lists options for a message: "a, b or c".
func OneOf(options []string) string { return list(options, " or ") }

// AllOf lists things for a message: "a, b and c".
func AllOf(things []string) string { return list(things, " and ") }

func list(things []string, last string) string {
	n := len(things)
	if n == 0 {
		return "nothing"
	}
	if n == 1 {
		return things[0]
	}
	return strings.Join(things[:n-1], ", ") + last + things[n-1]
}

// Suggest says what could stand in the place of word: the options, and last the one that was probably meant.
func Suggest(word string, options []string) string {
	if near, ok := Nearest(word, options); ok {
		return OneOf(options) + "; did you mean " + near + "?"
	}
	return OneOf(options)
}

// Nearest returns the option that differs least from word; none if several do, or if all of them differ in more than a
// third of the letters, so that a suggestion is worth reading.
func Nearest(word string, options []string) (string, bool) {
	best, least := "", 1+len(word)/3
	for _, option := range options {
		switch distance := distance(strings.ToLower(word), strings.ToLower(option)); {
		case distance < least:
			best, least = option, distance
		case distance == least:
			best = ""
		}
	}
	return best, best != ""
}

// distance counts the insertions, removals, replacements and swaps of neighbours that turn a into b (optimal string
// alignment).
func distance(a, b string) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			replace := rows[i-1][j-1]
			if a[i-1] != b[j-1] {
				replace++
			}
			rows[i][j] = min(rows[i-1][j]+1, rows[i][j-1]+1, replace)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(a)][len(b)]
}
