package main

import (
	"go/ast"
	"go/constant"
	"go/types"
	"strings"
)

const useName = "addresses differ from run to run; print a name or number of the thing"

var pointer = newAnalyzer("pointer", "report texts that hold addresses", func(p *pass) {
	for c := range p.nodes((*ast.CallExpr)(nil)) {
		p.checkFormatting(c.Node().(*ast.CallExpr))
		p.checkConversion(c.Node().(*ast.CallExpr))
	}
	p.banUses(func(path, name string) string {
		switch {
		case path == "reflect" && addressOf[name]:
			return useName
		case path == "runtime/debug" && name == "Stack", path == "runtime" && name == "Stack":
			return "a stack holds addresses and goroutine numbers; keep it out of the trace"
		}
		return ""
	})
})

var addressOf = map[string]bool{
	"Value.Pointer": true, "Value.UnsafePointer": true, "Value.UnsafeAddr": true,
}

// checkConversion reports a pointer that becomes a number.
func (p *pass) checkConversion(call *ast.CallExpr) {
	if !p.TypesInfo.Types[call.Fun].IsType() || len(call.Args) != 1 {
		return
	}
	to, _ := p.TypesInfo.TypeOf(call.Fun).Underlying().(*types.Basic)
	from, _ := p.TypesInfo.TypeOf(call.Args[0]).Underlying().(*types.Basic)
	if to != nil && to.Kind() == types.Uintptr && from != nil && from.Kind() == types.UnsafePointer {
		p.reportf(call.Pos(), "pointer as a number: %s", useName)
	}
}

// checkFormatting reports verbs and operands of a print or printf function that write an address.
func (p *pass) checkFormatting(call *ast.CallExpr) {
	f := callee(p.TypesInfo, call)
	if f == nil || call.Ellipsis.IsValid() {
		return
	}
	first, printf := operands(f)
	if first < 0 || first > len(call.Args) {
		return
	}
	if !printf {
		for _, arg := range call.Args[first:] {
			p.checkOperand(arg, 'v')
		}
		return
	}
	format := p.TypesInfo.Types[call.Args[first-1]].Value
	if format == nil || format.Kind() != constant.String {
		return
	}
	for _, v := range parseFormat(constant.StringVal(format)) {
		switch arg := first + v.operand; {
		case v.verb == 'p':
			p.reportf(call.Args[first-1].Pos(), "verb %%p: %s", useName)
		case v.verb != 'T' && arg < len(call.Args):
			p.checkOperand(call.Args[arg], v.verb)
		}
	}
}

func (p *pass) checkOperand(arg ast.Expr, verb rune) {
	if t := p.TypesInfo.TypeOf(arg); printsAddress(t, verb) {
		p.reportf(arg.Pos(), "formatting a %s: %s", types.TypeString(t, types.RelativeTo(p.Pkg)), useName)
	}
}

// callee returns the function or method that the call names, nil if it calls a value or converts.
func callee(info *types.Info, call *ast.CallExpr) *types.Func {
	fun := ast.Unparen(call.Fun)
	switch f := fun.(type) { // an instantiated generic function
	case *ast.IndexExpr:
		fun = f.X
	case *ast.IndexListExpr:
		fun = f.X
	}
	var id *ast.Ident
	switch f := fun.(type) {
	case *ast.Ident:
		id = f
	case *ast.SelectorExpr:
		id = f.Sel
	default:
		return nil
	}
	f, _ := info.Uses[id].(*types.Func)
	return f
}

// operands returns the index of the first operand that the function formats, and whether a format stands before it. It
// returns -1 for functions that format nothing. A function is taken for a printf if it ends in a string called format
// and ...any, as wrappers do.
func operands(f *types.Func) (first int, printf bool) {
	params := f.Signature().Params()
	last := params.Len() - 1
	if !f.Signature().Variadic() || !isEmptyInterface(params.At(last).Type().(*types.Slice).Elem()) {
		return -1, false
	}
	if last > 0 && params.At(last-1).Name() == "format" {
		return last, true
	}
	if f.Pkg() != nil && f.Pkg().Path() == "fmt" && (strings.Contains(f.Name(), "rint") || strings.HasPrefix(f.Name(), "Append")) {
		return last, false
	}
	return -1, false
}

func isEmptyInterface(t types.Type) bool {
	i, ok := t.Underlying().(*types.Interface)
	return ok && i.Empty()
}
