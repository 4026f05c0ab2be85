package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain lets scripts run the command in processes of its own.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"onelane": main})
}

// TestScripts runs the scripts in testdata/script. They have two commands of their own: "status N COMMAND…" demands an
// exit status, and "complains TEXT" demands that the last command said one line, in which … stands for anything, and nothing else.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(env *testscript.Env) error {
			module, err := filepath.Abs("../..")
			env.Setenv("MODULE", module)
			return err
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"status":    demandStatus,
			"complains": demandComplaint,
		},
	})
}

func demandStatus(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N COMMAND…")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	var exit *exec.ExitError
	switch err := ts.Exec(args[1], args[2:]...); {
	case errors.As(err, &exit):
		got = exit.ExitCode()
	default:
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d\n%s%s", got, want, ts.ReadFile("stdout"), ts.ReadFile("stderr"))
	}
}

func demandComplaint(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: complains TEXT")
	}
	pattern := strings.ReplaceAll(regexp.QuoteMeta(args[0]), "…", "[^\n]*")
	if said := ts.ReadFile("stderr"); !regexp.MustCompile("^onelane: " + pattern + "\n$").MatchString(said) {
		ts.Fatalf("complained\n%swant\nonelane: %s", said, args[0])
	}
	if out := ts.ReadFile("stdout"); out != "" {
		ts.Fatalf("printed\n%s", out)
	}
	if _, err := os.Stat(ts.MkAbs("artefacts")); err == nil {
		ts.Fatalf("something ran: there are artefacts")
	}
}
