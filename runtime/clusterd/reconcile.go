package clusterd

import (
	"onelane.test/runtime/protocol"
)

// reconcile takes the commands of a new connection up to InitializationComplete and makes the worker be what they say.
// If the connection is replaced before that, its commands are forgotten and nothing has been applied.
func (w *worker) reconcile() *protocol.Nonce {
	var commands []protocol.ComputeCommand
	for {
		cmd, changed := w.recvCommand()
		if changed != nil {
			return changed
		}
		if _, done := cmd.(protocol.ComputeInitializationComplete); done {
			break
		}
		commands = append(commands, cmd)
	}
	if w.compute != nil {
		w.compute.Reconcile(commands)
		return nil
	}
	for _, cmd := range commands {
		w.handleCompute(cmd)
	}
	return nil
}

// recvCommand waits for the next compute command and keeps the worker going meanwhile: timely is stepped, the guest
// is served whenever the lane is empty, and storage items are applied as they come, so that their dataflows keep
// their place in the lane. Compute does no maintenance. Parks are bounded by the guest's duties alone.
func (w *worker) recvCommand() (protocol.ComputeCommand, *protocol.Nonce) {
	for {
		w.noticeConnections()
		item, ok, changed := w.receive()
		switch {
		case changed != nil:
			return nil, changed
		case ok && item.Compute != nil:
			w.charge()
			return item.Compute, nil
		case ok:
			w.charge()
			w.handleStorage(item.Storage)
			continue
		}
		w.serveGuest()
		busy := w.stepOrPark(unbounded)
		w.endIteration(busy)
	}
}
