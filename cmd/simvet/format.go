package main

import (
	"strings"
	"unicode/utf8"
)

// verb is one verb of a format of package fmt.
type verb struct {
	verb    rune
	operand int // the index of the operand that it formats
}

// parseFormat returns the verbs of a format. Malformed ones, which go vet reports, end it.
func parseFormat(format string) []verb {
	var verbs []verb
	operand := 0
	for {
		i := strings.IndexByte(format, '%')
		if i < 0 {
			return verbs
		}
		format = strings.TrimLeft(format[i+1:], "+-# 0")
		format, operand = modifiers(format, operand)
		r, size := utf8.DecodeRuneInString(format)
		if size == 0 {
			return verbs
		}
		format = format[size:]
		if r != '%' {
			verbs = append(verbs, verb{r, operand})
			operand++
		}
	}
}

// modifiers skips width, precision and explicit indexes. A star consumes an operand, an index moves to one.
func modifiers(format string, operand int) (rest string, next int) {
	for format != "" {
		switch c := format[0]; {
		case c == '*':
			operand++
		case c == '[':
			number, after, ok := strings.Cut(format[1:], "]")
			if !ok {
				return "", operand
			}
			operand, format = index(number), "]"+after
		case c != '.' && (c < '0' || c > '9'):
			return format, operand
		}
		format = format[1:]
	}
	return "", operand
}

// index reads the one-based number of an operand.
func index(digits string) int {
	n := 0
	for _, d := range digits {
		n = n*10 + int(d-'0')
	}
	return n - 1
}
