package search

import (
	"slices"

	"onelane.test/faults"
	"onelane.test/runtime/clusterd"
	"onelane.test/runtime/compute"
	"onelane.test/runtime/controller"
	"onelane.test/runtime/environ"
	"onelane.test/runtime/lane"
	"onelane.test/runtime/protocol"
	"onelane.test/runtime/render"
	"onelane.test/runtime/storage"
	"onelane.test/runtime/timely"
	"onelane.test/sim"
	"onelane.test/sim/trace"
)

// kind is what an event is, without ids and numbers, which would make each world new: a base, and a detail such as the plane
// or the kind of command.
type kind uint16

// details bounds the details of a base.
const details = 8

// The bases. Zero is an event that does not count: how far something has come would say nothing about order.
const (
	none kind = details * iota
	turn
	parked
	nodeStarted
	nodeExited
	connOpened
	connBroken
	linkCut
	linkHealed
	faultBegan
	faultEnded
	meshUp
	built
	dataflowDropped
	dataflowCompleted
	frameDiscarded
	accepted
	acceptedStorage
	sequenced
	delivered
	deliveredStorage
	blocked
	unblocked
	installed
	removed
	computeReconciled
	computeReported
	told
	reconciled
	rendered
	notRendered
	tokenDropped
	suspendRequested
	suspended
	suspendIgnored
	startIgnored
	dropIgnored
	faulted
	observed
	nonceChanged
	guestReconciled
	clientConnected
	clientDisconnected
	responded
	forwarded
	stashed
	stashCleared
	connected
	disconnected
	forgotten
	received
	frontierAdvanced
	sent
	sentStorage
	created
	dropped
	configured
	bootstrapped
)

// kindOf returns what an event is.
func kindOf(e trace.Event) kind {
	switch e := e.(type) {
	case clusterd.Iteration:
		return turn + detail(e.Busy)
	case *sim.Parked:
		return parkedKind(e)
	case lane.Accepted:
		return itemKind(e.Item, accepted, acceptedStorage)
	case lane.Sequenced:
		return sequenced
	case lane.Delivered:
		return itemKind(e.Item, delivered, deliveredStorage)
	}
	if k := storageKind(e); k != none {
		return k
	}
	if k := processKind(e); k != none {
		return k
	}
	return environKind(e)
}

func detail(yes bool) kind {
	if yes {
		return 1
	}
	return 0
}

// parkedKind tells whether something was in a queue of the thread that went to wait.
func parkedKind(e *sim.Parked) kind {
	return parked + detail(slices.ContainsFunc(e.Queues, func(q sim.QueueLen) bool { return q.Len > 0 }))
}

func itemKind(i lane.Item, compute, storage kind) kind {
	if i.Compute != nil {
		return compute + computeCommand(i.Compute)
	}
	return storage + internalCommand(i.Storage)
}

func computeCommand(c protocol.ComputeCommand) kind {
	switch c.(type) {
	case protocol.ComputeHello:
		return 0
	case protocol.CreateInstance:
		return 1
	case protocol.ComputeInitializationComplete:
		return 2
	case protocol.ComputeUpdateConfiguration:
		return 3
	case protocol.CreateDataflow:
		return 4
	case protocol.Schedule:
		return 5
	case protocol.ComputeAllowCompaction:
		return 6
	}
	return 7
}

func internalCommand(c protocol.InternalCommand) kind {
	switch c.(type) {
	case protocol.CreateIngestionDataflow:
		return 0
	case protocol.RunSinkDataflow:
		return 1
	case protocol.SuspendAndRestart:
		return 2
	case protocol.DropDataflow:
		return 3
	case protocol.InternalUpdateConfiguration:
		return 4
	}
	return 5
}

func storageCommand(c any) kind {
	switch c.(type) {
	case protocol.StorageHello:
		return 0
	case protocol.StorageInitializationComplete:
		return 1
	case protocol.StorageAllowWrites:
		return 2
	case protocol.StorageUpdateConfiguration:
		return 3
	case protocol.RunIngestion:
		return 4
	case protocol.RunSink:
		return 5
	}
	return 6
}

// storageKind returns what an event of a guest is.
func storageKind(e trace.Event) kind {
	switch e := e.(type) {
	case storage.Observed:
		return observed
	case storage.Told:
		return told + storageCommand(e.Command)
	case storage.Reconciled:
		return reconciled
	case storage.Rendered:
		return rendered
	case storage.NotRendered:
		return notRendered
	case storage.TokenDropped:
		return tokenDropped
	case storage.SuspendRequested:
		return suspendRequested
	case storage.Suspended:
		return suspended
	case storage.SuspendIgnored:
		return suspendIgnored
	case storage.StartIgnored:
		return startIgnored
	case storage.DropIgnored:
		return dropIgnored
	case storage.Faulted:
		return faulted
	}
	return none
}

// processKind returns what an event of a process is, its guests aside.
func processKind(e trace.Event) kind {
	switch e := e.(type) {
	case clusterd.Responded:
		return responded + kind(e.Plane)
	case clusterd.Forwarded:
		return forwarded
	case clusterd.Stashed:
		return stashed
	case clusterd.StashCleared:
		return stashCleared
	case clusterd.ClientConnected:
		return clientConnected + kind(e.Plane)
	case clusterd.ClientDisconnected:
		return clientDisconnected + kind(e.Plane)
	case clusterd.NonceChanged:
		return nonceChanged
	case clusterd.GuestReconciled:
		return guestReconciled
	case compute.FrontierReported:
		return computeReported
	case compute.Installed:
		return installed
	case compute.Removed:
		return removed
	case compute.Reconciled:
		return computeReconciled
	case timely.Built:
		return built
	case timely.DataflowDropped:
		return dataflowDropped
	case timely.DataflowCompleted:
		return dataflowCompleted
	case timely.Discarded:
		return frameDiscarded
	case timely.MeshUp:
		return meshUp
	case render.Blocked:
		return blocked
	case render.Unblocked:
		return unblocked
	}
	return none
}

// environKind returns what an event of the environment or of the world is.
func environKind(e trace.Event) kind {
	switch e := e.(type) {
	case controller.ControllerReceived:
		return received + kind(e.Plane)
	case controller.FrontierAdvanced:
		return frontierAdvanced + kind(e.Plane)
	case controller.ControllerSent:
		if c, ok := e.Command.(protocol.ComputeCommand); ok {
			return sent + computeCommand(c)
		}
		return sentStorage + storageCommand(e.Command)
	case controller.Connected:
		return connected + kind(e.Plane)
	case controller.Disconnected:
		return disconnected + kind(e.Plane)
	case controller.Forgotten:
		return forgotten + kind(e.Plane)
	case environ.Created:
		return created + kind(e.Kind)
	case environ.Dropped:
		return dropped + kind(e.Kind)
	case environ.Configured:
		return configured
	case environ.Bootstrapped:
		return bootstrapped
	case sim.NodeStarted:
		return nodeStarted
	case sim.NodeExited:
		return nodeExited + kind(e.Exit.Kind)
	case sim.ConnOpened:
		return connOpened
	case sim.ConnBroken:
		return connBroken
	case sim.LinkCut:
		return linkCut
	case sim.LinkHealed:
		return linkHealed
	case faults.Began:
		return faultBegan
	case faults.Ended:
		return faultEnded
	}
	return none
}
