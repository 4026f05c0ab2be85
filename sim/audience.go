package sim

import (
	"reflect"
	"slices"

	"onelane.test/sim/trace"
)

// audience is who is told of events. Few types of events make up most of a trace; for each of those that somebody does
// not want to hear of there is a list of the others.
type audience struct {
	all     []trace.Observer
	without [][]reflect.Type // by observer
	lists   []list
}

// list is the observers of the events of one type, in the order in which they were added.
type list struct {
	typ       reflect.Type
	observers []trace.Observer
}

// add adds an observer that is not told of events of the given types.
func (a *audience) add(o trace.Observer, without []trace.Event) {
	var types []reflect.Type
	for _, ev := range without {
		types = append(types, reflect.TypeOf(ev))
	}
	a.all, a.without = append(a.all, o), append(a.without, types)
	for _, typ := range types {
		if !slices.ContainsFunc(a.lists, func(l list) bool { return l.typ == typ }) {
			a.lists = append(a.lists, list{typ: typ})
		}
	}
	for i := range a.lists {
		a.fill(&a.lists[i])
	}
}

func (a *audience) fill(l *list) {
	l.observers = l.observers[:0]
	for i, o := range a.all {
		if !slices.Contains(a.without[i], l.typ) {
			l.observers = append(l.observers, o)
		}
	}
}

// of returns who is told of the event.
func (a *audience) of(ev trace.Event) []trace.Observer {
	if len(a.lists) == 0 {
		return a.all
	}
	typ := reflect.TypeOf(ev)
	for i := range a.lists {
		if a.lists[i].typ == typ {
			return a.lists[i].observers
		}
	}
	return a.all
}
