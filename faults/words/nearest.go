package words

import "strings"

// OneOf lists options for a message: "a, b or c".
func OneOf(options []string) string {
	switch n := len(options); n {
	case 0:
		return "nothing"
	case 1:
		return options[0]
	default:
		return strings.Join(options[:n-1], ", ") + " or " + options[n-1]
	}
}

// Suggest says what could stand in the place of word: the options, and last the one that was probably meant.
func Suggest(word string, options []string) string {
	if near, ok := Nearest(word, options); ok {
		return OneOf(options) + "; did you mean " + near + "?"
	}
	return OneOf(options)
}

// Nearest returns the option that differs least from word, the first of several; none if all of them differ in more
// than a third of their letters, so that a suggestion is worth reading.
func Nearest(word string, options []string) (string, bool) {
	best, least := "", len(word)+1
	for _, option := range options {
		distance := distance(strings.ToLower(word), strings.ToLower(option))
		if distance < least && distance <= max(1, max(len(word), len(option))/3) {
			best, least = option, distance
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
