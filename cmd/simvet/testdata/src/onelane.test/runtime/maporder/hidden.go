package maporder

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"
	"time"
)

type key struct {
	a string
	b int
}

func (k key) compare(other key) int { return cmp.Compare(k.a, other.a) }

type frontier struct{ at uint64 }

func (f frontier) Meet(g frontier) frontier { return frontier{min(f.at, g.at)} }

type byName []string

func (s byName) Len() int           { return len(s) }
func (s byName) Less(i, j int) bool { return s[i] < s[j] }
func (s byName) Swap(i, j int)      { s[i], s[j] = s[j], s[i] }

func sorted(m map[string]int, deep map[int]map[string]int) ([]string, []int) {
	var names, more, rest []string
	var lengths []int
	for k := range m {
		names = append(names, k)
	}
	slices.Sort(names)
	for k, v := range m {
		if v == 0 {
			continue
		}
		more = append(more, strings.ToUpper(k), fmt.Sprintf("%s=%d", k, v))
		lengths = append(lengths, len(k))
	}
	fmt.Println(names)
	sort.Ints(lengths)
	sort.Sort(byName(more)) // want `sort.Sort`
	for _, inner := range deep {
		for k := range inner {
			if len(k) > 1 {
				rest = append(rest, k)
			}
		}
	}
	slices.SortFunc(rest, strings.Compare)
	all := slices.Collect(maps.Keys(m))
	slices.Sort(all)
	return append(names, more...), lengths
}

func counted(m map[string]int, b *box, counts map[string]int, at map[key]frontier) (total, most, least int, any bool) {
	meet := frontier{1 << 63}
	var longest time.Duration
	for k, v := range m {
		total += v
		total -= 2
		b.total++
		counts[k[:1]] += v
		most = max(most, v)
		if n := v * 2; n < least {
			least = n
		}
		any = any || v > 3
		longest = max(longest, time.Duration(v)*time.Second)
	}
	for k, f := range at {
		if k.compare(key{}) < 0 {
			meet = meet.Meet(f)
		}
	}
	for range m {
		fmt.Println("the same, whatever the element")
	}
	return total, most, least, any
}

func keyed(m map[string]int, out map[string][]int, pairs map[key]bool, items map[string]*item, set map[int]bool) {
	for k, v := range m {
		out[k] = append(out[k], v)
		pairs[key{k, 3}] = v > 1
		m[k] = v + 1
		set[v] = true
	}
	for k, it := range items {
		it.count = m[k]
		it.next = nil
		items[k].count++
	}
	for k, v := range m {
		if v > 1 && !pairs[key{k, v}] {
			delete(m, k)
			delete(set, v)
		}
	}
	maps.DeleteFunc(m, func(k string, v int) bool { return v == 0 })
	for k := range m {
		delete(m, k)
	}
}

func exists(m map[string]int, limit int) (found bool, err error) {
	for _, v := range m {
		if v > limit {
			found = true
			break
		}
	}
	for k, v := range m {
		if k != "" && v > limit {
			return false, fmt.Errorf("over %d", limit)
		}
		if v < -limit {
			return false, fmt.Errorf("over %d", limit)
		}
	}
loop:
	for k, v := range m {
		switch {
		case v > 1:
			break
		case k == "":
			continue loop
		}
		for range 3 {
			if v == 2 {
				break
			}
		}
	}
	return found, nil
}

func local(m map[string][]int, out map[string]int) {
	for k, list := range m {
		var b strings.Builder
		own := make([]int, 0, len(list))
		for i, n := range list {
			if n > i {
				own = append(own, double(n))
				b.WriteString(k)
			}
		}
		slices.Sort(own)
		own[0] = 1
		copied := slices.Clone(list)
		slices.Reverse(copied)
		p := &item{name: b.String()}
		p.count = len(own) + len(copied)
		out[k] = p.count + sumOf(own)
	}
}

func double(n int) int { return 2 * n }

func sumOf(list []int) int {
	total := 0
	for _, n := range list {
		total += n
	}
	return total
}

func sortedKeys(m map[string]int) []string {
	for _, k := range slices.Sorted(maps.Keys(m)) {
		fmt.Println(k)
	}
	other := maps.Collect(maps.All(m))
	for k, v := range maps.All(other) {
		m[k] = v
	}
	return slices.SortedFunc(maps.Keys(m), strings.Compare)
}
