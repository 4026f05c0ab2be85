package main

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// private says whether a write to the place can be seen in this iteration only: the place lies within a local variable,
// or in what a local variable refers to that was made in this iteration.
func (w *walker) private(pl place) bool {
	if !w.isLocal(pl.root) {
		return false
	}
	return pl.refs == 0 || pl.refs == 1 && pl.direct && w.fresh(pl.root)
}

// ofElement says whether the place belongs to what the loop's value points at. Two elements of one map are taken to
// point at different things.
func (w *walker) ofElement(pl place) bool {
	return w.value != nil && pl.root == w.value && pl.refs == 1 && pl.direct
}

// fresh says whether the variable only ever holds what was made in this iteration, and is not handed in.
func (w *walker) fresh(obj types.Object) bool {
	declared, all := false, true
	ast.Inspect(w.region, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, lhs := range n.Lhs {
				if id, ok := lhs.(*ast.Ident); ok && w.p.TypesInfo.ObjectOf(id) == obj {
					declared = declared || w.p.TypesInfo.Defs[id] != nil
					all = all && len(n.Lhs) == len(n.Rhs) && w.freshExpr(n.Rhs[i], obj)
				}
			}
		case *ast.ValueSpec:
			for i, id := range n.Names {
				if w.p.TypesInfo.Defs[id] == obj {
					declared = true
					all = all && (len(n.Values) == 0 || len(n.Values) == len(n.Names) && w.freshExpr(n.Values[i], obj))
				}
			}
		case *ast.RangeStmt:
			if n.Tok == token.ASSIGN && (w.names(n.Key, obj) || w.names(n.Value, obj)) {
				all = false
			}
		}
		return all
	})
	return declared && all
}

func (w *walker) names(e ast.Expr, obj types.Object) bool {
	id, ok := e.(*ast.Ident)
	return ok && w.p.TypesInfo.ObjectOf(id) == obj
}

// freshExpr says whether the expression makes a new slice, map or pointer, or continues self.
func (w *walker) freshExpr(e ast.Expr, self types.Object) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.CompositeLit:
		return true
	case *ast.UnaryExpr:
		_, lit := ast.Unparen(e.X).(*ast.CompositeLit)
		return e.Op == token.AND && lit
	case *ast.Ident:
		return w.p.isNil(e) || self != nil && w.p.TypesInfo.ObjectOf(e) == self
	case *ast.SliceExpr:
		return w.freshExpr(e.X, self)
	case *ast.CallExpr:
		switch builtinName(w.p.TypesInfo, e) {
		case "make", "new":
			return true
		case "append":
			return w.freshExpr(e.Args[0], self)
		}
		if w.p.TypesInfo.Types[e.Fun].IsType() && len(e.Args) == 1 {
			return w.p.isNil(e.Args[0])
		}
		f := callee(w.p.TypesInfo, e)
		return f != nil && f.Pkg() != nil && (f.Pkg().Path() == "slices" || f.Pkg().Path() == "maps") && makes(f.Name())
	}
	return false
}

func makes(name string) bool {
	return slices.Contains([]string{"Clone", "Collect", "Concat", "Repeat", "Sorted", "SortedFunc", "SortedStableFunc"}, name)
}
