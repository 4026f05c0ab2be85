package scenarios_test

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The rules of the house, for the whole tree: who may import whom, what must not make two runs of a seed differ, and
// what files look like. They stand here because scenarios is the one package that knows all others.

// root is the module's folder, seen from this package.
const root = ".."

const module = "onelane.test/"

// topFolders are the only folders at the top of the module, but for those that git ignores.
var topFolders = []string{"cmd", "faults", "runtime", "scenarios", "sim", "testdata"}

// runtimeOrder lists the packages below runtime. Each may import sim and those that stand before it.
var runtimeOrder = []string{
	"fail", "frontier", "query", "protocol", "timely", "lane", "persist", "render", "compute", "storage",
	"clusterd", "controller", "environ",
}

// apart lists pairs that do not import each other although the order would allow it: what they have to do with each
// other is done by clusterd.
var apart = [][2]string{{"compute", "storage"}}

// libraries lists the modules of others that code, other than tests, may import. Scenarios and cmd may import any.
var libraries = map[string][]string{
	"sim":          {"github.com/cespare/xxhash/v2"},
	"runtime":      {"github.com/cespare/xxhash/v2"},
	"runtime/fail": {"github.com/pingcap/failpoint"},
	"faults":       {},
}

// source is one Go file of the tree.
type source struct {
	name string // from the top of the module, with slashes
	text []byte
	file *ast.File
	fset *token.FileSet
}

// pkg returns the folder of the file.
func (s *source) pkg() string { return path.Dir(s.name) }

func (s *source) isTest() bool { return strings.HasSuffix(s.name, "_test.go") }

// sources reads all Go files but those below a testdata folder. It opens each, so that a cached test result is not used
// after any of them has changed.
func sources(t *testing.T) []*source {
	t.Helper()
	var all []*source
	require.NoError(t, filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && name != root && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".")) {
			return fs.SkipDir
		}
		if d.IsDir() || filepath.Ext(name) != ".go" {
			return nil
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, name, text, parser.ParseComments)
		all = append(all, &source{filepath.ToSlash(relative), text, file, fset})
		return err
	}))
	require.NotEmpty(t, all)
	return all
}

func TestImports(t *testing.T) {
	for _, s := range sources(t) {
		for _, i := range s.file.Imports {
			imported, err := strconv.Unquote(i.Path.Value)
			require.NoError(t, err)
			if reason := refuse(s.pkg(), imported, s.isTest()); reason != "" {
				t.Errorf("%s imports %s: %s", s.name, imported, reason)
			}
		}
	}
}

func TestRefuse(t *testing.T) {
	for _, test := range []struct {
		from, to string
		test, ok bool
	}{
		{"sim", "onelane.test/sim/trace", false, true},
		{"sim/simtest", "onelane.test/sim", false, true},
		{"sim", "onelane.test/runtime/frontier", false, false},
		{"sim", "onelane.test/runtime/frontier", true, false},
		{"sim", "github.com/tidwall/btree", false, false},
		{"sim", "github.com/stretchr/testify/require", true, true},
		{"runtime/storage", "onelane.test/sim", false, true},
		{"runtime/storage", "onelane.test/runtime/render", false, true},
		{"runtime/storage", "onelane.test/runtime/compute", false, false},
		{"runtime/compute", "onelane.test/runtime/storage", true, false},
		{"runtime/lane", "onelane.test/runtime/clusterd", false, false},
		{"runtime/other", "onelane.test/sim", false, false},
		{"runtime/fail", "github.com/pingcap/failpoint", false, true},
		{"runtime/lane", "github.com/pingcap/failpoint", false, false},
		{"runtime/lane", "onelane.test/faults", false, false},
		{"faults", "onelane.test/faults/words", false, true},
		{"faults", "onelane.test/runtime/fail", false, false},
		{"scenarios/oracle", "onelane.test/runtime/environ", false, true},
		{"scenarios", "onelane.test/cmd/simvet", true, false},
		{"cmd/onelane", "onelane.test/scenarios", false, true},
		{"cmd/onelane", "onelane.test/cmd/simvet", false, false},
		{"sim", "strings", false, true},
	} {
		require.Equal(t, test.ok, refuse(test.from, test.to, test.test) == "", "%+v", test)
	}
}

// refuse returns why a package must not import another, "" if it may.
func refuse(from, to string, inTest bool) string {
	folder, _, _ := strings.Cut(from, "/")
	target, ours := strings.CutPrefix(to, module)
	if !ours {
		return refuseLibrary(from, folder, to, inTest)
	}
	targetFolder, _, _ := strings.Cut(target, "/")
	switch {
	case target == from:
		return "" // a test outside of the package
	case folder == "runtime":
		return refuseRuntime(from, target, targetFolder)
	case targetFolder == "cmd":
		return "nothing imports a command"
	case targetFolder == "scenarios" && folder != "cmd" && folder != "scenarios":
		return "only commands know scenarios"
	case folder == "sim" && targetFolder != "sim":
		return "the kernel knows nothing of the system"
	case folder == "faults" && targetFolder != "sim" && targetFolder != "faults":
		return "faults name what they reach into as text"
	}
	return ""
}

