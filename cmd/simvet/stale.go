package main

import (
	"golang.org/x/tools/go/analysis"
)

// directive reports directives that are malformed, and those that excuse nothing: what they say is no longer true.
var directive = &analysis.Analyzer{
	Name:     "directive",
	Doc:      "report simvet directives that are malformed or excuse nothing",
	Requires: append(analyzers(), reader),
	Run: func(p *analysis.Pass) (any, error) {
		d := p.ResultOf[reader].(*directives)
		for _, complaint := range d.complaints {
			p.Report(complaint)
		}
		for _, e := range d.excuses {
			if !anyUsed(p, e) {
				p.Reportf(e.pos, "this directive excuses nothing: remove it")
			}
		}
		return nil, nil
	},
}

func anyUsed(p *analysis.Pass, e *excuse) bool {
	for _, a := range analyzers() {
		if p.ResultOf[a].(used)[e] {
			return true
		}
	}
	return false
}
