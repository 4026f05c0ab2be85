package query

import (
	"fmt"
	"slices"
	"strings"

	"onelane.test/runtime/frontier"
)

// Description says everything about a compute dataflow that its workers need to build it.
type Description struct {
	Name string
	// SourceImports are read from persist, IndexImports from arrangements on the same replica. Every input of Query
	// is one of them; an input that is an index stands for the collection under it.
	SourceImports []SourceImport
	IndexImports  []ID
	Query         *Query
	// Exports are what the dataflow makes of the query's result; at least one.
	Exports []Export
	// AsOf is the time as of which the inputs are read. Empty: there is nothing to build.
	AsOf frontier.Antichain
}

// SourceImport reads the shard of a collection.
type SourceImport struct {
	ID    ID
	Shard Shard
}

// ExportKind says what a dataflow makes of its result.
type ExportKind int

// Index is an arrangement on the replica, MaterializedView a shard that the dataflow writes.
const (
	Index ExportKind = iota
	MaterializedView
)

// String returns "index" or "materialized-view".
func (k ExportKind) String() string {
	if k == Index {
		return "index"
	}
	return "materialized-view"
}

// Export is one result of a dataflow. Shard is where a materialized view is written; "" for an index.
type Export struct {
	ID    ID
	Kind  ExportKind
	Shard Shard
}

// ExportIDs returns the exports' ids in the order of the description.
func (d *Description) ExportIDs() []ID {
	ids := make([]ID, len(d.Exports))
	for i, export := range d.Exports {
		ids[i] = export.ID
	}
	return ids
}

// CompatibleWith reports whether the descriptions are equal in all but the as_of, so that a dataflow of one may be
// kept to serve the other.
func (d *Description) CompatibleWith(o *Description) bool {
	return d.Name == o.Name &&
		slices.Equal(d.SourceImports, o.SourceImports) &&
		slices.Equal(d.IndexImports, o.IndexImports) &&
		slices.Equal(d.Exports, o.Exports) &&
		d.Query.String() == o.Query.String() &&
		slices.Equal(d.Query.Inputs(), o.Query.Inputs())
}

// String prints the description on one line, as key=value pairs.
func (d *Description) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "name=%s query=%s", d.Name, d.Query)
	if len(d.SourceImports) > 0 {
		b.WriteString(" sources=" + joined(d.SourceImports))
	}
	if len(d.IndexImports) > 0 {
		b.WriteString(" indexes=" + joined(d.IndexImports))
	}
	fmt.Fprintf(&b, " exports=%s as_of=%s", joined(d.Exports), d.AsOf)
	return b.String()
}

// String prints "id", with "@shard" behind it if the shard is not the collection's own.
func (s SourceImport) String() string {
	if s.Shard == ShardOf(s.ID) {
		return s.ID.Name
	}
	return s.ID.Name + "@" + string(s.Shard)
}

// String prints "kind:id", with "@shard" behind it if the export writes a shard that is not its own.
func (e Export) String() string {
	text := e.Kind.String() + ":" + e.ID.Name
	if e.Shard == "" || e.Shard == ShardOf(e.ID) {
		return text
	}
	return text + "@" + string(e.Shard)
}

// joined prints the values with commas between them.
func joined[T fmt.Stringer](values []T) string {
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = v.String()
	}
	return strings.Join(texts, ",")
}
