package config

import (
	"os"
	"runtime/debug"
)

// collectAt is by how many percent of what is in use the heap grows before it
// is collected. What is in use is small here and most of what is allocated
// lives for one call, so collecting seldom costs some tens of MiB and makes the
// slowest calls beside scheduled work faster.
const collectAt = 400

// CollectSeldom sets how often the program's heap is collected, unless the
// environment says so (GOGC).
func CollectSeldom() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(collectAt)
	}
}
