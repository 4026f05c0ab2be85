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
		parts := make([][]query.Update, peers)
		for _, u := range rows {
			w := keyWorker(u.Row.Key, peers)
			parts[w] = append(parts[w], u)
		}
		for w, part := range parts {
			if len(part) > 0 {
				give(w, part)
			}
		}
	})
}

// keyWorker returns the worker of a key. Consecutive keys spread.
func keyWorker(key int64, peers int) int {
	return int(uint64(key) * 0x9e3779b97f4a7c15 >> 32 % uint64(peers))
}
