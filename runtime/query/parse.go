package query

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// ParseError says where a text stops being a query. Column counts bytes from 1.
type ParseError struct {
	Column int
	Word   string
	// Expected says what could stand there.
	Expected string
}

// Error prints "query: column 7: "x": expected …".
func (e *ParseError) Error() string {
	word := strconv.Quote(e.Word)
	if e.Word == "" {
		word = "end of text"
	}
	return fmt.Sprintf("query: column %d: %s: expected %s", e.Column, word, e.Expected)
}

// operators lists the operators' words for messages, in the order of the alphabet.
const operators = "constant, count, filter, map, sleep, union"

// Parse reads a query: the name of a collection, which resolve turns into its ID, or an operator with operands and
// parameters in parentheses. There is no white space inside. Errors are of type *ParseError.
func Parse(text string, resolve func(name string) (ID, bool)) (q *Query, err error) {
	p := &parser{text: text, resolve: resolve}
	defer func() {
		if failure := recover(); failure != nil {
			parseError, ok := failure.(*ParseError)
			if !ok {
				panic(failure)
			}
			q, err = nil, parseError
		}
	}()
	q = p.query()
	if p.pos < len(p.text) {
		p.fail(p.pos, "end of text")
	}
	return q, nil
}

// parser reads by recursive descent. A failure is a panic with a *ParseError, which Parse turns into its result.
type parser struct {
	text    string
	pos     int
	resolve func(name string) (ID, bool)
}

func (p *parser) query() *Query {
	start := p.pos
	word := p.word()
	if !p.at('(') {
		id, ok := p.resolve(word)
		if !ok {
			p.fail(start, "the name of a collection, or one of "+operators)
		}
		return Input(id)
	}
	parse := operator(word)
	if parse == nil {
		p.fail(start, "one of "+operators)
	}
	p.expect('(')
	q := parse(p)
	p.expect(')')
	return q
}

// operator returns the parser of what stands in the parentheses behind the word.
func operator(word string) func(*parser) *Query {
	switch word {
	case "constant":
		return parseConstant
	case "count":
		return parseCount
	case "filter":
		return parseFilter
	case "map":
		return parseMap
	case "sleep":
		return parseSleep
	case "union":
		return parseUnion
	}
	return nil
}

// word reads up to the next character that is punctuation of the language.
func (p *parser) word() string {
	start := p.pos
	p.pos += len(p.peekWord(start))
	return p.text[start:p.pos]
}

func (p *parser) peekWord(start int) string {
	rest := p.text[start:]
	if end := strings.IndexAny(rest, "(),: \t\n"); end >= 0 {
		return rest[:end]
	}
	return rest
}

func (p *parser) at(c byte) bool { return p.pos < len(p.text) && p.text[p.pos] == c }

func (p *parser) expect(c byte) {
	if !p.at(c) {
		p.fail(p.pos, strconv.Quote(string(c)))
	}
	p.pos++
}

func (p *parser) keyword(word string) {
	if !strings.HasPrefix(p.text[p.pos:], word) {
		p.fail(p.pos, strconv.Quote(word))
	}
	p.pos += len(word)
}

func (p *parser) integer(expected string, valid func(int64) bool) int64 {
	start := p.pos
	n, err := strconv.ParseInt(p.word(), 10, 64)
	if err != nil || !valid(n) {
		p.fail(start, expected)
	}
	return n
}

func (p *parser) row() Row {
	anyInteger := func(int64) bool { return true }
	key := p.integer("a row as key:value", anyInteger)
	p.expect(':')
	return Row{Key: key, Value: p.integer("the value of the row", anyInteger)}
}

func (p *parser) durationOrForever() (time.Duration, bool) {
	start := p.pos
	word := p.word()
	if word == "forever" {
		return 0, true
	}
	d, err := time.ParseDuration(word)
	if err != nil || d <= 0 {
		p.fail(start, `a duration above 0 or "forever"`)
	}
	return d, false
}

// fail ends the parse at a place: the word there was not what was expected.
func (p *parser) fail(at int, expected string) {
	word := p.peekWord(at)
	if word == "" && at < len(p.text) {
		word = p.text[at : at+1]
	}
	panic(&ParseError{Column: at + 1, Word: word, Expected: expected})
}
