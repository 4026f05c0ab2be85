package fail

import (
	"context"
	"fmt"

	"github.com/pingcap/failpoint"
)

// prefix makes the names in pingcap's registry, which the whole process shares, ours.
const prefix = "onelane.test/runtime/fail/"

// permissive carries the hook that lets every evaluation through to the registry: worlds have decided already, and a
// refusal inside the hook would cost twenty times as much as the whole evaluation.
var permissive = failpoint.WithHook(context.Background(), func(context.Context, string) bool { return true })

// registered holds the registry's name of each point. Filling it arms the points, once per process and before any
// world exists, so that worlds only ever read the registry.
var registered = register()

func register() map[Point]string {
	names := make(map[Point]string, len(catalogue))
	for _, entry := range catalogue {
		name := prefix + string(entry.Name)
		if err := failpoint.Enable(name, "return(true)"); err != nil {
			panic(fmt.Sprintf("fail: arm %s: %v", name, err))
		}
		names[entry.Name] = name
	}
	return names
}

// permitted evaluates p in pingcap's registry. It is false only if somebody disabled the point for the whole process.
func permitted(p Point) bool {
	_, err := failpoint.EvalContext(permissive, registered[p])
	return err == nil
}
