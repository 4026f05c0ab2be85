package main

import (
	"go/ast"
	"go/token"
	"go/types"
)

var globalstate = newAnalyzer("globalstate", "report writes to package-level variables", func(p *pass) {
	for c := range p.nodes((*ast.AssignStmt)(nil), (*ast.IncDecStmt)(nil), (*ast.CallExpr)(nil), (*ast.UnaryExpr)(nil),
		(*ast.RangeStmt)(nil)) {
		for _, target := range targets(p.TypesInfo, c.Node()) {
			if v := p.global(target); v != nil {
				p.reportf(target.Pos(),
					"write to the package-level variable %s: worlds that run side by side share it; keep it in the world or node",
					v.Name())
			}
		}
	}
})

// targets returns what the node writes to, or lets others write to.
func targets(info *types.Info, n ast.Node) []ast.Expr {
	switch n := n.(type) {
	case *ast.AssignStmt:
		if n.Tok != token.DEFINE {
			return n.Lhs
		}
	case *ast.IncDecStmt:
		return []ast.Expr{n.X}
	case *ast.RangeStmt:
		if n.Tok == token.ASSIGN {
			return []ast.Expr{n.Key, n.Value}
		}
	case *ast.UnaryExpr:
		if n.Op == token.AND {
			return []ast.Expr{n.X}
		}
	case *ast.CallExpr:
		switch builtinName(info, n) {
		case "delete", "clear", "copy":
			return n.Args[:1]
		}
	}
	return nil
}

// global returns the package-level variable that the expression is or is part of, nil if it is none.
func (p *pass) global(e ast.Expr) *types.Var {
	for {
		switch x := e.(type) {
		case *ast.ParenExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.SelectorExpr:
			if v := p.packageLevel(x.Sel); v != nil {
				return v
			}
			e = x.X
		case *ast.Ident:
			return p.packageLevel(x)
		default:
			return nil
		}
	}
}

func (p *pass) packageLevel(id *ast.Ident) *types.Var {
	if v, ok := p.TypesInfo.Uses[id].(*types.Var); ok && v.Pkg() != nil && v.Parent() == v.Pkg().Scope() {
		return v
	}
	return nil
}
