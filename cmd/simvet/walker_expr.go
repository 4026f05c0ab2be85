package main

import (
	"go/ast"
	"go/token"
	"go/types"
)

func (w *walker) exprs(list []ast.Expr) {
	for _, e := range list {
		w.expr(e)
	}
}

// expr walks an expression: it notes what is read, and fails at calls that may change something.
func (w *walker) expr(e ast.Expr) {
	if e == nil || w.p.TypesInfo.Types[e].IsType() {
		return
	}
	if pl, ok := w.p.place(e, w.distinct); ok {
		w.reads = append(w.reads, pl)
		w.indexes(e)
		return
	}
	switch e := e.(type) {
	case *ast.ParenExpr:
		w.expr(e.X)
	case *ast.SelectorExpr:
		w.expr(e.X)
	case *ast.StarExpr:
		w.expr(e.X)
	case *ast.IndexExpr:
		w.expr(e.X)
		w.expr(e.Index)
	case *ast.SliceExpr:
		w.exprs([]ast.Expr{e.X, e.Low, e.High, e.Max})
	case *ast.TypeAssertExpr:
		w.expr(e.X)
	case *ast.UnaryExpr:
		if e.Op == token.ARROW {
			w.fail(e.Pos(), "receives")
		}
		w.expr(e.X)
	case *ast.BinaryExpr:
		w.expr(e.X)
		w.expr(e.Y)
	case *ast.CompositeLit:
		w.elements(e)
	case *ast.FuncLit:
		w.inFunc++
		w.stmt(e.Body)
		w.inFunc--
	case *ast.CallExpr:
		w.call(e)
	}
}

// indexes walks the indexes within a place.
func (w *walker) indexes(e ast.Expr) {
	switch e := e.(type) {
	case *ast.ParenExpr:
		w.indexes(e.X)
	case *ast.SelectorExpr:
		w.indexes(e.X)
	case *ast.StarExpr:
		w.indexes(e.X)
	case *ast.IndexExpr:
		w.indexes(e.X)
		w.expr(e.Index)
	}
}

func (w *walker) elements(lit *ast.CompositeLit) {
	_, isStruct := w.p.TypesInfo.TypeOf(lit).Underlying().(*types.Struct)
	for _, e := range lit.Elts {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok {
			w.expr(e)
			continue
		}
		if !isStruct {
			w.expr(kv.Key)
		}
		w.expr(kv.Value)
	}
}

// distinct says whether the index differs for each element: it is the loop's key, or a value put together from it.
func (w *walker) distinct(index ast.Expr) bool {
	if w.key == nil {
		return false
	}
	switch e := ast.Unparen(index).(type) {
	case *ast.Ident:
		return w.p.TypesInfo.ObjectOf(e) == w.key
	case *ast.CompositeLit:
		for _, elt := range e.Elts {
			if kv, ok := elt.(*ast.KeyValueExpr); ok {
				elt = kv.Value
			}
			if w.distinct(elt) {
				return true
			}
		}
	case *ast.CallExpr: // a conversion that keeps everything
		if len(e.Args) == 1 && w.p.TypesInfo.Types[e.Fun].IsType() {
			from, to := w.p.TypesInfo.TypeOf(e.Args[0]), w.p.TypesInfo.TypeOf(e.Fun)
			return types.Identical(from.Underlying(), to.Underlying()) && w.distinct(e.Args[0])
		}
	}
	return false
}

// call walks a call within an expression.
func (w *walker) call(call *ast.CallExpr) {
	if w.p.TypesInfo.Types[call.Fun].IsType() {
		w.exprs(call.Args)
		return
	}
	if name := builtinName(w.p.TypesInfo, call); name != "" {
		w.builtin(call, name)
		return
	}
	if lit, ok := ast.Unparen(call.Fun).(*ast.FuncLit); ok {
		w.expr(lit)
		w.exprs(call.Args)
		return
	}
	f := callee(w.p.TypesInfo, call)
	if f == nil {
		w.fail(call.Pos(), "calls "+types.ExprString(call.Fun))
		return
	}
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && f.Signature().Recv() != nil {
		w.expr(sel.X)
	}
	for _, arg := range call.Args {
		w.operand(arg)
	}
	if !w.pure.pure(f, w.p.TypesInfo.TypeOf(call.Fun).Underlying().(*types.Signature)) {
		w.fail(call.Pos(), "calls "+types.ExprString(call.Fun))
	}
}

// operand walks an argument. A function that is handed over will be called, so it must be pure, too.
func (w *walker) operand(arg ast.Expr) {
	t := w.p.TypesInfo.TypeOf(arg)
	if t == nil {
		return
	}
	signature, ok := t.Underlying().(*types.Signature)
	if _, isLit := ast.Unparen(arg).(*ast.FuncLit); !ok || isLit {
		w.expr(arg)
		return
	}
	if f := named(w.p.TypesInfo, arg); f == nil || !w.pure.pure(f, signature) {
		w.fail(arg.Pos(), "calls "+types.ExprString(arg))
	}
}

// named returns the function or method that the expression names, nil if it is something else.
func named(info *types.Info, e ast.Expr) *types.Func {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		f, _ := info.Uses[e].(*types.Func)
		return f
	case *ast.SelectorExpr:
		f, _ := info.Uses[e.Sel].(*types.Func)
		return f
	case *ast.IndexExpr:
		return named(info, e.X)
	}
	return nil
}

func (w *walker) builtin(call *ast.CallExpr, name string) {
	switch name {
	case "append":
		if !w.freshExpr(call.Args[0], nil) {
			w.fail(call.Pos(), "appends to "+types.ExprString(call.Args[0]))
		}
		w.exprs(call.Args)
	case "cap", "complex", "imag", "len", "make", "max", "min", "new", "panic", "real":
		w.exprs(call.Args)
	default: // clear, close, copy, delete, print, println, recover
		w.fail(call.Pos(), "calls "+name)
	}
}
