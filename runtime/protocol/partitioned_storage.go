package protocol

import (
	"fmt"
	"slices"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/query"
)

// PartitionedStorage makes several shards (the processes of a replica, or the workers of a process) look like one to
// whoever speaks the storage protocol with them. It is strict: it knows from the commands which collections there are,
// and takes a response about any other for an error.
type PartitionedStorage struct {
	shards int
	uppers map[query.ID]*shardUppers
}

// shardUppers are the shards' uppers of one collection; a shard that has dropped it has none any more.
type shardUppers struct {
	uppers  *frontier.MeetOf
	dropped []bool
}

// NewPartitionedStorage returns a client over that many shards, at least one.
func NewPartitionedStorage(shards int) *PartitionedStorage {
	return &PartitionedStorage{shards: shards, uppers: map[query.ID]*shardUppers{}}
}

// Split returns for each shard the part of the command that it is sent: each gets every command. A Hello makes the
// client forget everything; commands that start something make it expect responses about that.
func (p *PartitionedStorage) Split(command StorageCommand) []StorageCommand {
	switch c := command.(type) {
	case StorageHello:
		clear(p.uppers)
	case RunIngestion:
		for _, id := range c.Ingestion.CollectionIDs() {
			p.expect(id)
		}
	case RunSink:
		p.expect(c.Sink.ID)
	}
	return slices.Repeat([]StorageCommand{command}, p.shards)
}

func (p *PartitionedStorage) expect(id query.ID) {
	if p.uppers[id] == nil {
		p.uppers[id] = &shardUppers{uppers: frontier.NewShards(p.shards), dropped: make([]bool, p.shards)}
	}
}

// Absorb takes a shard's response and returns what all shards together now have to say: an upper when the meet over
// the shards has advanced, that a collection is dropped when the last shard has said so, anything else as it came.
// An error carries the text of the panic that ends the process in which Materialize's client meets the same response
// (src/storage-client/src/client.rs): the caller ends its own in the same way.
func (p *PartitionedStorage) Absorb(shard int, response StorageResponse) ([]StorageResponse, error) {
	switch r := response.(type) {
	case FrontierUpper:
		return p.absorbUpper(shard, r)
	case DroppedID:
		return p.absorbDropped(shard, r)
	}
	return []StorageResponse{response}, nil
}

func (p *PartitionedStorage) absorbUpper(shard int, report FrontierUpper) ([]StorageResponse, error) {
	tracked := p.uppers[report.ID]
	if tracked == nil {
		return nil, absentCollection(report.ID)
	}
	if tracked.dropped[shard] {
		return nil, fmt.Errorf("Reference to absent shard %d for collection %s", shard, report.ID)
	}
	if !advance(tracked.uppers, shard, &report.Upper) {
		return nil, nil
	}
	return []StorageResponse{FrontierUpper{ID: report.ID, Upper: tracked.uppers.Meet()}}, nil
}

func (p *PartitionedStorage) absorbDropped(shard int, report DroppedID) ([]StorageResponse, error) {
	tracked := p.uppers[report.ID]
	if tracked == nil {
		return nil, absentCollection(report.ID)
	}
	if tracked.dropped[shard] {
		return nil, fmt.Errorf("got double drop for %s from shard %d", report.ID, shard)
	}
	tracked.dropped[shard] = true
	if slices.Contains(tracked.dropped, false) {
		return nil, nil
	}
	delete(p.uppers, report.ID)
	return []StorageResponse{report}, nil
}

func absentCollection(id query.ID) error {
	return fmt.Errorf("Reference to absent collection: %s", id)
}
