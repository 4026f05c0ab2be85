package protocol

import (
	"onelane.test/runtime/frontier"
	"onelane.test/runtime/query"
)

// PartitionedCompute makes several shards (the processes of a replica, or the workers of a process) look like one to
// whoever speaks the compute protocol with them. It is lazy and tolerant: what it knows comes from the responses
// alone, since a shard other than the first never hears of the collections that it later reports.
type PartitionedCompute struct {
	shards    int
	frontiers map[query.ID]*trackedFrontiers
}

// NewPartitionedCompute returns a client over that many shards, at least one.
func NewPartitionedCompute(shards int) *PartitionedCompute {
	return &PartitionedCompute{shards: shards, frontiers: map[query.ID]*trackedFrontiers{}}
}

// Split returns for each shard the part of the command that it is sent, nil for none. Hello and configurations go to
// all, the rest to the first. A Hello makes the client forget everything.
func (p *PartitionedCompute) Split(command ComputeCommand) []ComputeCommand {
	parts := make([]ComputeCommand, p.shards)
	parts[0] = command
	switch command.(type) {
	case ComputeHello:
		clear(p.frontiers)
	case ComputeUpdateConfiguration:
	default:
		return parts
	}
	for shard := range parts {
		parts[shard] = command
	}
	return parts
}

// Absorb takes a shard's response and returns what all shards together now have to say: a frontier when the meet over
// the shards has advanced, anything else as it came. The error is nil: no report contradicts another.
func (p *PartitionedCompute) Absorb(shard int, response ComputeResponse) ([]ComputeResponse, error) {
	report, ok := response.(Frontiers)
	if !ok {
		return []ComputeResponse{response}, nil
	}
	tracked := p.frontiers[report.ID]
	if tracked == nil {
		tracked = newTrackedFrontiers(p.shards)
		p.frontiers[report.ID] = tracked
	}
	write := advance(tracked.write, shard, report.Write)
	input := advance(tracked.input, shard, report.Input)
	output := advance(tracked.output, shard, report.Output)
	if tracked.isEmpty() {
		delete(p.frontiers, report.ID)
	}
	if !write && !input && !output {
		return nil, nil
	}
	merged := Frontiers{ID: report.ID}
	meets := [...]frontier.Antichain{tracked.write.Meet(), tracked.input.Meet(), tracked.output.Meet()}
	if write {
		merged.Write = &meets[0]
	}
	if input {
		merged.Input = &meets[1]
	}
	if output {
		merged.Output = &meets[2]
	}
	return []ComputeResponse{merged}, nil
}

// trackedFrontiers are the shards' frontiers of one collection, by kind.
type trackedFrontiers struct {
	write, input, output *frontier.MeetOf
}

func newTrackedFrontiers(shards int) *trackedFrontiers {
	return &trackedFrontiers{
		write:  frontier.NewShards(shards),
		input:  frontier.NewShards(shards),
		output: frontier.NewShards(shards),
	}
}

// isEmpty reports whether nothing more can be reported.
func (t *trackedFrontiers) isEmpty() bool {
	return t.write.Meet().IsEmpty() && t.input.Meet().IsEmpty() && t.output.Meet().IsEmpty()
}

// advance joins a report, nil for none, to the shard's frontier, and reports whether the meet has advanced.
func advance(shards *frontier.MeetOf, shard int, report *frontier.Antichain) bool {
	return report != nil && shards.Set(shard, shards.Shard(shard).Join(*report))
}
