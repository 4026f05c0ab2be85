package reduction

import (
	"iter"

	"onelane.test/faults"
	"onelane.test/scenarios/plan"
)

// cutNodes makes the cluster smaller: to one worker at once, then by replicas, processes and workers.
func (r *reducer) cutNodes() {
	for {
		if _, ok := r.search.First(r.smallerClusters()); !ok {
			return
		}
	}
}

func (r *reducer) smallerClusters() iter.Seq[*story] {
	return func(yield func(*story) bool) {
		p := r.search.Best().plan
		for replicas := 1; replicas <= p.Cluster.Replicas; replicas++ {
			for processes := 1; processes <= p.Cluster.Processes; processes++ {
				for workers := 1; workers <= p.Cluster.Workers; workers++ {
					cluster := p.Cluster
					cluster.Replicas, cluster.Processes, cluster.Workers = replicas, processes, workers
					if cluster == p.Cluster {
						continue
					}
					if !yield(storyOf(onCluster(p, cluster, true))) || !yield(storyOf(onCluster(p, cluster, false))) {
						return
					}
				}
			}
		}
	}
}

// onCluster returns the plan on a smaller cluster. Lines about what is no longer there are about its first process and
// worker instead, or are dropped.
func onCluster(p *plan.Plan, cluster plan.Cluster, move bool) *plan.Plan {
	next := *p
	next.Cluster = cluster
	lines := p.Lines
	if move {
		lines = nil
		for _, line := range p.Lines {
			lines = append(lines, moved(line, p.Cluster, cluster))
		}
	}
	return next.WithLines(lines)
}

// moved returns the line about the first replica, process or worker where it is about one that is gone.
func moved(line plan.Line, from, to plan.Cluster) plan.Line {
	for replica := range from.Replicas {
		for process := range from.Processes {
			if replica >= to.Replicas || process >= to.Processes {
				line = referring(line, faults.ProcessName(replica, process), faults.ProcessName(0, 0))
			}
		}
		if replica >= to.Replicas {
			line = referring(line, faults.ReplicaName(replica), faults.ReplicaName(0))
		}
	}
	return onWorker(line, to.Peers())
}

// onWorker returns the line about worker 0 where it is about one that is gone.
func onWorker(line plan.Line, peers int) plan.Line {
	text := line.Statement.String()
	for i := len(numbersIn(text)) - 1; i >= 0; i-- {
		n := numbersIn(text)[i]
		if key := "worker="; n.from >= len(key) && text[n.from-len(key):n.from] == key && n.value >= int64(peers) {
			text = n.with(text, 0)
		}
	}
	line, _ = reworded(line, text)
	return line
}
