package faults

import (
	"slices"
	"strconv"
	"time"

	"onelane.test/faults/words"
)

// Environment is the node of the environment.
const Environment = "env"

// Site is what a world offers to go wrong.
type Site struct {
	Replicas  int // named r1, r2, …
	Processes int // of each replica, named r1.p0, r1.p1, …
	Workers   int // of each process; a worker's index counts through the processes
	Sources   []Source
}

// Source is a source, with the time for which it is there.
type Source struct {
	Name     string
	From, To time.Duration // To is zero if it is never dropped
}

// there reports whether the source is there at a time.
func (s Source) there(at time.Duration) bool { return s.From <= at && (s.To == 0 || at < s.To) }

// ReplicaName returns the name of replica i, counted from 0.
func ReplicaName(i int) string { return "r" + strconv.Itoa(i+1) }

// ProcessName returns the name of a process's node, both counted from 0.
func ProcessName(replica, process int) string {
	return ReplicaName(replica) + ".p" + strconv.Itoa(process)
}

// ReplicaNames returns the names of all replicas in order.
func (s Site) ReplicaNames() []string {
	var names []string
	for i := range s.Replicas {
		names = append(names, ReplicaName(i))
	}
	return names
}

// ProcessNames returns the names of all processes' nodes in order.
func (s Site) ProcessNames() []string {
	var names []string
	for replica := range s.Replicas {
		for process := range s.Processes {
			names = append(names, ProcessName(replica, process))
		}
	}
	return names
}

func (s Site) sourceNames() []string {
	var names []string
	for _, source := range s.Sources {
		names = append(names, source.Name)
	}
	return names
}

// oneOf returns an error unless the word is one of the names.
func oneOf(word string, names []string) error {
	if slices.Contains(names, word) {
		return nil
	}
	return &words.Error{Word: word, Want: words.Suggest(word, names)}
}
