// Package controller holds the two controllers of an environment: one for compute, one for storage. Each keeps the
// history of what it commanded, runs one replica task per replica, and replays the reduced history whenever a replica
// task ended. The two know nothing of each other's connections: compute may be reconnecting while storage is served,
// and the other way round.
//
// A controller is a task. The coordinator talks to it by queued instructions, replica tasks by queued reports; there is
// no polling, so a controller whose replicas are silent costs nothing.
//
// Modelled on Materialize's src/compute-client/src/controller/{instance,replica}.rs and
// src/storage-controller/src/instance.rs. Simplified: read capabilities are reduced to "dropped or not", so the only
// compaction ever allowed is to the empty frontier; peeks, subscribes and sequential hydration are absent; the set of
// replicas is fixed.
package controller
