// Package compute is the compute state of one worker: the collections that its dataflows export, what the controller
// has been told about them, and the commands that led here.
//
// The state is changed by commands alone, in the order of the lane, so that all workers of a replica build the same
// dataflows in the same order. See MaterializeInc/materialize's src/compute/src/compute_state.rs; reconciliation is in
// its server.rs.
package compute
