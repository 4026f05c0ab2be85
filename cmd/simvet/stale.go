package main

import (
	"reflect"

	"golang.org/x/tools/go/analysis"
)

// directive reports directives that are malformed, and those that excuse nothing: what they say is no longer true.
var directive = &analysis.Analyzer{
	Name:       "directive",
	Doc:        "report simvet directives that are malformed or excuse nothing",
	Requires:   append(analyzers(), reader),
	ResultType: reflect.TypeFor[*result](),
	Run: func(p *analysis.Pass) (any, error) {
		found := &result{}
		d := p.ResultOf[reader].(*directives)
		for _, complaint := range d.complaints {
			found.report(p, complaint)
		}
		for _, e := range d.excuses {
			if !anyUsed(p, e) {
				found.report(p, analysis.Diagnostic{Pos: e.pos, Message: "this directive excuses nothing: remove it"})
			}
		}
		return found, nil
	},
}

func anyUsed(p *analysis.Pass, e *excuse) bool {
	for _, a := range analyzers() {
		if p.ResultOf[a].(*result).used[e] {
			return true
		}
	}
	return false
}
