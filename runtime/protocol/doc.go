// Package protocol is what controllers and replicas say to each other, and how it travels.
//
// There are two protocols, compute and storage, each with commands and responses, and a third set of commands with
// which the storage side of a replica talks to itself through the command lane. A history keeps what a new
// connection must be told again. A partitioned client makes many shards (processes, or workers) look like one. CTP,
// the cluster transport protocol, carries either protocol over a connection.
//
// Commands and responses are values that nobody changes once they are made, also what they point to.
package protocol
