package main

import (
	"go/ast"
	"go/types"
	"slices"
)

// purity knows which functions change nothing that others see. What it cannot know it takes to be impure.
type purity struct {
	p     *pass
	decls map[*types.Func]*ast.FuncDecl
	known map[*types.Func]bool
	trail []*types.Func // the functions in known, in the order in which they were first asked for
}

func newPurity(p *pass) *purity {
	u := &purity{p: p, decls: map[*types.Func]*ast.FuncDecl{}, known: map[*types.Func]bool{}}
	for _, f := range p.Files {
		for _, d := range f.Decls {
			if d, ok := d.(*ast.FuncDecl); ok && d.Body != nil {
				u.decls[p.TypesInfo.Defs[d.Name].(*types.Func)] = d
			}
		}
	}
	return u
}

// pure says whether the function, used with the given signature, is pure: by its name, by its body if that belongs to
// this package, otherwise by its types.
func (u *purity) pure(f *types.Func, use *types.Signature) bool {
	if f.Pkg() == nil || isText(f) || isPureLibrary(f) {
		return true
	}
	if d := u.decls[f.Origin()]; d != nil {
		return u.pureBody(f.Origin(), d)
	}
	return byTypes(f.Signature().Recv(), use.Params())
}

// pureBody judges a function of this package. Functions that call each other are pure if nothing in them is impure, so
// that what is being judged counts as pure; if it turns out not to be, neither holds what followed from that.
func (u *purity) pureBody(f *types.Func, d *ast.FuncDecl) bool {
	if pure, ok := u.known[f]; ok {
		return pure
	}
	u.known[f] = true
	u.trail = append(u.trail, f)
	from := len(u.trail)
	w := &walker{p: u.p, pure: u, region: d, inFunc: 1}
	w.stmt(d.Body)
	if w.flaw == nil && len(w.effects) == 0 {
		return true
	}
	u.known[f] = false
	for _, g := range u.trail[from:] {
		if u.known[g] {
			delete(u.known, g)
		}
	}
	u.trail = u.trail[:from]
	return false
}

// callsPure says whether the functions that a call hands over are pure.
func (u *purity) callsPure(n ast.Node) bool {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return false
	}
	w := &walker{p: u.p, pure: u, region: call, inFunc: 1}
	for _, arg := range call.Args {
		w.operand(arg)
	}
	return w.flaw == nil && len(w.effects) == 0
}

// isText says whether the function is a method String or Error.
func isText(f *types.Func) bool {
	s := f.Signature()
	return s.Recv() != nil && (f.Name() == "String" || f.Name() == "Error") && s.Params().Len() == 0
}

// byTypes says whether the function gets nothing that it could change: no argument holds a reference, and variables of
// packages are never written to (see the analyzer globalstate).
func byTypes(recv *types.Var, params *types.Tuple) bool {
	if recv != nil && !isValue(recv.Type()) {
		return false
	}
	for v := range params.Variables() {
		if !isValue(v.Type()) {
			return false
		}
	}
	return true
}

// isValue says whether a value of the type holds no reference to anything that can change.
func isValue(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() != types.UnsafePointer
	case *types.Array:
		return isValue(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if !isValue(f.Type()) {
				return false
			}
		}
		return true
	}
	return false
}

// isPureLibrary says whether the function of the standard library is pure, but for functions that it is given.
func isPureLibrary(f *types.Func) bool {
	if f.Signature().Recv() != nil {
		return false
	}
	switch f.Pkg().Path() {
	case "cmp", "errors", "math", "math/bits", "strconv", "strings", "unicode", "unicode/utf8":
		return f.Name() != "As"
	case "fmt":
		return slices.Contains([]string{"Errorf", "Sprint", "Sprintf", "Sprintln"}, f.Name())
	case "maps":
		return slices.Contains([]string{"All", "Clone", "Collect", "Equal", "EqualFunc", "Keys", "Values"}, f.Name())
	case "slices":
		return !slices.Contains([]string{
			"AppendSeq", "Compact", "CompactFunc", "Delete", "DeleteFunc", "Insert", "Replace", "Reverse", "Sort",
			"SortFunc", "SortStableFunc",
		}, f.Name())
	}
	return false
}

// changesFirst says whether the library function changes its first argument, or the method its receiver, and nothing
// else but what functions that it is given change.
func changesFirst(f *types.Func) bool {
	if f.Pkg() == nil {
		return false
	}
	switch name := qualified(f); f.Pkg().Path() {
	case "slices":
		return slices.Contains([]string{"Reverse", "Sort", "SortFunc", "SortStableFunc"}, name)
	case "maps":
		return slices.Contains([]string{"Copy", "DeleteFunc", "Insert"}, name)
	case "strings":
		return receiverIs(f, "Builder")
	case "bytes":
		return receiverIs(f, "Buffer")
	}
	return false
}

func receiverIs(f *types.Func, name string) bool {
	recv := f.Signature().Recv()
	return recv != nil && receiverName(recv.Type()) == name
}
