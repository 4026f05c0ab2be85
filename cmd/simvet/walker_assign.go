package main

import (
	"go/ast"
	"go/token"
	"go/types"
)

// exprStmt walks a call whose result nobody wants.
func (w *walker) exprStmt(s *ast.ExprStmt) {
	call, ok := ast.Unparen(s.X).(*ast.CallExpr)
	if !ok {
		w.expr(s.X)
		return
	}
	switch builtinName(w.p.TypesInfo, call) {
	case "delete":
		w.remove(call)
		return
	case "clear":
		w.change(call.Args[0], call)
		return
	case "copy":
		w.expr(call.Args[1])
		w.change(call.Args[0], call)
		return
	}
	f := callee(w.p.TypesInfo, call)
	switch {
	case f == nil || !changesFirst(f):
		w.expr(call)
	case f.Signature().Recv() != nil:
		w.exprs(call.Args)
		w.change(ast.Unparen(call.Fun).(*ast.SelectorExpr).X, call)
	default:
		for _, arg := range call.Args[1:] {
			w.operand(arg)
		}
		w.change(call.Args[0], call)
	}
}

// change handles a call that changes what e refers to: harmless if that belongs to this iteration only.
func (w *walker) change(e ast.Expr, call *ast.CallExpr) {
	pl, ok := w.p.place(e, w.distinct)
	if _, isValue := w.p.TypesInfo.TypeOf(e).Underlying().(*types.Struct); ok && !isValue {
		pl = pl.step("*/", true)
	}
	switch {
	case ok && w.private(pl):
	case ok && (pl.keyed || w.ofElement(pl)):
		w.effect(pl, keyed, "", call.Pos())
	default:
		w.fail(call.Pos(), "calls "+types.ExprString(call.Fun))
	}
}

// remove handles delete.
func (w *walker) remove(call *ast.CallExpr) {
	w.expr(call.Args[1])
	pl, ok := w.p.place(call.Args[0], w.distinct)
	pl = pl.step("[]/", true)
	switch {
	case !ok:
		w.fail(call.Pos(), "deletes from what has no name")
	case w.private(pl):
	case pl.keyed || w.distinct(call.Args[1]):
		pl.keyed = true
		w.effect(pl, keyed, "", call.Pos())
	default:
		w.effect(pl, deletes, "", call.Pos())
	}
}

func (w *walker) assign(s *ast.AssignStmt) {
	if s.Tok != token.ASSIGN && s.Tok != token.DEFINE {
		w.expr(s.Rhs[0])
		w.accumulate(s.Lhs[0], s.Tok, s.Pos())
		return
	}
	if len(s.Lhs) != len(s.Rhs) {
		w.exprs(s.Rhs)
		for _, lhs := range s.Lhs {
			w.write(lhs, nil, s.Pos())
		}
		return
	}
	for i, lhs := range s.Lhs {
		w.write(lhs, s.Rhs[i], s.Pos())
	}
}

// accumulate handles x op= y and x++. Y has been walked.
func (w *walker) accumulate(lhs ast.Expr, op token.Token, pos token.Pos) {
	w.indexes(lhs)
	pl, ok := w.p.place(lhs, w.distinct)
	class := accumulation(op, w.p.TypesInfo.TypeOf(lhs))
	switch {
	case !ok:
		w.fail(pos, "writes to what has no name")
	case w.private(pl):
	case pl.keyed || w.ofElement(pl):
		w.effect(pl, keyed, "", pos)
	case class == "":
		w.fail(pos, "changes "+types.ExprString(lhs)+" step by step")
	default:
		w.effect(pl, accumulates, class, pos)
	}
}

// accumulation returns what must be the same for accumulations to commute, "" if the operation does not commute. Sums
// of floats depend on the order.
func accumulation(op token.Token, t types.Type) string {
	basic, ok := t.Underlying().(*types.Basic)
	if !ok {
		return ""
	}
	if basic.Info()&types.IsBoolean != 0 && (op == token.LOR || op == token.LAND) {
		return op.String()
	}
	if basic.Info()&types.IsInteger == 0 {
		return ""
	}
	switch op {
	case token.ADD_ASSIGN, token.SUB_ASSIGN, token.ADD, token.SUB:
		return "+"
	case token.AND_ASSIGN, token.AND_NOT_ASSIGN, token.AND, token.AND_NOT:
		return "&"
	case token.MUL_ASSIGN, token.MUL:
		return "*"
	case token.OR_ASSIGN, token.OR:
		return "|"
	case token.XOR_ASSIGN, token.XOR:
		return "^"
	}
	return ""
}

