package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/token"
	"reflect"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// excuse is one well-formed directive of a file.
type excuse struct {
	pos      token.Pos
	file     *token.File
	analyzer string // what it excuses; "" in a directive for the whole file
	line     int    // the line that it excuses, in a directive for a line
}

// directives are all directives of a package, and the complaints about those that are malformed.
type directives struct {
	excuses    []*excuse
	complaints []analysis.Diagnostic
}

// find returns the directive that excuses a finding, or nil.
func (d *directives) find(file *token.File, pos token.Pos, analyzer string) *excuse {
	for _, e := range d.excuses {
		whole := e.analyzer == ""
		if e.file == file && (whole || e.analyzer == analyzer && e.line == file.Line(pos)) {
			return e
		}
	}
	return nil
}

// reader reads the directives of a package. It reports nothing: the analyzer directive does.
var reader = &analysis.Analyzer{
	Name:       "directives",
	Doc:        "read the simvet directives of a package",
	Run:        func(p *analysis.Pass) (any, error) { return readDirectives(p) },
	ResultType: reflect.TypeFor[*directives](),
}

func readDirectives(p *analysis.Pass) (*directives, error) {
	d := &directives{}
	if !inScope(p.Pkg.Path()) {
		return d, nil
	}
	for _, f := range p.Files {
		file := p.Fset.File(f.FileStart)
		if isTest(file.Name()) {
			continue
		}
		source, err := p.ReadFile(file.Name())
		if err != nil {
			return nil, fmt.Errorf("simvet: directives of %s: %w", file.Name(), err)
		}
		for _, group := range f.Comments {
			for _, c := range group.List {
				if text, ok := strings.CutPrefix(c.Text, "//simvet:"); ok {
					d.add(&comment{f, file, group, c, source}, text)
				}
			}
		}
	}
	return d, nil
}

// comment is a comment that holds a directive, with what stands around it.
type comment struct {
	syntax *ast.File
	file   *token.File
	group  *ast.CommentGroup
	*ast.Comment
	source []byte
}

func (d *directives) add(c *comment, text string) {
	text, _, _ = strings.Cut(text, "//") // a comment on the comment
	verb, rest, _ := strings.Cut(text, " ")
	e := &excuse{pos: c.Pos(), file: c.file}
	switch verb {
	case "exempt":
		if strings.TrimSpace(rest) == "" {
			d.complain(c, "simvet:exempt needs a reason: //simvet:exempt REASON")
			return
		}
		if !c.onTop() {
			d.complain(c, "simvet:exempt must stand on a line of its own above the first declaration of the file")
			return
		}
	case "allow":
		name, reason, _ := strings.Cut(strings.TrimSpace(rest), " ")
		if strings.TrimSpace(reason) == "" || !known(name) {
			d.complain(c, "simvet:allow needs the name of an analyzer and a reason: //simvet:allow NAME REASON")
			return
		}
		e.analyzer, e.line = name, c.excused()
	default:
		d.complain(c, "no such simvet directive: write //simvet:allow NAME REASON or //simvet:exempt REASON")
		return
	}
	d.excuses = append(d.excuses, e)
}

func (d *directives) complain(c *comment, message string) {
	d.complaints = append(d.complaints, analysis.Diagnostic{Pos: c.Pos(), Message: message})
}

// known says whether there is an analyzer of this name. The names stand here once more because the analyzers depend on
// the directives; a test compares.
func known(name string) bool {
	switch name {
	case "channel", "globalrand", "globalstate", "goroutine", "host", "lock", "maporder", "pointer", "recovering",
		"unstablesort", "walltime":
		return true
	}
	return false
}

// alone says whether nothing but the comment stands on its line.
func (c *comment) alone() bool {
	offset := c.file.Offset(c.Pos())
	start := bytes.LastIndexByte(c.source[:offset], '\n') + 1
	return len(bytes.TrimSpace(c.source[start:offset])) == 0
}

// onTop says whether the comment stands alone and above every declaration but imports.
func (c *comment) onTop() bool {
	for _, decl := range c.syntax.Decls {
		if g, ok := decl.(*ast.GenDecl); !ok || g.Tok != token.IMPORT {
			return c.alone() && c.Pos() < decl.Pos()
		}
	}
	return c.alone()
}

// excused returns the line that the comment excuses: its own, or the one after its comment group if it stands alone.
func (c *comment) excused() int {
	if c.alone() {
		return c.file.Line(c.group.End()) + 1
	}
	return c.file.Line(c.Pos())
}
