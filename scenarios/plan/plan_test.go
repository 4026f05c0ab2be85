package plan_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/cockroachdb/datadriven"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"onelane.test/faults"
	"onelane.test/faults/words"
	"onelane.test/runtime/protocol"
	"onelane.test/scenarios/plan"
	"onelane.test/scenarios/workload"
	"onelane.test/scenarios/workload/rapidsource"
	"onelane.test/sim"
)

// TestStories holds parsed plans and their errors against golden text. "parse" parses a whole plan and prints it;
// "line" puts one more line into a small plan and prints the line or the error.
func TestStories(t *testing.T) {
	datadriven.Walk(t, "testdata", func(t *testing.T, path string) {
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			switch d.Cmd {
			case "parse":
				return parsed(d.Input)
			case "line":
				return lineAmongOthers(d.Input)
			}
			d.Fatalf(t, "unknown command %s", d.Cmd)
			return ""
		})
	})
}

func parsed(text string) string {
	p, err := plan.Parse("story.plan", text)
	if err != nil {
		return err.Error() + "\n"
	}
	return p.String()
}

// lineAmongOthers parses each line of input as line 7 of a plan, and says how it prints or what is wrong with it.
func lineAmongOthers(input string) string {
	var out strings.Builder
	for line := range strings.Lines(input) {
		text := strings.Join([]string{
			"onelane plan 1",
			"scenario story",
			"seed 1",
			"cluster replicas=1 processes=2 workers=2",
			"@0s create source s1 partitions=1 rate=10/s exports=2",
			"@10ms create materialized-view mv1 query=count(s1)",
			strings.TrimSpace(line),
			"@10s check",
		}, "\n")
		p, err := plan.Parse("story.plan", text)
		if err != nil {
			out.WriteString(err.Error() + "\n")
			continue
		}
		printed := strings.Split(p.String(), "\n")
		out.WriteString(changed(printed) + "\n")
	}
	return out.String()
}

// changed returns the printed line that the small plan does not have by itself.
func changed(printed []string) string {
	for _, line := range printed {
		key := strings.Fields(line + " -")[0]
		switch {
		case key == "set", key == "arm", key == "choice":
			return line
		case strings.HasPrefix(key, "@") && key != "@0s" && key != "@10ms" && !strings.HasSuffix(line, " check"):
			return line
		}
	}
	return "as before"
}

// TestRoundTrip demands that what is printed parses to the same plan, for everything that is drawn.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := drawPlan(t)
		require.NoError(t, want.Validate())
		got, err := plan.Parse("", want.String())
		require.NoError(t, err)
		require.Equal(t, want.String(), got.String())
		require.Equal(t, want, withoutOrigin(got))
	})
}

func drawPlan(t *rapid.T) *plan.Plan {
	src := rapidsource.New(t)
	p := plan.New("storm", rapid.Uint64().Draw(t, "seed"))
	p.Schedule = rapid.SampledFrom([]string{"fifo", "random", "pct depth=3 horizon=41210"}).Draw(t, "schedule")
	p.World.Grain = rapid.SampledFrom([]sim.Grain{sim.GrainExact, sim.GrainInstant, sim.Grain10us, sim.Grain1ms}).Draw(t, "grain")
	p.World.Latency.Min = src.Duration("latency-min", 0, time.Millisecond)
	p.World.Latency.Max = p.World.Latency.Min + src.Duration("latency-more", 0, time.Second)
	p.World.Encode = src.Chance("encode", 1, 2)
	p.Cluster.Processes, p.Cluster.Workers = 1+src.IntN("processes", 3), 1+src.IntN("workers", 3)
	for range src.IntN("arms", 3) {
		point := rapid.SampledFrom([]string{"lane/two-lanes", "lane/direct-drop"}).Draw(t, "point")
		p.Arm(plan.Arm{Point: point, Num: 1, Den: 1 + src.IntN("den", 4)})
	}
	for range src.IntN("sets", 3) {
		key := rapid.SampledFrom([]string{"suspend-delay", "restart"}).Draw(t, "knob")
		p.Assign(plan.Set{Key: key, Value: words.FormatDuration(src.Duration("set", 0, time.Second))})
	}
	for range src.IntN("choices", 3) {
		p.Choices = append(p.Choices, sim.Deviation{Actor: "r1.p0.worker1", Step: 1 + uint64(src.IntN("step", 1000)), Run: "link r1.p0->env"})
	}
	objects := plan.NewObjects(p.Cluster)
	work := workload.Draw(src, workload.Profile{Max: 12, Span: time.Second, Weights: workload.Everything()}, objects)
	wrong := faults.Draw(src, faults.Profile{Kinds: faults.Names(), Max: 8, To: 2 * time.Second, Budget: faults.DefaultBudget()}, objects.Site())
	p.Lines = append(plan.Merge(work, plan.Faults(wrong)),
		plan.Line{At: 2 * time.Second, Statement: plan.Heal{}}, plan.Line{At: 10 * time.Second, Statement: plan.Check{}})
	return p
}

