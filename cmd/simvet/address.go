package main

import (
	"go/token"
	"go/types"
)

// printsAddress says whether package fmt, given a value of the type and the verb, may write an address. It follows
// printValue of fmt/print.go: a pointer is followed only at the top, and String and Error are called only for what can
// be reached through exported fields. What an interface holds is not known and not judged.
func printsAddress(t types.Type, verb rune) bool {
	_, pointer := t.Underlying().(*types.Pointer)
	a := &addresses{verb: verb, seen: map[types.Type]bool{}}
	if a.methods(t) {
		return false
	}
	if pointer && !a.followed(t) {
		return true
	}
	if pointer {
		t = t.Underlying().(*types.Pointer).Elem()
	}
	return a.inside(t, true)
}

type addresses struct {
	verb rune
	seen map[types.Type]bool
}

// followed says whether a pointer at the top is printed as & and what it points at.
func (a *addresses) followed(t types.Type) bool {
	switch t.Underlying().(*types.Pointer).Elem().Underlying().(type) {
	case *types.Struct, *types.Slice, *types.Array, *types.Map:
		return true
	}
	return false
}

// printed says whether a value below the top prints an address; open says whether methods may be called on it.
func (a *addresses) printed(t types.Type, open bool) bool {
	if open && a.methods(t) {
		return false
	}
	if _, ok := t.Underlying().(*types.Pointer); ok {
		return true
	}
	return a.inside(t, open)
}

// inside judges by the kind of the type.
func (a *addresses) inside(t types.Type, open bool) bool {
	if a.seen[t] {
		return false
	}
	a.seen[t] = true
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() == types.UnsafePointer || u.Kind() == types.Uintptr
	case *types.Chan, *types.Signature:
		return true
	case *types.Slice:
		return a.printed(u.Elem(), open)
	case *types.Array:
		return a.printed(u.Elem(), open)
	case *types.Map: // sorted by keys: pointers by their addresses
		return isAddress(u.Key()) || a.printed(u.Key(), open) || a.printed(u.Elem(), open)
	case *types.Struct:
		for f := range u.Fields() {
			if a.printed(f.Type(), open && token.IsExported(f.Name())) {
				return true
			}
		}
	}
	return false
}

func isAddress(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Chan:
		return true
	}
	return false
}

// methods says whether fmt calls a method of the value instead of looking into it.
func (a *addresses) methods(t types.Type) bool {
	if hasMethod(t, "Format", 2) {
		return true
	}
	switch a.verb {
	case 'v', 's', 'x', 'X', 'q', 'w':
		return hasMethod(t, "Error", 0) || hasMethod(t, "String", 0)
	}
	return false
}

// hasMethod says whether a value of the type has an exported method with so many parameters.
func hasMethod(t types.Type, name string, params int) bool {
	method := types.NewMethodSet(t).Lookup(nil, name)
	return method != nil && method.Type().(*types.Signature).Params().Len() == params
}
