package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"iter"
	"reflect"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
)

// result is what an analyzer found in one package.
type result struct {
	findings []analysis.Diagnostic
	used     map[*excuse]bool // the directives that excused a finding
}

// pass is one analyzer at work on one package. It sees only the files that are in scope, and drops findings that a
// directive excuses.
type pass struct {
	*analysis.Pass
	directives *directives
	result     *result
}

// newAnalyzer returns an analyzer that calls check once for each package in scope.
func newAnalyzer(name, doc string, check func(*pass)) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:       name,
		Doc:        doc,
		Requires:   []*analysis.Analyzer{inspect.Analyzer, reader},
		ResultType: reflect.TypeFor[*result](),
		Run: func(p *analysis.Pass) (any, error) {
			local := &pass{Pass: p, directives: p.ResultOf[reader].(*directives), result: &result{used: map[*excuse]bool{}}}
			if inScope(p.Pkg.Path()) {
				check(local)
			}
			return local.result, nil
		},
	}
}

// files iterates over the files in scope.
func (p *pass) files() iter.Seq[inspector.Cursor] {
	root := p.ResultOf[inspect.Analyzer].(*inspector.Inspector).Root()
	return func(yield func(inspector.Cursor) bool) {
		for c := range root.Children() {
			if f := c.Node().(*ast.File); !isTest(p.Fset.File(f.FileStart).Name()) && !yield(c) {
				return
			}
		}
	}
}

// nodes iterates over the nodes of the given types in all files in scope.
func (p *pass) nodes(types ...ast.Node) iter.Seq[inspector.Cursor] {
	return func(yield func(inspector.Cursor) bool) {
		for f := range p.files() {
			for c := range f.Preorder(types...) {
				if !yield(c) {
					return
				}
			}
		}
	}
}

// reportf reports a finding, unless a directive excuses it.
func (p *pass) reportf(pos token.Pos, format string, args ...any) {
	if e := p.directives.find(p.Fset.File(pos), pos, p.Analyzer.Name); e != nil {
		p.result.used[e] = true
		return
	}
	p.result.report(p.Pass, analysis.Diagnostic{Pos: pos, Message: fmt.Sprintf(format, args...)})
}

func (r *result) report(p *analysis.Pass, d analysis.Diagnostic) {
	r.findings = append(r.findings, d)
	p.Report(d)
}
