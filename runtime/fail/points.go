package fail

// Point is the name of a failpoint: the part of the system, a slash, what goes wrong there.
type Point string

// The failpoints, in the order of the parts that they live in. [Catalogue] describes each.
const (
	TwoLanes                    Point = "lane/two-lanes"
	PerConnection               Point = "lane/per-connection"
	StorageDroppedOnNonceChange Point = "lane/storage-dropped-on-nonce-change"
	NoContiguity                Point = "lane/no-contiguity"
	DirectDrop                  Point = "lane/direct-drop"
	NoFutureStash               Point = "adapter/no-future-stash"
	UntaggedResponses           Point = "adapter/untagged-responses"
	AsyncUndrained              Point = "worker/async-undrained"
	HandoffLost                 Point = "guest/handoff-lost"
	SuspendByExternalPlane      Point = "hazard/suspend-by-external-plane"
	UnnumberedExecutions        Point = "hazard/unnumbered-executions"
	DroppedIDOwed               Point = "hazard/dropped-id-owed"
	UnboundedDrain              Point = "hazard/unbounded-drain"
	ConfigByExternalPlane       Point = "hazard/config-by-external-plane"
	ReportTimersKept            Point = "hazard/report-timers-kept"
	MaintenanceAfterPark        Point = "hazard/maintenance-after-park"
)
