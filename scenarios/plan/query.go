package plan

import (
	"errors"
	"slices"
	"strconv"

	"onelane.test/faults/words"
	"onelane.test/runtime/query"
)

// readsOf returns the objects that a view over a query depends on: the owners of its inputs, and the indexes that it
// reads in their place.
func (o *Objects) readsOf(text string) ([]string, error) {
	var reads []string
	var unresolved error
	resolve := func(name string) (query.ID, bool) {
		owner, err := o.owner(name, name, "")
		if err != nil {
			unresolved = err
			return query.ID{}, false
		}
		reads = append(reads, owner)
		if index, ok := o.index(name); ok {
			reads = append(reads, index)
		}
		return query.ID{Name: name}, true
	}
	q, err := query.Parse(text, resolve)
	if err != nil {
		return nil, queryError(text, err, unresolved)
	}
	if err := o.workersExist(q); err != nil {
		return nil, err
	}
	slices.Sort(reads)
	return slices.Compact(reads), nil
}

// queryError turns the parser's error into one about a word of the plan.
func queryError(text string, err, unresolved error) error {
	var parse *query.ParseError
	if !errors.As(err, &parse) {
		return &words.Error{Word: "query=" + text, Want: "a query; " + err.Error()}
	}
	var owner *words.Error
	if errors.As(unresolved, &owner) {
		return &words.Error{Word: parse.Word, Want: "a query such as count(s1), or " + owner.Want}
	}
	word := parse.Word
	if word == "" {
		word = "query=" + text
	}
	return &words.Error{Word: word, Want: parse.Expected}
}

// workersExist returns an error if an operator of the query sleeps on a worker that the cluster lacks.
func (o *Objects) workersExist(q *query.Query) error {
	sleep, sleeps := q.Op.(query.SleepOp)
	if peers := o.cluster.Peers(); sleeps && sleep.Worker >= peers {
		return &words.Error{
			Word: "worker=" + strconv.Itoa(sleep.Worker),
			Want: "worker= a worker's index from 0 to " + strconv.Itoa(peers-1),
		}
	}
	for _, operand := range q.Of {
		if err := o.workersExist(operand); err != nil {
			return err
		}
	}
	return nil
}
