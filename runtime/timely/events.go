package timely

import "strconv"

// Built says that a worker has constructed a dataflow: which identifiers it took, and of what shape it is.
type Built struct {
	Generation       uint64
	Worker, Dataflow int
	Name             string
	Shape            uint64 // equal for equal sequences of allocations
	First, Next      int    // identifiers from First to before Next
}

// Append implements [trace.Event].
func (e Built) Append(b []byte) []byte {
	b = head(b, "timely.built", e.Generation)
	b = flow(b, e.Worker, e.Dataflow, e.Name)
	b = append(b, " shape="...)
	b = strconv.AppendUint(b, e.Shape, 16)
	b = number(b, "first", e.First)
	return number(b, "next", e.Next)
}

// Discarded says that a frame from another process has found no channel under its number and was thrown away.
type Discarded struct {
	Generation      uint64
	Worker, Channel int
	// Live is that the number does not belong to a dataflow that this worker has dropped or completed: the workers
	// disagree about what it means.
	Live bool
}

// Append implements [trace.Event].
func (e Discarded) Append(b []byte) []byte {
	b = head(b, "timely.discarded", e.Generation)
	b = number(b, "worker", e.Worker)
	b = number(b, "channel", e.Channel)
	b = append(b, " live="...)
	return strconv.AppendBool(b, e.Live)
}

// DataflowDropped says that a worker has dropped a dataflow that was still installed.
type DataflowDropped struct {
	Generation       uint64
	Worker, Dataflow int
	Name             string
}

// Append implements [trace.Event].
func (e DataflowDropped) Append(b []byte) []byte {
	return flow(head(b, "timely.dropped", e.Generation), e.Worker, e.Dataflow, e.Name)
}

// DataflowCompleted says that a dataflow has nothing to do any more as far as this worker knows, and is removed from it.
type DataflowCompleted struct {
	Generation       uint64
	Worker, Dataflow int
	Name             string
}

// Append implements [trace.Event].
func (e DataflowCompleted) Append(b []byte) []byte {
	return flow(head(b, "timely.completed", e.Generation), e.Worker, e.Dataflow, e.Name)
}

// MeshUp says that a process is connected to all others.
type MeshUp struct {
	Generation uint64
	Process    int
}

// Append implements [trace.Event].
func (e MeshUp) Append(b []byte) []byte {
	return number(head(b, "timely.mesh-up", e.Generation), "process", e.Process)
}

// MeshFailed says that a process has lost a peer. It halts.
type MeshFailed struct {
	Generation    uint64
	Process, Peer int
	Reason        string
}

// Append implements [trace.Event].
func (e MeshFailed) Append(b []byte) []byte {
	b = number(head(b, "timely.mesh-failed", e.Generation), "process", e.Process)
	b = number(b, "peer", e.Peer)
	b = append(b, " reason="...)
	return strconv.AppendQuote(b, e.Reason)
}

func head(b []byte, kind string, generation uint64) []byte {
	b = append(b, kind...)
	b = append(b, " generation="...)
	return strconv.AppendUint(b, generation, 10)
}

func flow(b []byte, worker, dataflow int, name string) []byte {
	b = number(b, "worker", worker)
	b = number(b, "dataflow", dataflow)
	b = append(b, " name="...)
	return append(b, name...)
}

func number(b []byte, key string, n int) []byte {
	b = append(b, ' ')
	b = append(b, key...)
	b = append(b, '=')
	return strconv.AppendInt(b, int64(n), 10)
}
