package lock

import (
	"sync"
	"sync/atomic"
)

type guarded struct {
	mu    sync.Mutex   // want `sync.Mutex: a world is one goroutine`
	once  sync.Once    // want `sync.Once`
	count atomic.Int64 // want `atomic.Int64`
}

func (g *guarded) use(p *sync.Pool) { // want `sync.Pool: what a pool holds depends on the garbage collector`
	g.mu.Lock()           // want `sync.Mutex.Lock`
	defer g.mu.Unlock()   // want `sync.Mutex.Unlock`
	g.once.Do(nil)        // want `sync.Once.Do`
	g.count.Add(1)        // want `atomic.Int64.Add`
	p.Put(nil)            // want `sync.Pool.Put`
	var wg sync.WaitGroup // want `sync.WaitGroup`
	wg.Wait()             // want `sync.WaitGroup.Wait`
	var m sync.Map        // want `sync.Map: its order is random`
	m.Clear()             // want `sync.Map.Clear`
}
