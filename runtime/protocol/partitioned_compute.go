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
// the shards has advanced, anything else as it came. The error is always nil; other protocols' clients have one.
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
	merged := Frontiers{
		ID:     report.ID,
		Write:  tracked.write.advance(shard, report.Write),
		Input:  tracked.input.advance(shard, report.Input),
		Output: tracked.output.advance(shard, report.Output),
	}
	if tracked.isEmpty() {
		delete(p.frontiers, report.ID)
	}
	if merged.Write == nil && merged.Input == nil && merged.Output == nil {
		return nil, nil
	}
	return []ComputeResponse{merged}, nil
}

// trackedFrontiers are the shards' frontiers of one collection, by kind.
type trackedFrontiers struct {
	write, input, output shardFrontiers
}

func newTrackedFrontiers(shards int) *trackedFrontiers {
	return &trackedFrontiers{
		write:  newShardFrontiers(shards),
		input:  newShardFrontiers(shards),
		output: newShardFrontiers(shards),
	}
}

// isEmpty reports whether nothing more can be reported.
func (t *trackedFrontiers) isEmpty() bool {
	return t.write.meet().IsEmpty() && t.input.meet().IsEmpty() && t.output.meet().IsEmpty()
}

// shardFrontiers is one frontier per shard, each at the minimum in the beginning.
type shardFrontiers []frontier.Antichain

func newShardFrontiers(shards int) shardFrontiers {
	frontiers := make(shardFrontiers, shards)
	for shard := range frontiers {
		frontiers[shard] = frontier.At(frontier.Min)
	}
	return frontiers
}

// meet returns the frontier that all shards have reached.
func (f shardFrontiers) meet() frontier.Antichain {
	meet := frontier.Empty()
	for _, shard := range f {
		meet = meet.Meet(shard)
	}
	return meet
}

// advance joins a report, nil for none, to the shard's frontier, and returns the new meet if that has advanced.
func (f shardFrontiers) advance(shard int, report *frontier.Antichain) *frontier.Antichain {
	if report == nil {
		return nil
	}
	before := f.meet()
	f[shard] = f[shard].Join(*report)
	if after := f.meet(); before.Lt(after) {
		return &after
	}
	return nil
}
