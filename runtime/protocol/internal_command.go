package protocol

import (
	"fmt"

	"onelane.test/runtime/frontier"
	"onelane.test/runtime/query"
)

// InternalCommand is what the storage side of a replica tells its own workers (an internal storage command). It
// travels in the command lane, so that all workers handle all of them in one order; only they build and drop storage
// dataflows.
type InternalCommand interface {
	fmt.Stringer
	internalCommand()
}

// CreateIngestionDataflow builds the dataflow of an ingestion in place of the one that may be running. Its contents
// were determined once, by worker 0, so that all workers build the same.
type CreateIngestionDataflow struct {
	Ingestion *query.Ingestion
	// AsOf is the time as of which the remap collection is read. Empty: there is nothing to build.
	AsOf frontier.Antichain
	// ResumeUppers says from which upper each export goes on, ordered by id; an empty one is finished.
	ResumeUppers []IDFrontier
	// SourceResumeUppers says from which upstream offset each export goes on, ordered by id.
	SourceResumeUppers []IDOffset
	Execution          Execution
}

// IDFrontier is a frontier of a collection.
type IDFrontier struct {
	ID       query.ID
	Frontier frontier.Antichain
}

// IDOffset is a position in the upstream of a collection: everything before Offset is done.
type IDOffset struct {
	ID     query.ID
	Offset int64
}

// RunSinkDataflow builds the dataflow of a sink in place of the one that may be running.
type RunSinkDataflow struct {
	Sink *query.Sink
	// AsOf is where the sink starts reading: the description's on first start, later where its output has come to.
	AsOf frontier.Antichain
	// SkipSnapshot says that the output already holds the contents as of AsOf.
	SkipSnapshot bool
	Execution    Execution
}

// SuspendAndRestart ends the dataflow of an ingestion or sink that cannot go on, and builds it anew.
type SuspendAndRestart struct {
	ID     query.ID
	Reason string
	// Execution is the start whose dataflow cannot go on.
	Execution Execution
}

// DropDataflow ends the dataflows of the given objects, but for those whose start has a higher number: they are wanted
// again.
type DropDataflow struct {
	IDs       []query.ID
	Execution Execution
}

// InternalUpdateConfiguration merges parameters over the earlier ones. It goes by the lane, because parameters shape
// the dataflows that are built after it.
type InternalUpdateConfiguration struct {
	Params Params
}

// StatisticsUpdate carries the statistics of one worker to worker 0.
type StatisticsUpdate struct {
	Worker     int
	Statistics []Statistics
}

func (CreateIngestionDataflow) internalCommand()     {}
func (RunSinkDataflow) internalCommand()             {}
func (SuspendAndRestart) internalCommand()           {}
func (DropDataflow) internalCommand()                {}
func (InternalUpdateConfiguration) internalCommand() {}
func (StatisticsUpdate) internalCommand()            {}

// String prints the command on one line, as do those of the other commands.
func (c CreateIngestionDataflow) String() string {
	return fmt.Sprintf("CreateIngestionDataflow %s as_of=%s resume=%s source_resume=%s",
		c.Ingestion, c.AsOf, joined(c.ResumeUppers), joined(c.SourceResumeUppers)) + c.Execution.suffix()
}

func (c RunSinkDataflow) String() string {
	return fmt.Sprintf("RunSinkDataflow %s start=%s skip_snapshot=%t", c.Sink, c.AsOf, c.SkipSnapshot) + c.Execution.suffix()
}

func (c SuspendAndRestart) String() string {
	return fmt.Sprintf("SuspendAndRestart %s reason=%q", c.ID, c.Reason) + c.Execution.suffix()
}

func (c DropDataflow) String() string { return "DropDataflow " + joined(c.IDs) + c.Execution.suffix() }

func (c InternalUpdateConfiguration) String() string {
	return "UpdateConfiguration " + c.Params.String()
}

func (c StatisticsUpdate) String() string {
	return fmt.Sprintf("StatisticsUpdate worker=%d %s", c.Worker, joined(c.Statistics))
}

// String prints "id@frontier".
func (f IDFrontier) String() string { return f.ID.Name + "@" + f.Frontier.String() }

// String prints "id@offset".
func (o IDOffset) String() string { return fmt.Sprintf("%s@%d", o.ID, o.Offset) }
