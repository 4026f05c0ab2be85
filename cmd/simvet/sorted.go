package main

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/inspector"
)

// sortedAfter says whether the slice is sorted after the statement and before anything else mentions it: in the same
// block, or in one around it that is not left in between.
func (p *pass) sortedAfter(c inspector.Cursor, slice ast.Expr) bool {
	pl, ok := p.place(slice, nil)
	return ok && p.sortedPlaceAfter(c, pl)
}

func (p *pass) sortedPlaceAfter(c inspector.Cursor, pl place) bool {
	collecting := c.Node()
	for {
		for next, ok := c.NextSibling(); ok; next, ok = next.NextSibling() {
			if p.sorts(next.Node(), pl) {
				return true
			}
			if p.mentions(next.Node(), pl, nil) || jumps(next.Node()) {
				return false
			}
		}
		c = c.Parent()
		switch n := c.Node().(type) {
		case *ast.BlockStmt, *ast.IfStmt, *ast.LabeledStmt, *ast.CaseClause, *ast.SwitchStmt, *ast.TypeSwitchStmt:
		case *ast.ForStmt, *ast.RangeStmt:
			if p.mentions(n, pl, collecting) {
				return false
			}
		default:
			return false
		}
	}
}

// jumps says whether the statement may leave its block, and so pass by the sort.
func jumps(n ast.Node) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.ReturnStmt, *ast.BranchStmt:
			found = true
		case *ast.FuncLit:
			return false
		}
		return !found
	})
	return found
}

// sorts says whether the statement sorts the slice.
func (p *pass) sorts(n ast.Node, pl place) bool {
	stmt, ok := n.(*ast.ExprStmt)
	if !ok {
		return false
	}
	call, ok := stmt.X.(*ast.CallExpr)
	if !ok || len(call.Args) == 0 {
		return false
	}
	f := callee(p.TypesInfo, call)
	if f == nil || !isSort(f) {
		return false
	}
	sorted, ok := p.place(p.operand(call.Args[0]), nil)
	return ok && sorted.path == pl.path
}

// operand looks through the conversions of: sort.Sort(byName(s)).
func (p *pass) operand(e ast.Expr) ast.Expr {
	for {
		call, ok := ast.Unparen(e).(*ast.CallExpr)
		if !ok || len(call.Args) != 1 || !p.TypesInfo.Types[call.Fun].IsType() {
			return e
		}
		e = call.Args[0]
	}
}

// isSort says whether the function sorts its first argument: one of package sort or slices, or one that is called so.
func isSort(f *types.Func) bool {
	if f.Pkg() != nil && f.Pkg().Path() == "sort" {
		switch f.Name() {
		case "Strings", "Ints", "Float64s", "Slice", "SliceStable", "Sort", "Stable":
			return true
		}
		return false
	}
	if f.Pkg() != nil && f.Pkg().Path() == "slices" {
		return f.Name() == "Sort" || f.Name() == "SortFunc" || f.Name() == "SortStableFunc"
	}
	return f.Signature().Recv() == nil && strings.HasPrefix(strings.ToLower(f.Name()), "sort")
}
