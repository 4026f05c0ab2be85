package main

import (
	"go/ast"
	"go/token"
	"go/types"
)

// walker goes through the body of a loop over a map, or of a function, and notes all that could be seen outside.
type walker struct {
	p      *pass
	pure   *purity
	region ast.Node     // the loop or function: what is declared in it is local
	key    types.Object // the loop's key, nil if there is none; value likewise
	value  types.Object
	ranged *place       // the map that is iterated over, nil if it has no name
	label  types.Object // the loop's label, nil if it has none
	inFunc int          // how many functions lie between the loop and here

	breakable int // how many statements that a break leaves lie between the loop and here
	effects   []effect
	reads     []place
	exits     []exit
	flaw      *flaw // the first thing whose order shows by itself
}

// flaw is a reason why the order shows.
type flaw struct {
	text string
	pos  token.Pos
}

func (w *walker) fail(pos token.Pos, text string) {
	if w.flaw == nil {
		w.flaw = &flaw{text, pos}
	}
}

func (w *walker) stmts(list []ast.Stmt) {
	for i, s := range list {
		w.stmtIn(s, list[:i])
	}
}

// stmtIn walks a statement, given those before it in the same block.
func (w *walker) stmtIn(s ast.Stmt, before []ast.Stmt) {
	switch s := s.(type) {
	case *ast.ReturnStmt:
		w.exprs(s.Results)
		w.exit(s, before, "returns", s.Results)
	case *ast.BranchStmt:
		w.branch(s, before)
	case *ast.ExprStmt:
		if call, ok := ast.Unparen(s.X).(*ast.CallExpr); ok && builtinName(w.p.TypesInfo, call) == "panic" {
			w.exprs(call.Args)
			w.exit(s, before, "panics", call.Args)
			return
		}
		w.exprStmt(s)
	default:
		w.stmt(s)
	}
}

func (w *walker) stmt(s ast.Stmt) {
	switch s := s.(type) {
	case nil, *ast.EmptyStmt:
	case *ast.BlockStmt:
		w.stmts(s.List)
	case *ast.AssignStmt:
		w.assign(s)
	case *ast.IncDecStmt:
		w.accumulate(s.X, token.ADD_ASSIGN, s.Pos())
	case *ast.DeclStmt:
		w.decl(s)
	case *ast.IfStmt:
		w.ifStmt(s)
	case *ast.LabeledStmt:
		w.stmt(s.Stmt)
	case *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt:
		w.breakable++
		w.compound(s)
		w.breakable--
	case *ast.ReturnStmt, *ast.BranchStmt, *ast.ExprStmt:
		w.stmtIn(s, nil)
	case *ast.SendStmt:
		w.fail(s.Pos(), "sends")
	default: // go, defer, select
		w.fail(s.Pos(), "starts what runs later")
	}
}

func (w *walker) compound(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.ForStmt:
		w.stmt(s.Init)
		w.expr(s.Cond)
		w.stmt(s.Post)
		w.stmt(s.Body)
	case *ast.RangeStmt:
		w.expr(s.X)
		if s.Tok == token.ASSIGN {
			w.write(s.Key, nil, s.Pos())
			w.write(s.Value, nil, s.Pos())
		}
		w.rangeFunc(s)
		w.stmt(s.Body)
	case *ast.SwitchStmt:
		w.stmt(s.Init)
		w.expr(s.Tag)
		w.clauses(s.Body)
	case *ast.TypeSwitchStmt:
		w.stmt(s.Init)
		w.expr(switchOperand(s))
		w.clauses(s.Body)
	}
}

// rangeFunc refuses iterators that are not made by a pure call: each is a function that the loop calls.
func (w *walker) rangeFunc(s *ast.RangeStmt) {
	_, isFunc := w.p.TypesInfo.TypeOf(s.X).Underlying().(*types.Signature)
	if _, isCall := ast.Unparen(s.X).(*ast.CallExpr); isFunc && !isCall {
		w.fail(s.Pos(), "calls an iterator")
	}
}

func (w *walker) clauses(body *ast.BlockStmt) {
	for _, c := range body.List {
		clause := c.(*ast.CaseClause)
		w.exprs(clause.List)
		w.stmts(clause.Body)
	}
}

func (w *walker) decl(s *ast.DeclStmt) {
	for _, spec := range s.Decl.(*ast.GenDecl).Specs {
		if v, ok := spec.(*ast.ValueSpec); ok {
			w.exprs(v.Values)
		}
	}
}

func (w *walker) ifStmt(s *ast.IfStmt) {
	w.stmt(s.Init)
	if w.extremum(s) {
		return
	}
	w.expr(s.Cond)
	w.stmt(s.Body)
	w.stmt(s.Else)
}

// branch handles break, continue, goto and fallthrough.
func (w *walker) branch(s *ast.BranchStmt, before []ast.Stmt) {
	inner := w.inFunc > 0 || s.Label != nil && w.labelInside(s.Label)
	switch s.Tok {
	case token.GOTO:
		w.fail(s.Pos(), "jumps")
	case token.BREAK:
		if !inner && (s.Label != nil || w.breakable == 0) {
			w.exit(s, before, "breaks off", nil)
		}
	case token.CONTINUE:
		if !inner && s.Label != nil && w.p.TypesInfo.Uses[s.Label] != w.label {
			w.exit(s, before, "breaks off", nil)
		}
	}
}

// labelInside says whether the label stands before a statement within the loop.
func (w *walker) labelInside(label *ast.Ident) bool {
	obj := w.p.TypesInfo.Uses[label]
	return obj != nil && w.region.Pos() < obj.Pos() && obj.Pos() < w.region.End()
}

// isLocal says whether the variable is declared within the loop or function.
func (w *walker) isLocal(obj types.Object) bool {
	return obj != nil && w.region.Pos() <= obj.Pos() && obj.Pos() < w.region.End()
}

// invariant says whether no part of the syntax depends on the element: it mentions nothing that is local.
func (w *walker) invariant(n ast.Node) bool {
	all := true
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if v, isVar := w.p.TypesInfo.ObjectOf(id).(*types.Var); isVar && !v.IsField() && w.isLocal(v) {
				all = false
			}
		}
		return all
	})
	return all
}
