package render

import (
	"onelane.test/runtime/query"
	"onelane.test/runtime/timely"
)

// rows is the type of the streams between operators, as timely knows it.
const rows = "rows"

// byKey sends each update to the worker that its key belongs to.
func byKey() timely.Pact { return timely.Exchange(splitByKey) }

func splitByKey(data any, peers int, give func(target int, part any)) {
	updates := data.([]query.Update)
	counts := make([]int, peers)
	for _, u := range updates {
		counts[owner(u.Row.Key, peers)]++
	}
	for target, n := range counts {
		switch n {
		case 0:
		case len(updates):
			give(target, updates)
		default:
			give(target, partOf(updates, n, target, peers))
		}
	}
}

// partOf returns the n updates whose keys belong to the target.
func partOf(updates []query.Update, n, target, peers int) []query.Update {
	part := make([]query.Update, 0, n)
	for _, u := range updates {
		if owner(u.Row.Key, peers) == target {
			part = append(part, u)
		}
	}
	return part
}

// toWorker sends everything to one worker.
func toWorker(worker int) timely.Pact {
	return timely.Exchange(func(data any, _ int, give func(target int, part any)) { give(worker, data) })
}

// owner returns the worker that groups and arranges a key.
func owner(key int64, peers int) int { return int(mix(uint64(key)) % uint64(peers)) }

// ActiveWorker returns the one worker that does for a collection what only one may do: read its shard, or write it. It
// is the same on all workers.
func ActiveWorker(id query.ID, peers int) int { return int(mix(id.N) % uint64(peers)) }

// mix is the finaliser of MurmurHash3, which sends equal keys to equal places and neighbours to different ones.
func mix(x uint64) uint64 {
	x = (x ^ x>>33) * 0xff51afd7ed558ccd
	x = (x ^ x>>33) * 0xc4ceb9fe1a85ec53
	return x ^ x>>33
}
