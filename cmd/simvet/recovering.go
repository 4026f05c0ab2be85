package main

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"
)

var recovering = newAnalyzer("recovering", "report recovers that could swallow the panic that ends a killed task", func(p *pass) {
	for c := range p.nodes((*ast.CallExpr)(nil)) {
		call := c.Node().(*ast.CallExpr)
		if builtinName(p.TypesInfo, call) != "recover" {
			continue
		}
		if !p.handsOn(c) {
			p.reportf(call.Pos(),
				"recover: it may swallow the panic that ends a killed task; assert one concrete type and panic again with anything else")
		}
	}
})

// handsOn says whether what the call of recover returns is panicked with again, unless it has a certain concrete type.
func (p *pass) handsOn(c inspector.Cursor) bool {
	if n := switchOver(c); n != nil {
		return p.defaultPanics(n, nil) && p.concreteClauses(n)
	}
	body := enclosingBody(c)
	return body != nil && p.panicsAgain(body, recovered(p.TypesInfo, c))
}

// switchOver returns the type switch whose operand the node is, or nil.
func switchOver(c inspector.Cursor) *ast.TypeSwitchStmt {
	for n := range c.Enclosing((*ast.TypeSwitchStmt)(nil)) {
		if n := n.Node().(*ast.TypeSwitchStmt); ast.Unparen(switchOperand(n)) == c.Node() {
			return n
		}
	}
	return nil
}

// enclosingBody returns the body of the innermost function around the node.
func enclosingBody(c inspector.Cursor) *ast.BlockStmt {
	for f := range c.Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		switch f := f.Node().(type) {
		case *ast.FuncDecl:
			return f.Body
		case *ast.FuncLit:
			return f.Body
		}
	}
	return nil
}

// recovered returns the variable that the result of the call is assigned to, nil if there is none.
func recovered(info *types.Info, c inspector.Cursor) types.Object {
	assign, ok := c.Parent().Node().(*ast.AssignStmt)
	if !ok || len(assign.Lhs) != 1 {
		return nil
	}
	id, ok := assign.Lhs[0].(*ast.Ident)
	if !ok {
		return nil
	}
	return info.ObjectOf(id)
}

// panicsAgain says whether the function, having recovered v, panics with v unless v has one certain concrete type. It
// knows three forms: panic(v) under the negated result of a type assertion, in the default clause of a type switch, and
// as the last statement of the function or of an if that compares v with nil.
func (p *pass) panicsAgain(body *ast.BlockStmt, v types.Object) bool {
	if v == nil {
		return false
	}
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.IfStmt:
			found = found || p.guarded(body, n, v)
		case *ast.TypeSwitchStmt:
			found = found || p.switched(n, v)
		}
		return true
	})
	return (found || p.endsInPanic(body, v)) && p.concrete(body, v)
}

// guarded says whether the statement is: if !ok { … panic(v) }, or: if v != nil { … panic(v) }.
func (p *pass) guarded(body *ast.BlockStmt, n *ast.IfStmt, v types.Object) bool {
	if !p.endsInPanic(n.Body, v) {
		return false
	}
	switch cond := ast.Unparen(n.Cond).(type) {
	case *ast.UnaryExpr:
		ok, isIdent := ast.Unparen(cond.X).(*ast.Ident)
		return cond.Op == token.NOT && isIdent && p.assertedBy(body, ok, v)
	case *ast.BinaryExpr:
		return cond.Op == token.NEQ && (p.is(cond.X, v) && p.isNil(cond.Y) || p.isNil(cond.X) && p.is(cond.Y, v))
	}
	return false
}

// assertedBy says whether ok is the second result of a type assertion on v.
func (p *pass) assertedBy(body *ast.BlockStmt, ok *ast.Ident, v types.Object) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		assign, isAssign := n.(*ast.AssignStmt)
		if !isAssign || len(assign.Lhs) != 2 || len(assign.Rhs) != 1 {
			return true
		}
		second, isIdent := assign.Lhs[1].(*ast.Ident)
		assertion, isAssertion := ast.Unparen(assign.Rhs[0]).(*ast.TypeAssertExpr)
		found = found || isIdent && isAssertion && p.is(assertion.X, v) &&
			p.TypesInfo.ObjectOf(second) == p.TypesInfo.ObjectOf(ok)
		return true
	})
	return found
}

// switched says whether the type switch is one over v that panics again in its default clause.
func (p *pass) switched(n *ast.TypeSwitchStmt, v types.Object) bool {
	return p.is(switchOperand(n), v) && p.defaultPanics(n, v)
}

func (p *pass) defaultPanics(n *ast.TypeSwitchStmt, v types.Object) bool {
	for _, clause := range n.Body.List {
		if c := clause.(*ast.CaseClause); c.List == nil {
			return p.lastPanics(c.Body, v, n)
		}
	}
	return false
}

// switchOperand returns x of: switch y := x.(type).
func switchOperand(n *ast.TypeSwitchStmt) ast.Expr {
	var e ast.Expr
	switch s := n.Assign.(type) {
	case *ast.ExprStmt:
		e = s.X
	case *ast.AssignStmt:
		e = s.Rhs[0]
	}
	return e.(*ast.TypeAssertExpr).X
}

func (p *pass) endsInPanic(body *ast.BlockStmt, v types.Object) bool {
	return p.lastPanics(body.List, v, nil)
}

// lastPanics says whether the last statement is panic(v); in a clause of a type switch also with the switch's variable.
func (p *pass) lastPanics(list []ast.Stmt, v types.Object, clause *ast.TypeSwitchStmt) bool {
	if len(list) == 0 {
		return false
	}
	stmt, ok := list[len(list)-1].(*ast.ExprStmt)
	if !ok {
		return false
	}
	call, ok := stmt.X.(*ast.CallExpr)
	if !ok || builtinName(p.TypesInfo, call) != "panic" {
		return false
	}
	return p.is(call.Args[0], v) || clause != nil && p.isSwitchVariable(call.Args[0], clause)
}

// isSwitchVariable says whether e is y of: switch y := x.(type).
func (p *pass) isSwitchVariable(e ast.Expr, n *ast.TypeSwitchStmt) bool {
	assign, ok := n.Assign.(*ast.AssignStmt)
	id, isIdent := ast.Unparen(e).(*ast.Ident)
	return ok && isIdent && id.Name == assign.Lhs[0].(*ast.Ident).Name
}

// concrete says whether every type that the function asks v for is a concrete one: an interface may be what the panic of
// a kill implements, too.
func (p *pass) concrete(body *ast.BlockStmt, v types.Object) bool {
	all := true
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.TypeAssertExpr:
			if n.Type != nil && p.is(n.X, v) {
				all = all && !types.IsInterface(p.TypesInfo.TypeOf(n.Type))
			}
		case *ast.TypeSwitchStmt:
			all = all && (!p.is(switchOperand(n), v) || p.concreteClauses(n))
		}
		return true
	})
	return all
}

func (p *pass) concreteClauses(n *ast.TypeSwitchStmt) bool {
	for _, clause := range n.Body.List {
		for _, e := range clause.(*ast.CaseClause).List {
			if !p.isNil(e) && types.IsInterface(p.TypesInfo.TypeOf(e)) {
				return false
			}
		}
	}
	return true
}

func (p *pass) is(e ast.Expr, v types.Object) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	return ok && v != nil && p.TypesInfo.ObjectOf(id) == v
}

func (p *pass) isNil(e ast.Expr) bool { return p.TypesInfo.Types[ast.Unparen(e)].IsNil() }