// write handles lhs = rhs. Rhs is nil if it has been walked, and is no single expression.
func (w *walker) write(lhs, rhs ast.Expr, pos token.Pos) {
	if lhs == nil || isBlank(lhs) {
		w.expr(rhs)
		return
	}
	w.indexes(lhs)
	pl, ok := w.p.place(lhs, w.distinct)
	if !ok {
		w.fail(pos, "writes to what has no name")
		return
	}
	if class, kind, rest := w.commuting(lhs, rhs); kind != none {
		if !w.private(pl) && (pl.keyed || w.ofElement(pl)) {
			kind = keyed
		}
		w.exprs(rest)
		if !w.private(pl) {
			w.effect(pl, kind, class, pos)
		}
		return
	}
	w.expr(rhs)
	switch {
	case w.private(pl):
	case pl.keyed || w.ofElement(pl):
		w.effect(pl, keyed, "", pos)
	case rhs == nil || !w.invariant(rhs):
		w.fail(pos, "assigns to "+types.ExprString(lhs)+" what depends on the element")
	default:
		w.effect(pl, assigns, types.ExprString(rhs), pos)
	}
}

// commuting recognises x = append(x, …), x = min(x, …), x = x + …, x = x.Meet(…) and their like: assignments that build
// on the same place. Rest is what else the right side consists of.
func (w *walker) commuting(lhs, rhs ast.Expr) (class string, kind effectKind, rest []ast.Expr) {
	switch e := unparen(rhs).(type) {
	case *ast.CallExpr:
		switch name := builtinName(w.p.TypesInfo, e); name {
		case "append":
			if w.same(e.Args[0], lhs) {
				return "", collects, e.Args[1:]
			}
		case "min", "max":
			for i, arg := range e.Args {
				if w.same(arg, lhs) {
					return name, accumulates, without(e.Args, i)
				}
			}
		}
		if sel, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr); ok && (sel.Sel.Name == "Meet" || sel.Sel.Name == "Join") && w.same(sel.X, lhs) {
			return sel.Sel.Name, accumulates, e.Args
		}
	case *ast.BinaryExpr:
		class := accumulation(e.Op, w.p.TypesInfo.TypeOf(e))
		switch {
		case class == "":
		case w.same(e.X, lhs):
			return class, accumulates, []ast.Expr{e.Y}
		case w.same(e.Y, lhs) && e.Op != token.SUB && e.Op != token.AND_NOT:
			return class, accumulates, []ast.Expr{e.X}
		}
	}
	return "", none, nil
}

func unparen(e ast.Expr) ast.Expr {
	if e == nil {
		return nil
	}
	return ast.Unparen(e)
}

func without(list []ast.Expr, i int) []ast.Expr {
	return append(append([]ast.Expr(nil), list[:i]...), list[i+1:]...)
}

// same says whether two expressions are the same place, with the same indexes.
func (w *walker) same(a, b ast.Expr) bool {
	p, ok := w.p.place(a, nil)
	q, ok2 := w.p.place(b, nil)
	return ok && ok2 && p.path == q.path && types.ExprString(ast.Unparen(a)) == types.ExprString(ast.Unparen(b))
}

// extremum recognises: if y < x { x = y }, with any comparison, and notes its effect.
func (w *walker) extremum(s *ast.IfStmt) bool {
	cond, ok := ast.Unparen(s.Cond).(*ast.BinaryExpr)
	if !ok || s.Else != nil || len(s.Body.List) != 1 {
		return false
	}
	assign, ok := s.Body.List[0].(*ast.AssignStmt)
	if !ok || assign.Tok != token.ASSIGN || len(assign.Lhs) != 1 || len(assign.Rhs) != 1 {
		return false
	}
	target, value := types.ExprString(assign.Lhs[0]), types.ExprString(assign.Rhs[0])
	x, y := types.ExprString(cond.X), types.ExprString(cond.Y)
	less := cond.Op == token.LSS || cond.Op == token.LEQ
	if !less && cond.Op != token.GTR && cond.Op != token.GEQ {
		return false
	}
	if x == target && y == value {
		less = !less
	} else if y != target || x != value {
		return false
	}
	pl, ok := w.p.place(assign.Lhs[0], w.distinct)
	if !ok || pl.indexed {
		return false
	}
	w.expr(assign.Rhs[0])
	if !w.private(pl) {
		w.effect(pl, accumulates, map[bool]string{true: "min", false: "max"}[less], assign.Pos())
	}
	return true
}
