package main

import "go/ast"

var goroutine = newAnalyzer("goroutine", "report go statements and what starts goroutines", func(p *pass) {
	for c := range p.nodes((*ast.GoStmt)(nil)) {
		p.reportf(c.Node().Pos(), "go statement: the Go scheduler decides when it runs; start a task with Node.Go")
	}
	p.banUses(func(path, name string) string {
		if path == "context" && name == "AfterFunc" {
			return "it starts a goroutine; start a task with Node.Go"
		}
		return ""
	})
})
