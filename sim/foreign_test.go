package sim

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// foreignMod is the go.mod of a module that tests its own system on this one.
const foreignMod = `module register.example

go 1.26.0

require onelane.test v0.0.0

replace onelane.test => `

// Somebody else's module uses the kernel through replace, offline, and finds the bug of a system of its own.
func TestAForeignModuleFindsItsLostUpdate(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and runs another module's tests")
	}
	root, err := filepath.Abs("..")
	require.NoError(t, err)
	dir := t.TempDir()
	for from, to := range map[string]string{
		"testdata/foreign/register.go":      "register.go",
		"testdata/foreign/register_test.go": "register_test.go",
		"../go.sum":                         "go.sum",
	} {
		text, err := os.ReadFile(from)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(dir, to), text, 0o666))
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go.mod"), []byte(foreignMod+root+"\n"), 0o666))
	out := goCommand(t, dir, []string{"GOFLAGS=-mod=mod", "GOPROXY=off"}, "test", "-v", "-count=1", "./...")
	require.Contains(t, out, "--- PASS: TestLostUpdateIsFoundAndReplayed")
	require.Contains(t, out, "violation at step")
	require.Contains(t, out, "lost update: the total is")
	require.Contains(t, out, "divergence at step")
	require.Contains(t, out, "--- PASS: TestWithTheLockNothingIsLost")
}

// goCommand runs the go command in a folder and returns what it prints.
func goCommand(t *testing.T, dir string, env []string, args ...string) string {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "go %s:\n%s", strings.Join(args, " "), out)
	return string(out)
}
