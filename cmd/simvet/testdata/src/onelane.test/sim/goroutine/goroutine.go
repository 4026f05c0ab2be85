package goroutine

import "context"

func start(ctx context.Context, f func()) {
	go f()                    // want `go statement: .*; start a task with Node.Go`
	context.AfterFunc(ctx, f) // want `context.AfterFunc: it starts a goroutine`
	f()
}
