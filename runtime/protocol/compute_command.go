package protocol

import (
	"fmt"
	"time"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/query"
)

// ComputeCommand is what the compute controller tells a replica. A connection passes through three stages: creation
// (ComputeHello, CreateInstance), initialization (any other command, nothing of which need take effect yet), and from
// ComputeInitializationComplete on computation.
type ComputeCommand interface {
	fmt.Stringer
	computeCommand()
}

// ComputeHello opens a connection and names it.
type ComputeHello struct {
	Nonce Nonce
}

// CreateInstance sets up the compute state of a replica, once in the life of its processes. On a later connection its
// configuration must be compatible with the first, else the process halts.
type CreateInstance struct {
	Config InstanceConfig
}

// InstanceConfig configures a compute instance.
type InstanceConfig struct {
	// LoggingInterval is how often the instance's introspection collections advance.
	LoggingInterval time.Duration
}

// CompatibleWith reports whether an instance with c can serve a controller that wants o.
func (c InstanceConfig) CompatibleWith(o InstanceConfig) bool { return c == o }

// ComputeInitializationComplete ends the initialization stage: the replica reconciles what it runs with what it was
// told on this connection.
type ComputeInitializationComplete struct{}

// ComputeUpdateConfiguration merges parameters over the earlier ones, with effect at once.
type ComputeUpdateConfiguration struct {
	Params Params
}

// CreateDataflow builds a dataflow, suspended until it is scheduled.
type CreateDataflow struct {
	Description *query.Description
}

// Schedule lets the dataflow that exports a collection start. It is sent once, after creation and before the drop.
type Schedule struct {
	ID query.ID
}

// ComputeAllowCompaction lets a collection forget what distinguishes times before Frontier, which never regresses.
// The empty frontier drops the collection.
type ComputeAllowCompaction struct {
	ID       query.ID
	Frontier frontier.Antichain
}

// ComputeAllowWrites ends the read-only state of one collection, for good.
type ComputeAllowWrites struct {
	ID query.ID
}

func (ComputeHello) computeCommand()                  {}
func (CreateInstance) computeCommand()                {}
func (ComputeInitializationComplete) computeCommand() {}
func (ComputeUpdateConfiguration) computeCommand()    {}
func (CreateDataflow) computeCommand()                {}
func (Schedule) computeCommand()                      {}
func (ComputeAllowCompaction) computeCommand()        {}
func (ComputeAllowWrites) computeCommand()            {}

// String prints the command on one line, as do those of the other commands.
func (c ComputeHello) String() string { return "Hello " + c.Nonce.String() }

func (c CreateInstance) String() string {
	return fmt.Sprintf("CreateInstance logging=%s", c.Config.LoggingInterval)
}

func (ComputeInitializationComplete) String() string { return "InitializationComplete" }

func (c ComputeUpdateConfiguration) String() string {
	return "UpdateConfiguration " + c.Params.String()
}

func (c CreateDataflow) String() string { return "CreateDataflow " + c.Description.String() }

func (c Schedule) String() string { return "Schedule " + c.ID.Name }

func (c ComputeAllowCompaction) String() string {
	return fmt.Sprintf("AllowCompaction %s %s", c.ID, c.Frontier)
}

func (c ComputeAllowWrites) String() string { return "AllowWrites " + c.ID.Name }
