package pointer

import (
	"fmt"
	"reflect"
	"runtime/debug"
	"unsafe"
)

type node struct {
	ID   int
	next *node
}

type named struct{ name string }

func (n *named) String() string { return n.name }

type pair struct {
	Left  *named
	right *named
}

type plain struct {
	Numbers []int
	Names   map[string]int
	Named   *named
	Any     any
}

type task struct{}

func (task) Exit(kind int, format string, args ...any) {}

func use(n *node, x *named, f func(), c chan int, i *int) { // want `channel type`
	_ = fmt.Sprintf("%p", x)                         // want `verb %p: addresses differ from run to run`
	_ = fmt.Sprintf("%5d %s %v", 1, "a", i)          // want `formatting a \*int`
	_ = fmt.Sprint(f)                                // want `formatting a func\(\)`
	_ = fmt.Sprintln("x", c)                         // want `formatting a chan int`
	_ = fmt.Append(nil, n)                           // want `formatting a \*node`
	_ = fmt.Appendf(nil, "%v", *n)                   // want `formatting a node`
	_ = fmt.Errorf("%w: %v", error(nil), []*node{n}) // want `formatting a \[\]\*node`
	_ = fmt.Sprint(pair{x, x})                       // want `formatting a pair`
	_ = fmt.Sprint(map[*named]int{})                 // want `formatting a map\[\*named\]int`
	_ = fmt.Sprintf("%[2]v %*d", 1, i, 3, 4)         // want `formatting a \*int`
	_ = fmt.Sprintf("%d", []*named{x})               // want `formatting a \[\]\*named`
	task{}.Exit(1, "left %v", i)                     // want `formatting a \*int`

	_ = fmt.Sprintf("%T %v %s %%p", i, x, []*named{x})
	_ = fmt.Sprint(&plain{}, plain{}, any(i), error(nil))
	fmt.Println(any(1), "%p")

	_ = uintptr(unsafe.Pointer(i))   // want `pointer as a number`
	_ = reflect.ValueOf(i).Pointer() // want `reflect.Value.Pointer`
	_ = debug.Stack()                // want `debug.Stack: a stack holds addresses`
}
