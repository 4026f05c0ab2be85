package query

import (
	"fmt"

	"onelane.test/runtime/frontier"
)

// Sink describes an export of a collection to a system outside.
type Sink struct {
	ID        ID
	From      ID
	FromShard Shard
	// AsOf is the time as of which the collection is exported the first time.
	AsOf frontier.Antichain
}

// String prints the sink on one line, as key=value pairs.
func (s *Sink) String() string {
	return fmt.Sprintf("id=%s from=%s as_of=%s", s.ID, s.From, s.AsOf)
}
