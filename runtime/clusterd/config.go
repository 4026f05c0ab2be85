package clusterd

import (
	"time"

	"onelane.test/runtime/persist"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/storage"
	"onelane.test/runtime/timely"
	"onelane.test/sim"
)

// DefaultIterationCost is the work of one turn of the worker loop where a configuration names none.
const DefaultIterationCost = 5 * time.Microsecond

// Config describes one process of a replica. All processes of a replica must agree on everything but Index.
type Config struct {
	// Replica names the replica, for people.
	Replica string
	// Index is the process's among Processes; each has Workers workers, which are pinned to the node's first cores.
	Index, Processes, Workers int
	// Unified is whether the process hosts storage objects and serves their controller.
	Unified bool
	// Version must be the clients' at the handshake.
	Version string
	// Peers returns the node of another process of the replica.
	Peers func(index int) *sim.Node
	// IterationCost is the work that each turn of a worker's loop does; 0 stands for DefaultIterationCost.
	IterationCost time.Duration
	// AdapterDelay is where a fault slows the adapters: how long one sits idle before its next turn. Adapters are tasks
	// beside the workers' threads, which run when a thread gets to them. Nil means never.
	AdapterDelay func() time.Duration
	// ReplyDelay is where a fault makes code on a worker's thread wait for another thread: how long it parks until the
	// reply is there, asked in each turn of the loop. Nil means never.
	ReplyDelay func() time.Duration
	// CommandCost is the work of handling one command, be it an item of the lane or the storage controller's.
	CommandCost time.Duration
	// FlagSkew is where a fault gives the process, when it starts, the other topology flag. Nil means never.
	FlagSkew func() bool

	Store         *persist.Store
	PersistConfig persist.Config
	// StorageConfig configures the guests. The fields that restore bugs are decided by failpoints when the process
	// starts, whatever they are here.
	StorageConfig storage.Config
	StorageHooks  storage.Hooks
	TimelyHooks   timely.Hooks
	CTP           protocol.CTPConfig
}

// peers is the number of workers of the replica.
func (c Config) peers() int {
	return c.Processes * c.Workers
}
