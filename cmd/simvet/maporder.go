package main

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"
)

const useSorted = "iterate over slices.Sorted(maps.Keys(m)) or slices.SortedFunc"

// maporder knows these loops whose order cannot show, and reports all others: those that only delete what they visit,
// collect into a slice that is sorted before anything else looks at it, add up integers, form a minimum, maximum or
// union, write under the very key that they visit, or ask whether some element exists.
var maporder = newAnalyzer("maporder", "report iteration over maps whose order shows", func(p *pass) {
	pure := newPurity(p)
	for c := range p.nodes((*ast.RangeStmt)(nil)) {
		stmt := c.Node().(*ast.RangeStmt)
		if !p.rangesOverMap(stmt) {
			continue
		}
		if flaw := judgeLoop(p, pure, c, stmt); flaw != nil {
			p.reportf(stmt.Pos(), "range over a map: the loop %s (line %d); %s", flaw.text, p.Fset.Position(flaw.pos).Line, useSorted)
		}
	}
	for c := range p.nodes((*ast.SelectorExpr)(nil)) {
		if what := p.unordered(pure, c); what != "" {
			p.reportf(c.Node().Pos(), "%s: its order is random; %s", what, useSorted)
		}
	}
})

// rangesOverMap says whether the order of the iterations is random and can be told: not if there is no variable.
func (p *pass) rangesOverMap(stmt *ast.RangeStmt) bool {
	if (stmt.Key == nil || isBlank(stmt.Key)) && (stmt.Value == nil || isBlank(stmt.Value)) {
		return false
	}
	return isMap(p.TypesInfo.TypeOf(stmt.X)) || p.sequence(stmt.X) != ""
}

// sequence returns "Keys", "Values" or "All" if the expression is a call of that function of package maps.
func (p *pass) sequence(e ast.Expr) string {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return ""
	}
	f := callee(p.TypesInfo, call)
	if f == nil || !isSequence(f) {
		return ""
	}
	return f.Name()
}

func isSequence(f *types.Func) bool {
	return f.Pkg() != nil && f.Pkg().Path() == "maps" && (f.Name() == "Keys" || f.Name() == "Values" || f.Name() == "All")
}

// unordered names a function that goes through a map in its random order, where the order may show; otherwise "".
func (p *pass) unordered(pure *purity, c inspector.Cursor) string {
	f, ok := p.TypesInfo.Uses[c.Node().(*ast.SelectorExpr).Sel].(*types.Func)
	if !ok || f.Pkg() == nil {
		return ""
	}
	name := f.Pkg().Name() + "." + qualified(f)
	switch f.Pkg().Path() {
	case "reflect":
		if name == "reflect.Value.MapKeys" || name == "reflect.Value.MapRange" {
			return name
		}
	case "maps":
		if isSequence(f) && !p.ordered(c) || (f.Name() == "DeleteFunc" || f.Name() == "EqualFunc") && !pure.callsPure(c.Parent().Node()) {
			return name
		}
	}
	return ""
}

// ordered says whether what a call of maps.Keys, Values or All yields goes where its order does not show: into a sort,
// into another map, or into a loop, which is judged by itself.
func (p *pass) ordered(c inspector.Cursor) bool {
	call := c.Parent()
	if _, ok := call.Node().(*ast.CallExpr); !ok || call.Node().(*ast.CallExpr).Fun != c.Node() {
		return false
	}
	switch user := call.Parent().Node().(type) {
	case *ast.RangeStmt:
		return true
	case *ast.CallExpr:
		f := callee(p.TypesInfo, user)
		if f == nil || f.Pkg() == nil {
			return false
		}
		switch f.Pkg().Path() + "." + f.Name() {
		case "slices.Sorted", "slices.SortedFunc", "slices.SortedStableFunc", "maps.Collect", "maps.Insert":
			return true
		case "slices.Collect", "slices.AppendSeq":
			assign, ok := call.Parent().Parent().Node().(*ast.AssignStmt)
			return ok && len(assign.Lhs) == 1 && p.sortedAfter(call.Parent().Parent(), assign.Lhs[0])
		}
	}
	return false
}

// isMap says whether the type is a map, or a type parameter that can be one.
func isMap(t types.Type) bool {
	if param, ok := t.(*types.TypeParam); ok {
		return constraintHasMap(param.Constraint().Underlying().(*types.Interface))
	}
	_, ok := t.Underlying().(*types.Map)
	return ok
}

func constraintHasMap(i *types.Interface) bool {
	for e := range i.EmbeddedTypes() {
		switch e := e.(type) {
		case *types.Union:
			for term := range e.Terms() {
				if isMap(term.Type()) {
					return true
				}
			}
		default:
			if inner, ok := e.Underlying().(*types.Interface); ok && constraintHasMap(inner) || !ok && isMap(e) {
				return true
			}
		}
	}
	return false
}

func isBlank(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == "_"
}
