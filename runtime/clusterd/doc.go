// Package clusterd is one process of a replica: timely workers that run compute dataflows and host storage objects as
// guests, and the servers and adapters through which the two controllers reach them.
//
// The compute plane of a worker:
//
//	CTP server → ClusterClient → adapter → lane (worker 0's alone takes effect) → every worker
//	worker → adapter (nonce, stash) → ClusterClient (merge over the process's workers) → CTP server
//
// The storage plane:
//
//	CTP server → GuestClusterClient → guest of each worker, at its own pace; worker 0's guest puts items into the lane
//	lane → guest of every worker, in lane order
//
// The worker loop ([Factory]'s workers) is modelled on src/compute/src/server.rs of MaterializeInc/materialize#38579 in
// every step that decides order, waiting or progress. It stands over a compute state and a guest that is nil where
// storage has a cluster of its own; neither knows the other.
package clusterd
