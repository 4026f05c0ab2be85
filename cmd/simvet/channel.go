package main

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
)

const useQueue = "channels hand control to the Go scheduler; use sim.Queue, sim.OneShot or sim.Select"

var channel = newAnalyzer("channel", "report channels and what is done with them", func(p *pass) {
	for c := range p.nodes((*ast.ChanType)(nil), (*ast.SendStmt)(nil), (*ast.SelectStmt)(nil), (*ast.UnaryExpr)(nil),
		(*ast.CallExpr)(nil), (*ast.RangeStmt)(nil)) {
		if what := p.channelUse(c); what != "" {
			p.reportf(c.Node().Pos(), "%s: %s", what, useQueue)
		}
	}
})

// channelUse names what the node does with a channel, "" if nothing. What a case of a select does belongs to the select.
func (p *pass) channelUse(c inspector.Cursor) string {
	switch n := c.Node().(type) {
	case *ast.ChanType:
		return "channel type"
	case *ast.SelectStmt:
		return "select statement"
	case *ast.SendStmt:
		if c.ParentEdgeKind() != edge.CommClause_Comm {
			return "send to a channel"
		}
	case *ast.UnaryExpr:
		if n.Op == token.ARROW && !inCase(c) {
			return "receive from a channel"
		}
	case *ast.RangeStmt:
		if isChannel(p.TypesInfo.TypeOf(n.X)) {
			return "range over a channel"
		}
	case *ast.CallExpr:
		return p.channelCall(n)
	}
	return ""
}

// inCase says whether the receive is what a case of a select waits for.
func inCase(c inspector.Cursor) bool {
	for c.ParentEdgeKind() == edge.ParenExpr_X {
		c = c.Parent()
	}
	return c.Parent().ParentEdgeKind() == edge.CommClause_Comm // the parent is a statement
}

// channelCall names the call of close, or of make with a named channel type: a literal one is reported by itself.
func (p *pass) channelCall(call *ast.CallExpr) string {
	switch builtinName(p.TypesInfo, call) {
	case "close":
		return "close of a channel"
	case "make":
		if _, literal := ast.Unparen(call.Args[0]).(*ast.ChanType); !literal && isChannel(p.TypesInfo.TypeOf(call.Args[0])) {
			return "make of a channel"
		}
	}
	return ""
}

func isChannel(t types.Type) bool {
	_, ok := t.Underlying().(*types.Chan)
	return ok
}

// builtinName returns the name of the builtin that the call calls, "" if it calls something else.
func builtinName(info *types.Info, call *ast.CallExpr) string {
	if id, ok := ast.Unparen(call.Fun).(*ast.Ident); ok {
		if b, ok := info.Uses[id].(*types.Builtin); ok {
			return b.Name()
		}
	}
	return ""
}
