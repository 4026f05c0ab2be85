package walltime

import (
	"context"
	"time"
)

// A clock may be passed on as well as called.
var clock = time.Now // want `time.Now: the machine's clock; use Task.Now`

func use(ctx context.Context, t *time.Timer) { // want `time.Timer: a timer of the machine`
	start := time.Now()              // want `time.Now`
	_ = time.Since(start)            // want `time.Since`
	_ = time.Until(start)            // want `time.Until`
	time.Sleep(time.Second)          // want `time.Sleep: it waits for real time; use Task.Sleep`
	time.After(time.Second)          // want `time.After: a timer of the machine; use Node.After`
	time.AfterFunc(1, nil)           // want `time.AfterFunc`
	time.Tick(1)                     // want `time.Tick`
	time.NewTimer(1)                 // want `time.NewTimer`
	time.NewTicker(1)                // want `time.NewTicker`
	t.Reset(1)                       // want `time.Timer.Reset`
	context.WithTimeout(ctx, 1)      // want `context.WithTimeout: its timer is the machine's`
	context.WithDeadline(ctx, start) // want `context.WithDeadline`
	_ = start.Local()                // want `time.Time.Local: the machine's time zone`
	_ = 3*time.Second + time.Duration(1).Round(time.Millisecond)
	_, _ = context.WithCancel(ctx)
}
