// Package environ is the environment: a durable catalog of what users asked for, a coordinator that applies their
// statements in order, and the two controllers that make replicas run what the catalog holds.
//
// An object that others read from cannot be dropped before them. A materialized view reads from the sources and views
// in its query, and also from the indexes that its dataflow uses: the oldest that exists on each input at its creation.
//
// A statement is written to the catalog first and told to the controllers afterwards, so an environment that dies in
// between tells them when it is started again: its bootstrap replays the whole catalog. Dropped objects are simply
// absent from what a new incarnation says, and replicas drop what they no longer hear of.
//
// Two environments may live at a time: once the later one has started, the earlier one may no longer write the catalog, and
// halts when it tries.
//
// Modelled on Materialize's src/adapter (coordinator, bootstrap) and src/catalog. Simplified: no read-only generation, no
// sessions with transactions, and as_ofs are chosen once, at creation, instead of anew at each bootstrap.
package environ
