package storage

import (
	"onelane.test/runtime/query"
	"onelane.test/runtime/timely"
)

// The types of the streams of storage dataflows.
const (
	typeBindings = "bindings"
	typeRows     = "rows"
	typeUpper    = "upper"
	typeHealth   = "health"
)

// toAll gives every worker a copy.
func toAll() timely.Pact {
	return timely.Exchange(func(data any, peers int, give func(int, any)) {
		for w := range peers {
			give(w, data)
		}
	})
}

// toWorker gives everything to one worker.
func toWorker(worker int) timely.Pact {
	return timely.Exchange(func(data any, _ int, give func(int, any)) { give(worker, data) })
}

// byKey gives each row to the worker of its key.
func byKey() timely.Pact {
	return timely.Exchange(func(data any, peers int, give func(int, any)) {
		rows := data.([]query.Update)
		if peers == 1 {
			give(0, rows)
			return
		}
		for w, part := range partsByKey(rows, peers) {
			if len(part) > 0 {
				give(w, part)
			}
		}
	})
}

// partsByKey returns each worker's rows, in their order. The parts lie in one piece of memory.
func partsByKey(rows []query.Update, peers int) [][]query.Update {
	parts, all := make([][]query.Update, peers), make([]query.Update, len(rows))
	sizes := make([]int, peers)
	for _, u := range rows {
		sizes[keyWorker(u.Row.Key, peers)]++
	}
	for w, n := range sizes {
		parts[w], all = all[:0:n], all[n:]
	}
	for _, u := range rows {
		w := keyWorker(u.Row.Key, peers)
		parts[w] = append(parts[w], u)
	}
	return parts
}

// keyWorker returns the worker of a key. Consecutive keys spread.
func keyWorker(key int64, peers int) int {
	return int(uint64(key) * 0x9e3779b97f4a7c15 >> 32 % uint64(peers))
}