func refuseRuntime(from, target, targetFolder string) string {
	importer := slices.Index(runtimeOrder, strings.TrimPrefix(from, "runtime/"))
	imported := slices.Index(runtimeOrder, strings.TrimPrefix(target, "runtime/"))
	switch {
	case importer < 0 && from != "runtime":
		return from + " has no place in the order of the runtime's packages"
	case targetFolder == "sim":
		return ""
	case targetFolder != "runtime" || imported < 0:
		return "the system knows only sim and itself"
	case imported >= importer:
		return "it stands behind " + from + " in the order of the runtime's packages"
	}
	for _, pair := range apart {
		if slices.Contains(pair[:], runtimeOrder[importer]) && slices.Contains(pair[:], runtimeOrder[imported]) {
			return "these two meet in clusterd only"
		}
	}
	return ""
}

func refuseLibrary(from, folder, to string, inTest bool) string {
	host, _, _ := strings.Cut(to, "/")
	allowed, limited := libraries[folder]
	if inTest || !limited || !strings.Contains(host, ".") {
		return ""
	}
	for _, library := range append(slices.Clone(allowed), libraries[from]...) {
		if to == library || strings.HasPrefix(to, library+"/") {
			return ""
		}
	}
	return "not among the libraries of " + folder
}

// TestDeterminism runs simvet over all packages that have to be deterministic.
func TestDeterminism(t *testing.T) {
	sources(t) // see there
	c := exec.Command("go", "run", "./cmd/simvet", "-test=false", "./sim/...", "./runtime/...", "./faults/...", "./scenarios/...")
	c.Dir = root
	output, err := c.CombinedOutput()
	require.NoError(t, err, "%s\n%s", c, output)
}

func TestTopFolders(t *testing.T) {
	ignored, err := os.ReadFile(filepath.Join(root, ".gitignore"))
	require.NoError(t, err)
	entries, err := os.ReadDir(root)
	require.NoError(t, err)
	for _, e := range entries {
		if e.IsDir() && !strings.HasPrefix(e.Name(), ".") && !bytes.Contains(ignored, []byte("/"+e.Name()+"/\n")) {
			require.Contains(t, topFolders, e.Name(), "the top-level folders are given")
		}
	}
}

// maxLines is how long a file may be.
const maxLines = 400

// unfinished finds words that say that something is left to do. They are put together here lest they be found.
var unfinished = regexp.MustCompile(`\b(TO` + `DO|FIX` + `ME|XX` + `X|HA` + `CK)\b`)

func TestFiles(t *testing.T) {
	for _, s := range sources(t) {
		if lines := bytes.Count(s.text, []byte("\n")); lines > maxLines {
			t.Errorf("%s has %d lines, more than %d", s.name, lines, maxLines)
		}
		formatted, err := format.Source(s.text)
		require.NoError(t, err, s.name)
		if !bytes.Equal(formatted, s.text) {
			t.Errorf("%s is not formatted by gofmt", s.name)
		}
		for _, group := range s.file.Comments {
			for _, c := range group.List {
				s.checkComment(t, c)
			}
		}
	}
}

// checkComment refuses comments that leave something to do, or that are code.
func (s *source) checkComment(t *testing.T, c *ast.Comment) {
	t.Helper()
	at := s.fset.Position(c.Pos())
	if word := unfinished.FindString(c.Text); word != "" {
		t.Errorf("%s:%d: %s: do it, or say why not", s.name, at.Line, word)
	}
	for line := range strings.Lines(strings.TrimSuffix(c.Text, "*/")) {
		if isCode(strings.TrimPrefix(strings.TrimPrefix(line, "//"), "/*")) {
			t.Errorf("%s:%d: code in a comment: %s", s.name, at.Line, strings.TrimSpace(line))
		}
	}
}

func TestIsCode(t *testing.T) {
	for _, line := range []string{" x := f(y)", " return nil, err", " if err != nil {", " s.names[3] = \"x\"", "\tf(x)\n", " go f()", " }"} {
		require.Equal(t, !strings.HasPrefix(line, "\t"), isCode(line), "%q", line)
	}
	for _, line := range []string{" what f returns", " f", " x.y", " return what was asked for", "go:embed names.txt", " if it fails", " (see there)", " a, b", ""} {
		require.False(t, isCode(line), "%q", line)
	}
}

// isCode says whether a line of a comment is a statement of Go that means something without words around it. Lines that
// are indented, as examples in documentation are, are none.
func isCode(line string) bool {
	if !strings.HasPrefix(line, " ") || strings.HasPrefix(line, "  ") {
		return false
	}
	line = strings.TrimSpace(line)
	if line == "}" {
		return true
	}
	if strings.HasSuffix(line, "{") {
		line += "}"
	}
	file, err := parser.ParseFile(token.NewFileSet(), "", "package p\nfunc _() {\n"+line+"\n}", parser.SkipObjectResolution)
	if err != nil {
		return false
	}
	body := file.Decls[0].(*ast.FuncDecl).Body.List
	if len(body) == 0 {
		return false
	}
	switch s := body[0].(type) {
	case *ast.ExprStmt:
		call, ok := s.X.(*ast.CallExpr)
		return ok && len(call.Args) > 0
	case *ast.BranchStmt, *ast.LabeledStmt, *ast.EmptyStmt:
		return false
	}
	return true
}
