// Package runtime holds the system under test: a folder of packages that model Materialize's unified cluster, in
// which storage objects run as guests on the timely workers of the compute cluster (MaterializeInc/materialize#38579).
//
// The folder's root has no code, because its name shadows the standard library's. The packages stand in one order;
// each imports the simulation kernel and only packages that stand before it:
//
//	fail frontier query protocol timely lane persist render compute storage clusterd controller environ
//
// compute and storage never import each other: the worker loop in clusterd hosts both.
package runtime
