// Package heap bounds what a rare piece of work takes of the process's memory. The heap
// is collected seldom, and would grow to several times what the work holds.
package heap

import (
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"sync"
)

var (
	mu sync.Mutex
	// works are under way, and more is what they may take together beyond base.
	works, more int64
	// base is what the process had taken when the first of them began, and usual the
	// limit of then.
	base, usual int64
)

// Bound lets the process take a number of bytes beyond what it has taken now, until
// leave is called, which gives back what was taken. It is a limit that the collector
// works towards, not a wall. Several add up. Nothing is bounded where the environment
// says how often to collect (GOGC).
func Bound(bytes int64) (leave func()) {
	if os.Getenv("GOGC") != "" {
		return func() {}
	}
	mu.Lock()
	defer mu.Unlock()
	if works == 0 {
		var rest runtime.MemStats
		runtime.ReadMemStats(&rest)
		base, usual = int64(rest.Sys-rest.HeapReleased), debug.SetMemoryLimit(-1)
	}
	change(1, bytes)
	return sync.OnceFunc(func() {
		mu.Lock()
		defer mu.Unlock()
		change(-1, -bytes)
		if works == 0 {
			debug.FreeOSMemory()
		}
	})
}

func change(by, bytes int64) {
	works, more = works+by, more+bytes
	limit := int64(math.MaxInt64)
	if works > 0 {
		limit = base + more
	}
	debug.SetMemoryLimit(min(usual, limit))
}
