package main

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/inspector"
)

type effectKind int

const (
	none        effectKind = iota
	keyed                  // writes to what belongs to the element: once for each place
	collects               // appends to a slice
	accumulates            // an operation that commutes
	assigns                // gives the same value whatever the element is
	deletes                // deletes from another map
)

// effect is a change that others can see.
type effect struct {
	place
	kind  effectKind
	class string // effects of one kind on one place commute only if this is the same
	pos   token.Pos
}

func (w *walker) effect(pl place, kind effectKind, class string, pos token.Pos) {
	if kind != keyed && w.ranged != nil && pl.overlaps(*w.ranged) {
		w.fail(pos, "changes more of the map that it visits than the element")
	}
	w.effects = append(w.effects, effect{pl, kind, class, pos})
}

// exit is a way to leave the loop early.
type exit struct {
	stmt ast.Stmt
	// tail are the simple assignments right before it, in its block.
	tail []ast.Stmt
	pos  token.Pos
}

// exit notes that the loop is left, unless a function within it is. What is returned must not depend on the element.
func (w *walker) exit(s ast.Stmt, before []ast.Stmt, verb string, results []ast.Expr) {
	if w.inFunc > 0 {
		return
	}
	for _, r := range results {
		if !w.invariant(r) {
			w.fail(s.Pos(), verb+" what depends on the element")
		}
	}
	first := len(before)
	for first > 0 {
		if _, ok := before[first-1].(*ast.AssignStmt); !ok {
			break
		}
		first--
	}
	w.exits = append(w.exits, exit{stmt: s, tail: before[first:], pos: s.Pos()})
}

// judgeLoop returns why the order of a loop over a map shows, nil if it does not.
func judgeLoop(p *pass, pure *purity, c inspector.Cursor, stmt *ast.RangeStmt) *flaw {
	w := &walker{p: p, pure: pure, region: stmt}
	if stmt.Tok == token.ASSIGN {
		return &flaw{"leaves its last element in a variable", stmt.Pos()}
	}
	if p.sequence(stmt.X) != "Values" {
		w.key = w.unchanged(stmt.Key)
	}
	w.value = w.unchanged(stmt.Value)
	if pl, ok := p.place(stmt.X, nil); ok {
		w.ranged = &pl
	}
	if labeled, ok := c.Parent().Node().(*ast.LabeledStmt); ok {
		w.label = p.TypesInfo.Defs[labeled.Label]
	}
	w.stmt(stmt.Body)
	w.leaves()
	w.mixes()
	w.looks()
	w.collected(c)
	return w.flaw
}

// unchanged returns the variable that the loop declares, nil if there is none or if the loop's body writes to it.
func (w *walker) unchanged(e ast.Expr) types.Object {
	id, ok := e.(*ast.Ident)
	if !ok {
		return nil
	}
	v := w.p.TypesInfo.Defs[id]
	ast.Inspect(w.region, func(n ast.Node) bool {
		if n == nil {
			return false
		}
		for _, target := range targets(w.p.TypesInfo, n) {
			if target != nil && w.names(ast.Unparen(target), v) {
				v = nil
				return false
			}
		}
		return true
	})
	return v
}

// leaves judges the exits: all must do the same, and nothing else may have happened on the way, for how far the loop
// came is random.
func (w *walker) leaves() {
	if len(w.exits) == 0 {
		return
	}
	first := w.exits[0]
	for _, x := range w.exits[1:] {
		if w.text(x) != w.text(first) {
			w.fail(x.pos, "ends early in different ways")
		}
	}
	for _, e := range w.effects {
		if e.kind != assigns || !w.inTail(e) {
			w.fail(e.pos, "changes something although it may end early")
		}
	}
}

func (w *walker) inTail(e effect) bool {
	for _, x := range w.exits {
		for _, s := range x.tail {
			if s.Pos() <= e.pos && e.pos < s.End() {
				return true
			}
		}
	}
	return false
}

// text is the same for exits that do the same.
func (w *walker) text(x exit) string {
	text := ""
	for _, s := range append(append([]ast.Stmt(nil), x.tail...), x.stmt) {
		switch s := s.(type) {
		case *ast.AssignStmt:
			text += exprsText(s.Lhs) + s.Tok.String() + exprsText(s.Rhs) + ";"
		case *ast.ReturnStmt:
			text += "return " + exprsText(s.Results)
		case *ast.BranchStmt:
			text += "leave"
			if s.Label != nil {
				text += " " + s.Label.Name
			}
		case *ast.ExprStmt:
			text += types.ExprString(s.X)
		}
	}
	return text
}

func exprsText(list []ast.Expr) string {
	text := ""
	for _, e := range list {
		text += types.ExprString(e) + ","
	}
	return text
}

// mixes judges pairs of effects on one place.
func (w *walker) mixes() {
	for i, a := range w.effects {
		for _, b := range w.effects[:i] {
			same := a.path == b.path && a.kind == b.kind && a.class == b.class
			if a.overlaps(b.place) && !same && (a.kind != keyed || b.kind != keyed) {
				w.fail(a.pos, "changes one thing in different ways")
			}
		}
	}
}

// looks fails if the loop looks at what it has changed so far.
func (w *walker) looks() {
	for _, e := range w.effects {
		for _, r := range w.reads {
			if e.overlaps(r) && (e.kind != keyed || !r.keyed && !w.ofElement(e.place)) {
				w.fail(e.pos, "looks at what it has changed so far")
			}
		}
	}
}

// collected fails if a slice that the loop appends to is not sorted before anything else looks at it.
func (w *walker) collected(c inspector.Cursor) {
	for _, e := range w.effects {
		if e.kind == collects && (strings.Contains(e.path, "[]") || !w.p.sortedPlaceAfter(c, e.place)) {
			w.fail(e.pos, "appends to "+e.root.Name()+", which is not sorted right afterwards")
		}
	}
}
