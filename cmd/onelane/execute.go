package main

import (
	"fmt"
	"io"

	"github.com/alecthomas/kong"

	"onelane.test/scenarios"
)

// exitStatuses is the part of the help that scripts need.
const exitStatuses = `Exit status: 0 held, 1 violation or a process exit that the plan does not allow, 2 usage, 3 deadlock,
livelock, limit or not converged, 4 two runs of one plan differ, 5 a panic that nobody modelled, 6 a whole suite ran and
proved nothing. Of several: 5, 4, 1, 3, 6.`

// commands are the words that may follow the program's name.
type commands struct {
	Run         runCommand         `cmd:"" help:"Run seeds of scenarios, suites of scenarios, or plans; without any, the suite smoke."`
	Plan        planCommand        `cmd:"" help:"Print the plan that a seed of a scenario means, or a plan file in its canonical form."`
	Replay      replayCommand      `cmd:"" help:"Run one plan again and show its trace; ends with the hash of the run."`
	Fuzz        fuzzCommand        `cmd:"" help:"Search for failures with feedback: plans that show new orders are kept and changed."`
	Shrink      shrinkCommand      `cmd:"" help:"Cut the plan of a run that fails to its core: faults, commands, schedule and values."`
	Regressions regressionsCommand `cmd:"" help:"Hold the plans that are kept in testdata/regressions against what they are kept for."`
	Explain     explainCommand     `cmd:"" help:"Say why a run fails: which lines matter, which order decides, when it became inevitable."`
	Diff        diffCommand        `cmd:"" help:"Find the first event in which two runs differ."`
	Mutants     mutantsCommand     `cmd:"" help:"Measure how many seeds it takes to find each failpoint; goes on where it was interrupted."`
	Certify     certifyCommand     `cmd:"" help:"Run small worlds of all scenarios twice and compare: the proof that a seed means one run."`
	Report      reportCommand      `cmd:"" help:"Hold a proposal against runs, a verdict for each of its sentences."`
	List        listCommand        `cmd:"" help:"List what there is to run, to arm, to break and to look with."`
	Describe    describeCommand    `cmd:"" help:"Tell all that there is to know of a scenario, a failpoint or whatever else list knows."`
}

// terminal is where a command writes. The last line of out is the result that people and scripts wait for; err is for
// progress and complaints.
type terminal struct{ out, err io.Writer }

// status is a command's result: how its worst run ended.
type status scenarios.Class

// exited carries kong's wish to exit, after it has printed a help text, out of its parser.
type exited int

// execute runs the command line and returns the exit status. A complaint is one line.
func execute(args []string, out, err io.Writer) (code int) {
	defer func() {
		switch wish := recover().(type) {
		case nil:
		case exited:
			code = int(wish)
		default:
			panic(wish)
		}
	}()
	var c commands
	parser := kong.Must(&c,
		kong.Name("onelane"),
		kong.Description("Simulates a unified Materialize cluster under seeded schedules and faults.\n\n"+exitStatuses),
		kong.Writers(out, err),
		kong.Exit(func(code int) { panic(exited(code)) }),
		kong.WithHyphenPrefixedParameters(true),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
	)
	if len(args) == 0 {
		args = []string{"--help"}
	}
	result := status(scenarios.ClassHeld)
	parsed, failure := parser.Parse(args)
	if failure == nil {
		failure = parsed.Run(&terminal{out, err}, &result)
	}
	if failure != nil {
		fmt.Fprintln(err, "onelane:", failure)
		return int(scenarios.ClassUsage)
	}
	return int(result)
}
