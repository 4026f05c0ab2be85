package main

import (
	"go/ast"
	"go/types"
	"strings"
)

// banUses reports every use of a name of another package, including methods, for which advise returns a message. The
// name of a method is "Type.Method". Fields have no name of their own here: their struct has one.
func (p *pass) banUses(advise func(path, name string) string) {
	for c := range p.nodes((*ast.Ident)(nil)) {
		id := c.Node().(*ast.Ident)
		obj := p.TypesInfo.Uses[id]
		if obj == nil || obj.Pkg() == nil || obj.Pkg() == p.Pkg {
			continue
		}
		name := qualified(obj)
		if name == "" {
			continue
		}
		if message := advise(obj.Pkg().Path(), name); message != "" {
			p.reportf(id.Pos(), "%s.%s: %s", obj.Pkg().Name(), name, message)
		}
	}
}

// qualified returns the name of a package-level object or method, "" for anything else.
func qualified(obj types.Object) string {
	if f, ok := obj.(*types.Func); ok {
		if recv := f.Signature().Recv(); recv != nil {
			return receiverName(recv.Type()) + "." + f.Name()
		}
	}
	if obj.Parent() == obj.Pkg().Scope() {
		return obj.Name()
	}
	return ""
}

func receiverName(t types.Type) string {
	if ptr, ok := t.(*types.Pointer); ok {
		t = ptr.Elem()
	}
	if named, ok := t.(*types.Named); ok {
		return named.Obj().Name()
	}
	return ""
}

// below says whether the path is the package or lies below it.
func below(path, pkg string) bool { return path == pkg || strings.HasPrefix(path, pkg+"/") }
