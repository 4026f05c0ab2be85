package register

import (
	"testing"

	"onelane.test/sim"
)

const seeds = 200

func config(seed uint64) sim.Config {
	return sim.Config{Seed: seed, Schedule: sim.Random(), Grain: sim.Grain100us, Codec: sim.Gob()}
}

// The seed that loses an update loses it again, by its seed, and by its log under another seed.
func TestLostUpdateIsFoundAndReplayed(t *testing.T) {
	for seed := range uint64(seeds) {
		cfg := config(seed)
		cfg.Record = &sim.Log{}
		w, stop := Run(cfg, false)
		if stop == nil {
			continue
		}
		t.Logf("seed %d: %s", seed, stop)
		if stop.Kind != sim.StopViolation {
			t.Fatal("no violation")
		}
		again, same := Run(config(seed), false)
		replayed, third := Run(sim.Config{Grain: sim.Grain100us, Replay: cfg.Record, ReplayMode: sim.ReplayStrict}, false)
		if again.Hash() != w.Hash() || replayed.Hash() != w.Hash() {
			t.Fatalf("hashes %#x, %#x, %#x", w.Hash(), again.Hash(), replayed.Hash())
		}
		if same.Signature != stop.Signature || third.Signature != stop.Signature {
			t.Fatalf("stops %s, %s, %s", stop, same, third)
		}
		// The repaired program replays the log up to where it takes the lock.
		_, stop = Run(sim.Config{Grain: sim.Grain100us, Replay: cfg.Record}, true)
		if stop == nil || stop.Kind != sim.StopDivergence {
			t.Fatalf("the repaired program replayed the log: %v", stop)
		}
		t.Log(stop)
		return
	}
	t.Fatalf("no seed below %d loses an update", seeds)
}

func TestWithTheLockNothingIsLost(t *testing.T) {
	killed := 0
	for seed := range uint64(seeds) {
		w, stop := Run(config(seed), true)
		if stop != nil {
			t.Fatalf("seed %d: %s", seed, stop)
		}
		if w.Stats().Kills > 0 {
			killed++
		}
	}
	if killed < seeds/4 {
		t.Fatalf("the primary died in %d worlds only", killed)
	}
}
