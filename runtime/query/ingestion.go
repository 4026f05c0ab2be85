package query

import (
	"fmt"
	"slices"
	"time"
)

// Ingestion describes a generated source: what the storage controller tells a replica to run.
type Ingestion struct {
	// ID is the primary id, under which the ingestion is known; it may or may not be one of its exports.
	ID ID
	// Remap is the collection of the bindings from offsets to times.
	Remap ID
	// Exports are the collections that the source fills, each into the shard of its own name.
	Exports []ID
	// Rate is in rows per second and export.
	Rate int64
	// Partitions is how many readers share an export's offsets; partition p has the offsets that leave p modulo
	// Partitions.
	Partitions int
	// Tick is how often a new binding is minted, that is, how often the upper advances.
	Tick time.Duration
	// Shape selects among variants of the dataflow's construction.
	Shape int
}

// CollectionIDs returns the exports and the remap collection, each once, ordered by creation.
func (i *Ingestion) CollectionIDs() []ID {
	ids := append(slices.Clone(i.Exports), i.Remap)
	slices.SortFunc(ids, ID.Compare)
	return slices.Compact(ids)
}

// Equal reports whether nothing at all differs.
func (i *Ingestion) Equal(o *Ingestion) bool {
	return slices.Equal(i.Exports, o.Exports) && i.fixed() == o.fixed() &&
		i.Rate == o.Rate && i.Tick == o.Tick && i.Shape == o.Shape
}

// AlterCompatible reports whether a running ingestion may be told to become o: its exports and options may differ,
// but not what the meaning of its recorded offsets rests on.
func (i *Ingestion) AlterCompatible(o *Ingestion) bool { return i.fixed() == o.fixed() }

// fixedIngestion is the part of an ingestion that never changes.
type fixedIngestion struct {
	id, remap  ID
	partitions int
}

func (i *Ingestion) fixed() fixedIngestion {
	return fixedIngestion{id: i.ID, remap: i.Remap, partitions: i.Partitions}
}

// String prints the ingestion on one line, as key=value pairs.
func (i *Ingestion) String() string {
	return fmt.Sprintf("id=%s remap=%s exports=%s rate=%d/s partitions=%d tick=%s shape=%d",
		i.ID, i.Remap, joined(i.Exports), i.Rate, i.Partitions, i.Tick, i.Shape)
}
