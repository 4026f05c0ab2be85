package maporder

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
)

type item struct {
	name  string
	count int
	next  *item
}

type box struct {
	items map[string]*item
	order []string
	total int
}

func emit(b *box, name string) { b.order = append(b.order, name) }

func (b *box) sum() int { return b.total }

func each(m map[string]int, yield func(string) bool) {
	for k := range m { // want `range over a map: the loop calls yield \(line 29\); iterate over slices.Sorted`
		if !yield(k) {
			return
		}
	}
}

func appends(m map[string]int) (unsorted, late, other []string) {
	for k := range m { // want `appends to unsorted, which is not sorted right afterwards`
		unsorted = append(unsorted, k)
	}
	for k := range m { // want `appends to late`
		late = append(late, k)
	}
	fmt.Println(late)
	slices.Sort(late)
	for k := range m { // want `appends to other`
		other = append(other, k)
	}
	slices.Sort(late)
	return unsorted, late, other
}

func appendsInLoop(ms []map[string]int, groups map[int][]string) []string {
	var all []string
	for _, m := range ms {
		for k := range m { // want `appends to all`
			all = append(all, k)
		}
		fmt.Println(len(all))
	}
	slices.Sort(all)
	for _, m := range ms {
		for k, n := range m { // want `appends to groups`
			groups[n] = append(groups[n], k)
		}
	}
	slices.Sort(groups[0])
	return all
}

func calls(b *box, m map[string]int, f func(string), out *strings.Builder) {
	for k := range m { // want `calls emit`
		emit(b, k)
	}
	for k := range m { // want `calls f`
		f(k)
	}
	for k := range m { // want `calls out.WriteString`
		out.WriteString(k)
	}
	for k := range m { // want `calls fmt.Println`
		fmt.Println(k)
	}
	for k := range m { // want `calls f`
		func() { f(k) }()
	}
	for k := range m { // want `starts what runs later`
		defer fmt.Sprint(k)
	}
	for k, n := range m { // want `calls f`
		if slices.ContainsFunc([]int{n}, func(int) bool { f(k); return true }) {
			b.total++
		}
	}
	for _, it := range b.items { // want `calls it.change`
		it.change(b)
	}
}

func (it *item) change(b *box) { b.total = it.count }

func leaves(m map[string]int) (string, int) {
	for k := range m { // want `returns what depends on the element`
		return k, 0
	}
	for k, n := range m { // want `ends early in different ways`
		var first string
		_ = first
		for range n {
			break
		}
		if n > 3 {
			return "x", 0
		}
		if n < 0 { // a second way out
			return "y", 0
		}
		_ = k
	}
	return "", 0
}

func lastWins(m map[string]int) (last string, n int) {
	for k := range m { // want `assigns to last what depends on the element`
		last = k
	}
	for k, v := range m { // want `assigns to n what depends on the element`
		if v > n {
			n, last = v, k
		}
	}
	for last = range m { // want `leaves its last element in a variable`
	}
	for _, v := range m { // want `changes one thing in different ways`
		if v > 1 {
			n = 1
		} else {
			n = 2
		}
	}
	for k := range m { // want `assigns to last`
		last = k
		break
	}
	return last, n
}

func exits(m map[string]int, limit int) (seen int, found bool) {
	for _, v := range m { // want `ends early in different ways`
		if v == 1 {
			return 1, true
		}
		if v == 2 {
			return 2, true
		}
	}
	for _, v := range m { // want `changes something although it may end early`
		seen++
		if v == limit {
			break
		}
	}
	for _, v := range m { // want `changes something although it may end early`
		if v == 1 {
			found = true
		}
		if v == limit {
			break
		}
	}
	for _, v := range m { // want `looks at what it has changed so far`
		seen += v
		if seen > limit {
			fmt.Sprint("over")
		}
	}
	for k, v := range m { // want `panics what depends on the element`
		if v == 3 {
			panic(k)
		}
	}
outer:
	for range 3 {
		for k, v := range m { // want `changes something although it may end early`
			delete(m, k)
			if v == 4 {
				continue outer
			}
		}
	}
	return seen, found
}

