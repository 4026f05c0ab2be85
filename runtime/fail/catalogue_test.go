package fail

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// use is one evaluation of a failpoint in the source.
type use struct {
	pkg, constant string
	kind          Kind
}

// TestCatalogueMatchesConstants compares the catalogue with the constants of points.go, in order.
func TestCatalogueMatchesConstants(t *testing.T) {
	t.Parallel()
	var declared, described []string
	for _, name := range constants(t) {
		declared = append(declared, name.value)
	}
	for _, entry := range Catalogue() {
		described = append(described, string(entry.Name))
		require.NotEmpty(t, entry.Restores, entry.Name)
		require.NotEmpty(t, entry.Source, entry.Name)
		require.NotEqual(t, entry.Oracle == "", entry.Equivalent == "", entry.Name)
	}
	require.Equal(t, declared, described)
}

// TestCatalogueMatchesSource reads the source of all packages of the system: each failpoint is evaluated where the
// catalogue says and in the way that its kind demands, and nothing else is evaluated.
func TestCatalogueMatchesSource(t *testing.T) {
	t.Parallel()
	names := make(map[string]string)
	for _, c := range constants(t) {
		names[c.name] = c.value
	}
	seen := make(map[Point]bool)
	for _, u := range uses(t) {
		entry, ok := Lookup(names[u.constant])
		require.True(t, ok, "runtime/%s evaluates fail.%s, which the catalogue lacks", u.pkg, u.constant)
		require.Equal(t, entry.Kind, u.kind, "%s in runtime/%s", entry.Name, u.pkg)
		require.Equal(t, entry.Where, u.pkg, "%s", entry.Name)
		seen[entry.Name] = true
	}
	for _, entry := range Catalogue() {
		require.Equal(t, entry.Equivalent == "", seen[entry.Name], "%s is to be evaluated unless it is equivalent", entry.Name)
	}
}

type constant struct{ name, value string }

// constants returns the constants of type Point that points.go declares.
func constants(t *testing.T) []constant {
	file, err := parser.ParseFile(token.NewFileSet(), "points.go", nil, 0)
	require.NoError(t, err)
	var found []constant
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		value, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
		require.NoError(t, err)
		found = append(found, constant{name: spec.Names[0].Name, value: value})
		return false
	})
	return found
}

// uses returns all calls of fail.On and fail.OnNode below runtime.
func uses(t *testing.T) []use {
	var found []use
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		found = append(found, usesIn(file, filepath.Base(filepath.Dir(path)))...)
		return nil
	})
	require.NoError(t, err)
	return found
}

func usesIn(file *ast.File, pkg string) []use {
	var found []use
	ast.Inspect(file, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || len(call.Args) != 2 {
			return true
		}
		function, argument := selected(call.Fun), selected(call.Args[1])
		switch function {
		case "On":
			found = append(found, use{pkg: pkg, constant: argument, kind: Hit})
		case "OnNode":
			found = append(found, use{pkg: pkg, constant: argument, kind: Structural})
		}
		return true
	})
	return found
}

// selected returns X of the expression fail.X, or nothing.
func selected(e ast.Expr) string {
	sel, ok := e.(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	if pkg, ok := sel.X.(*ast.Ident); !ok || pkg.Name != "fail" {
		return ""
	}
	return sel.Sel.Name
}