// withoutOrigin forgets where the parts of a plan were read.
func withoutOrigin(p *plan.Plan) *plan.Plan {
	p = p.Clone()
	p.File = ""
	for i := range p.Sets {
		p.Sets[i].Source = 0
	}
	for i := range p.Arms {
		p.Arms[i].Source = 0
	}
	for i := range p.Lines {
		p.Lines[i].Source = 0
	}
	return p
}

// TestValidateNames demands that words from outside are known, and that the one that was meant is named.
func TestValidateNames(t *testing.T) {
	names := plan.Names{
		Scenarios: []string{"storm", "gate"}, Designs: []string{"hardened"}, Topologies: []string{"unified"},
		Isolations: []string{"shared"}, Failpoints: []string{"lane/two-lanes"},
		Knobs: map[string]func(string) error{"suspend-delay": func(value string) error {
			_, err := words.ParseDuration(value)
			return err
		}},
	}
	for _, c := range []struct {
		change func(*plan.Plan)
		want   string
	}{
		{func(*plan.Plan) {}, ""},
		{func(p *plan.Plan) { p.Scenario = "strom" }, `plan: "strom": expected storm or gate; did you mean storm?`},
		{func(p *plan.Plan) { p.Cluster.Design = "hard" }, `plan: "design=hard": expected design=hardened`},
		{func(p *plan.Plan) { p.Arms = []plan.Arm{{Point: "lane/two-lane", Num: 1, Den: 1}} },
			`plan: arm        lane/two-lane: "lane/two-lane": expected lane/two-lanes; did you mean lane/two-lanes?`},
		{func(p *plan.Plan) { p.Sets = []plan.Set{{Key: "suspend", Value: "1s"}} },
			`plan: set        suspend=1s: "suspend": expected suspend-delay`},
	} {
		p := plan.New("storm", 1)
		c.change(p)
		err := p.ValidateNames(names)
		if c.want == "" {
			require.NoError(t, err)
			continue
		}
		require.EqualError(t, err, c.want)
	}
}

// TestValidateDrawn demands that a plan that was not read is held to the same rules, and that the message shows the
// line, as there is no number.
func TestValidateDrawn(t *testing.T) {
	p := plan.New("storm", 1)
	require.EqualError(t, p.Validate(), "plan: end of plan: expected a line that ends the run, such as @10s check")
	p.Lines = []plan.Line{
		{At: time.Second, Statement: plan.Configure{Params: protocol.Params{MaintenanceInterval: 0, StatisticsInterval: protocol.Unset, Stages: protocol.Unset}}},
		{At: time.Millisecond, Statement: plan.Check{}},
	}
	require.EqualError(t, p.Validate(),
		`plan: @1ms       check: "@1ms": expected a time not before that of the line above, @1s`)
	p.Lines[1].At = time.Second
	require.NoError(t, p.Validate())
	p.Cluster.Workers = 0
	require.ErrorContains(t, p.Validate(), "expected at least one replica, process and worker")
}

// TestOverride demands that what is set or armed again takes the place of what was, and that copies do not notice.
func TestOverride(t *testing.T) {
	p := plan.New("storm", 1)
	p.Assign(plan.Set{Key: "restart", Value: "1s"}, plan.Set{Key: "statistics", Value: "50ms"})
	p.Arm(plan.Arm{Point: "lane/two-lanes", Num: 1, Den: 4})
	before := *p
	p.Assign(plan.Set{Key: "restart", Value: "2s"}, plan.Set{Key: "command", Value: "1ms"})
	p.Arm(plan.Arm{Point: "lane/two-lanes", Num: 1, Den: 1})
	require.Equal(t, []plan.Set{{Key: "restart", Value: "2s"}, {Key: "statistics", Value: "50ms"}, {Key: "command", Value: "1ms"}}, p.Sets)
	require.Equal(t, []plan.Arm{{Point: "lane/two-lanes", Num: 1, Den: 1}}, p.Arms)
	require.Equal(t, []plan.Set{{Key: "restart", Value: "1s"}, {Key: "statistics", Value: "50ms"}}, before.Sets)
	require.Equal(t, []plan.Arm{{Point: "lane/two-lanes", Num: 1, Den: 4}}, before.Arms)
}

// TestReadFile demands that messages carry the path and that a missing file is named once.
func TestReadFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.plan")
	_, err := plan.ReadFile(path)
	require.EqualError(t, err, "plan: read "+path+": no such file or directory")
	require.NoError(t, os.WriteFile(path, []byte("onelane plan 1\nscenario a\nseed x1\n"), 0o600))
	_, err = plan.ReadFile(path)
	require.EqualError(t, err, path+`:3: "x1": expected a seed of at most 64 bits such as 0x9f3c21 or 42`)
}

func TestParseArm(t *testing.T) {
	for text, want := range map[string]plan.Arm{
		"a/b":       {Point: "a/b", Num: 1, Den: 1},
		"a/b@1/4":   {Point: "a/b", Num: 1, Den: 4},
		"a/b@0/4":   {},
		"a/b@5/4":   {},
		"a/b@1":     {},
		"@1/2":      {},
		"a/b@1/x":   {},
		"a/b@-1/-1": {},
	} {
		arm, err := plan.ParseArm(text)
		require.Equal(t, want, arm, text)
		require.Equal(t, want == plan.Arm{}, err != nil, text)
	}
}
