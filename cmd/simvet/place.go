package main

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"
)

// place is what an expression such as x, x.f, x[i].g or *x stands for.
type place struct {
	root types.Object
	// path names it: the root and the steps that lead on, each ended by a slash, so that a prefix is a part.
	path string
	// refs counts the steps through a pointer, slice or map. Without any, the place lies within its root.
	refs int
	// direct says that the first of those steps starts at the root itself.
	direct bool
	// keyed says that one of the steps is an index that differs for each element that the loop visits.
	keyed bool
	// indexed says that the last step is an index.
	indexed bool
}

// overlaps says whether one of the places is part of the other.
func (a place) overlaps(b place) bool {
	return strings.HasPrefix(a.path, b.path) || strings.HasPrefix(b.path, a.path)
}

// place returns the place of an expression; ok is false if it is none, such as the result of a call. Distinct, if not
// nil, tells which indexes differ for each element.
func (p *pass) place(e ast.Expr, distinct func(ast.Expr) bool) (pl place, ok bool) {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return p.place(e.X, distinct)
	case *ast.Ident:
		return p.rootPlace(e)
	case *ast.StarExpr:
		pl, ok = p.place(e.X, distinct)
		return pl.step("*/", true), ok
	case *ast.SelectorExpr:
		return p.selectorPlace(e, distinct)
	case *ast.IndexExpr:
		t := p.TypesInfo.TypeOf(e.X)
		if t == nil || !indexable(t) {
			return place{}, false
		}
		pl, ok = p.place(e.X, distinct)
		_, array := t.Underlying().(*types.Array)
		pl = pl.step("[]/", !array)
		pl.indexed = true
		pl.keyed = pl.keyed || distinct != nil && distinct(e.Index)
		return pl, ok
	}
	return place{}, false
}

func (p *pass) rootPlace(id *ast.Ident) (place, bool) {
	v, ok := p.TypesInfo.ObjectOf(id).(*types.Var)
	if !ok {
		return place{}, false
	}
	return place{root: v, path: fmt.Sprintf("%s@%d/", v.Name(), v.Pos())}, true
}

func (p *pass) selectorPlace(e *ast.SelectorExpr, distinct func(ast.Expr) bool) (place, bool) {
	sel := p.TypesInfo.Selections[e]
	if sel == nil { // a name of another package
		return p.rootPlace(e.Sel)
	}
	if sel.Kind() != types.FieldVal {
		return place{}, false
	}
	pl, ok := p.place(e.X, distinct)
	return pl.step(e.Sel.Name+"/", sel.Indirect()), ok
}

// step returns the place one step on.
func (a place) step(name string, reference bool) place {
	if reference {
		a.direct = a.direct || a.refs == 0 && strings.Count(a.path, "/") == 1
		a.refs++
	}
	a.path += name
	a.indexed = false
	return a
}

// indexable says whether an index of the type is a place, and not an instance of a generic function.
func indexable(t types.Type) bool {
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		t = ptr.Elem()
	}
	switch t.Underlying().(type) {
	case *types.Map, *types.Slice, *types.Array:
		return true
	}
	return isMap(t)
}

// mentions says whether the syntax contains an expression that overlaps with the place, outside of the node except.
func (p *pass) mentions(n ast.Node, pl place, except ast.Node) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		if n == nil || n == except || found {
			return false
		}
		if e, ok := n.(ast.Expr); ok {
			if other, ok := p.place(e, nil); ok {
				found = found || other.overlaps(pl)
				return !isChain(e) // its parts are not mentioned on their own, but for indexes
			}
		}
		return true
	})
	return found
}

// isChain says whether the expression is a chain of selectors, which holds no other expression.
func isChain(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident:
		return true
	case *ast.SelectorExpr:
		return isChain(e.X)
	}
	return false
}
