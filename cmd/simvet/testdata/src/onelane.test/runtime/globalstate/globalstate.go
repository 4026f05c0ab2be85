package globalstate

import "io"

var (
	count   int
	table   = map[string]int{}
	list    []int
	current struct{ names [3]string }
)

func use(local map[string]int) {
	count++                 // want `write to the package-level variable count: worlds that run side by side share it`
	table["a"] = 1          // want `variable table`
	delete(table, "a")      // want `variable table`
	list = append(list, 1)  // want `variable list`
	current.names[1] = "x"  // want `variable current`
	p := &count             // want `variable count`
	for list[0] = range 3 { // want `variable list`
	}
	io.EOF = nil // want `variable EOF`
	local["a"] = table["b"] + list[0] + *p
	count := 1
	count++
}
