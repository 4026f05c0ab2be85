package lane

import (
	"slices"

	"onelane.test/runtime/protocol"
	"onelane.test/runtime/query"
)

// split returns the part of an item that each worker gets.
func split(item Item, peers int) []Item {
	parts := slices.Repeat([]Item{item}, peers)
	if item.Compute != nil {
		for worker, cmd := range SplitCompute(item.Compute, peers) {
			parts[worker].Compute = cmd
		}
	}
	return parts
}

// SplitCompute returns the part of a command that each of peers workers gets. The rows of constant collections are
// dealt out, so that each row appears on exactly one worker; all else, in particular the shape of what will be built,
// is the same for all.
func SplitCompute(cmd protocol.ComputeCommand, peers int) []protocol.ComputeCommand {
	parts := slices.Repeat([]protocol.ComputeCommand{cmd}, peers)
	create, ok := cmd.(protocol.CreateDataflow)
	if !ok || peers == 1 || !hasRows(create.Description.Query) {
		return parts
	}
	for worker := range parts {
		part := *create.Description
		part.Query = share(part.Query, worker, peers)
		parts[worker] = protocol.CreateDataflow{Description: &part}
	}
	return parts
}

// hasRows reports whether the query contains a constant collection that is not empty.
func hasRows(q *query.Query) bool {
	if constant, ok := q.Op.(query.ConstantOp); ok && len(constant.Rows) > 0 {
		return true
	}
	return slices.ContainsFunc(q.Of, hasRows)
}

// share returns the query with each constant collection reduced to the rows of one worker.
func share(q *query.Query, worker, peers int) *query.Query {
	if constant, ok := q.Op.(query.ConstantOp); ok {
		var rows []query.Row
		for i := worker; i < len(constant.Rows); i += peers {
			rows = append(rows, constant.Rows[i])
		}
		return query.Constant(rows...)
	}
	part := &query.Query{Op: q.Op, Of: slices.Clone(q.Of)}
	for i, operand := range part.Of {
		part.Of[i] = share(operand, worker, peers)
	}
	return part
}
