package main

import (
	"encoding/json"
	"fmt"
	"io"
	"time"

	"onelane.test/scenarios"
	"onelane.test/scenarios/oracle"
	"onelane.test/scenarios/plan"
	"onelane.test/scenarios/regression"
)

// jsonSummary is what run prints for programs. Durations are in nanoseconds, hashes and seeds are texts, since they do
// not fit into the numbers that many readers of JSON have.
type jsonSummary struct {
	Verdict     string           `json:"verdict"`
	Status      int              `json:"status"`
	Runs        int              `json:"runs"`
	Failed      int              `json:"failed"`
	Designs     []string         `json:"designs"`
	VirtualNS   time.Duration    `json:"virtual_ns"`
	RealNS      time.Duration    `json:"real_ns"`
	Hash        string           `json:"hash"`
	Scenarios   []jsonRow        `json:"scenarios"`
	Failures    []jsonFailure    `json:"failures"`
	Shortfalls  []string         `json:"below_floors"`
	Regressions []jsonRegression `json:"regressions"`
}

// jsonRow is one scenario, or one plan file.
type jsonRow struct {
	Name        string         `json:"name"`
	Runs        int            `json:"runs"`
	VirtualNS   time.Duration  `json:"virtual_ns"`
	Steps       uint64         `json:"steps"`
	Choices     uint64         `json:"real_choices"`
	Alternating int            `json:"alternating"`
	Overlapping int            `json:"overlapping"`
	Hash        string         `json:"hash"`
	Verdicts    map[string]int `json:"verdicts"`
	Schedules   map[string]int `json:"schedules"`
	FaultsDrawn map[string]int `json:"faults_drawn"`
	FaultsFired map[string]int `json:"faults_fired"`
	Failpoints  map[string]int `json:"failpoints_fired"`
	Oracles     []jsonOracle   `json:"oracles"`
}

// jsonOracle is what an oracle said of the runs of a scenario.
type jsonOracle struct {
	Name         string `json:"name"`
	Holds        int    `json:"holds"`
	Violated     int    `json:"violated"`
	Inconclusive int    `json:"inconclusive"`
	Looks        uint64 `json:"looks"`
}

// jsonFailure is a way in which runs failed.
type jsonFailure struct {
	Signature string         `json:"signature"`
	Class     string         `json:"class"`
	Count     int            `json:"count"`
	Scenarios map[string]int `json:"scenarios"`
	Seed      string         `json:"witness_seed"`
	Steps     uint64         `json:"witness_steps"`
	Report    string         `json:"report"`
	Plan      string         `json:"plan"`
	File      string         `json:"file"`
	Replay    string         `json:"replay"`
}

// jsonRegression is a plan that is kept.
type jsonRegression struct {
	Name   string `json:"name"`
	Expect string `json:"expect"`
	State  string `json:"state"`
	Reason string `json:"reason"`
}

// printJSON prints a value for programs, and for people who look at what programs get.
func printJSON(w io.Writer, value any) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	return encoder.Encode(value)
}

// summaryJSON turns what a sweep showed into what is printed.
func summaryJSON(s *scenarios.Summary, failures []savedFailure, kept []*regression.Finding, result status) jsonSummary {
	j := jsonSummary{
		Verdict: s.Class.String(), Status: int(result), Runs: s.Runs, Designs: s.Designs, RealNS: s.Real, Hash: hex(s.Hash()),
		Scenarios: []jsonRow{}, Failures: []jsonFailure{}, Shortfalls: []string{}, Regressions: []jsonRegression{},
	}
	for _, r := range s.Rows {
		j.VirtualNS += r.Virtual
		j.Scenarios = append(j.Scenarios, rowJSON(r))
	}
	for _, f := range failures {
		j.Failed += f.Count
		j.Failures = append(j.Failures, failureJSON(f))
	}
	for _, missed := range s.Shortfalls {
		j.Shortfalls = append(j.Shortfalls, missed.String())
	}
	for _, f := range kept {
		j.Regressions = append(j.Regressions, jsonRegression{f.Name(), f.Expect, f.State.String(), f.Reason})
	}
	return j
}

func rowJSON(r *scenarios.Row) jsonRow {
	j := jsonRow{
		Name: r.Name, Runs: r.Runs, VirtualNS: r.Virtual, Steps: r.Steps, Choices: r.Choices,
		Alternating: r.Alternating, Overlapping: r.Overlapping, Hash: hex(r.Hash),
		Verdicts: named(r.Classes), Schedules: r.Schedules, FaultsDrawn: r.MayDraw, FaultsFired: r.DidFire,
		Failpoints: r.Activity.Failpoints, Oracles: []jsonOracle{},
	}
	for _, o := range r.Oracles {
		j.Oracles = append(j.Oracles, jsonOracle{
			o.Name, o.Runs[oracle.Holds], o.Runs[oracle.Violated], o.Runs[oracle.Inconclusive], o.Looks,
		})
	}
	return j
}

func failureJSON(f savedFailure) jsonFailure {
	return jsonFailure{
		Signature: f.Signature, Class: f.Class.String(), Count: f.Count, Scenarios: f.Scenarios,
		Seed: plan.FormatSeed(f.Witness.Plan.Seed), Steps: f.Witness.Stats.Steps, Report: f.Witness.Report,
		Plan: f.Witness.Plan.String(), File: f.path, Replay: f.replay,
	}
}

func hex(hash uint64) string { return fmt.Sprintf("0x%016x", hash) }
