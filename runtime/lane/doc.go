// Package lane is the one totally ordered stream of commands that all workers of a replica follow.
//
// Timely identifies dataflows by the order of their construction on each worker, so workers that construct compute and
// storage dataflows side by side need one order for both kinds. The lane provides it (MaterializeInc/materialize#38579,
// src/compute/src/command_channel.rs): an ordinary dataflow of three operators, the first that a worker renders, and
// rendered once in the life of a process.
//
//   - The source runs on every worker, accepts what this worker's producers have queued (compute first), and gives each
//     item the worker's index and a running number.
//   - The sequencer is effective on worker 0: it puts each producer's items in the order of their numbers, gives each a
//     global index and sends a part of it to every worker.
//   - The sink puts the parts in the order of their global indices and hands the contiguous prefix to its worker.
//
// Timely promises no order between the containers of a channel. The lane does not need one: both indices are checked
// for contiguity where they are consumed. There is no causal order between producers.
//
// All three operators work at the minimum time and hold their capabilities for ever: the lane never completes.
package lane
