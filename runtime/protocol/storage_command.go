package protocol

import (
	"fmt"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/query"
)

// StorageCommand is what the storage controller tells a replica (an external storage command). Every worker hears
// every one of them.
type StorageCommand interface {
	fmt.Stringer
	storageCommand()
}

// StorageHello opens a connection and names it.
type StorageHello struct {
	Nonce Nonce
}

// StorageInitializationComplete says that everything was said that the replica should be running: it reconciles.
type StorageInitializationComplete struct{}

// StorageAllowWrites ends the read-only state of the replica, for good.
type StorageAllowWrites struct{}

// StorageUpdateConfiguration merges parameters over the earlier ones.
type StorageUpdateConfiguration struct {
	Params Params
}

// RunIngestion starts an ingestion, or changes a running one to an alter-compatible description.
type RunIngestion struct {
	Ingestion *query.Ingestion
}

// RunSink starts a sink.
type RunSink struct {
	Sink *query.Sink
}

// StorageAllowCompaction drops a collection or sink if Frontier is empty; other frontiers mean nothing to a replica,
// as the controller itself holds the shards' since.
type StorageAllowCompaction struct {
	ID       query.ID
	Frontier frontier.Antichain
}

func (StorageHello) storageCommand()                  {}
func (StorageInitializationComplete) storageCommand() {}
func (StorageAllowWrites) storageCommand()            {}
func (StorageUpdateConfiguration) storageCommand()    {}
func (RunIngestion) storageCommand()                  {}
func (RunSink) storageCommand()                       {}
func (StorageAllowCompaction) storageCommand()        {}

// String prints the command on one line, as do those of the other commands.
func (c StorageHello) String() string { return "Hello " + c.Nonce.String() }

func (StorageInitializationComplete) String() string { return "InitializationComplete" }

func (StorageAllowWrites) String() string { return "AllowWrites" }

func (c StorageUpdateConfiguration) String() string {
	return "UpdateConfiguration " + c.Params.String()
}

func (c RunIngestion) String() string { return "RunIngestion " + c.Ingestion.String() }

func (c RunSink) String() string { return "RunSink " + c.Sink.String() }

func (c StorageAllowCompaction) String() string {
	return fmt.Sprintf("AllowCompaction %s %s", c.ID, c.Frontier)
}