func looks(m map[string]int, b *box, out map[string]int) {
	for _, v := range m { // want `looks at what it has changed so far`
		if b.sum() < 10 {
			b.total += v
		}
	}
	for k := range m { // want `looks at what it has changed so far`
		if len(m) > 1 {
			delete(m, k)
		}
	}
	for k, v := range m { // want `looks at what it has changed so far`
		if out["sum"] < 3 {
			out[k] = v
		}
	}
}

func sums(m map[string]float64, n map[string]int, s string, counts map[int]int) (float64, string, int) {
	f, total := 0.0, 0
	for _, v := range m { // want `changes f step by step`
		f += v
	}
	for k := range m { // want `changes s step by step`
		s += k
	}
	for _, v := range n { // want `changes total step by step`
		total /= v
	}
	for _, v := range n { // want `changes one thing in different ways`
		total += v
		total *= v
	}
	for _, v := range n { // want `assigns to counts\[v\] what depends on the element`
		counts[v] = counts[v+1] + 1
	}
	return f, s, total
}

func writes(m map[string]int, names map[int]string, list []string) {
	for k, v := range m { // want `assigns to names\[v\] what depends on the element`
		names[v] = k
	}
	for k := range m { // want `changes more of the map that it visits than the element`
		m[k+"x"] = 1
	}
	for k := range m { // want `changes more of the map that it visits than the element`
		delete(m, k+"x")
	}
	i := 0
	for k := range m { // want `assigns to list\[i\] what depends on the element`
		list[i] = k
		i++
	}
	for k, v := range m { // want `assigns to names\[0\] what depends on the element`
		k = "same"
		names[0] = k
		_ = v
	}
	other := map[string]int{}
	for k, v := range m { // want `assigns to other\[k\] what depends on the element`
		k = strings.ToLower(k)
		other[k] = v
	}
	shared := map[string]*item{}
	for k, v := range m { // want `assigns to it.count what depends on the element`
		it := shared[k[:1]]
		it.count = v
	}
}

func visited(m map[string]int, items map[string]*item) {
	for _, v := range m { // want `changes more of the map that it visits`
		m["total"] += v
	}
	for _, it := range items { // want `changes more of the map that it visits`
		items[it.name].count += it.count
	}
	for _, v := range m { // want `changes more of the map that it visits`
		m["most"] = max(m["most"], v)
	}
}

// A jump may pass by the sort.
func passesBy(ms []map[string]int, skip bool) []string {
	var all []string
	for _, m := range ms {
		for k := range m { // want `appends to all`
			all = append(all, k)
		}
		if skip {
			continue
		}
		slices.Sort(all)
	}
	return all
}

// The functions call each other, and one is impure.
func recursive(m map[string]int, b *box) {
	for k, v := range m { // want `calls odd`
		if odd(v, b) {
			delete(m, k)
		}
	}
	for k, v := range m { // want `calls even`
		if even(v, b) {
			delete(m, k)
		}
	}
}

func even(n int, b *box) bool {
	if n == 0 {
		return true
	}
	return odd(n-1, b)
}

func odd(n int, b *box) bool {
	r := n != 0 && even(n-1, b)
	b.total++
	return r
}

var registry = &box{}

func register(name string) bool {
	emit(registry, name)
	return true
}

func registers(m map[string]int) (n int) {
	for k := range m { // want `calls register`
		if register(k) {
			n++
		}
	}
	return n
}

func sends(m map[string]int, c chan string) { // want `channel type`
	for k := range m { // want `sends`
		c <- k // want `send to a channel`
	}
}

func generic[M ~map[K]V, K comparable, V any](m M, f func(K)) {
	for k := range m { // want `calls f`
		f(k)
	}
}

func sequences(m map[string]int, f func(string)) []string {
	for k := range maps.Keys(m) { // want `calls f`
		f(k)
	}
	for _, k := range slices.Collect(maps.Keys(m)) { // want `maps.Keys: its order is random`
		f(k)
	}
	maps.DeleteFunc(m, func(k string, _ int) bool { f(k); return true }) // want `maps.DeleteFunc: its order is random`
	for range reflect.ValueOf(m).MapKeys() {                             // want `reflect.Value.MapKeys`
	}
	values := slices.Collect(maps.Values(m)) // want `maps.Values`
	_ = values
	all := maps.All(m) // want `maps.All`
	_ = all
	index := map[int]bool{}
	for v := range maps.Values(m) { // a value is no key
		index[v] = true
	}
	return slices.Collect(maps.Keys(m)) // want `maps.Keys`
}
