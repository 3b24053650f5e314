package main

import (
	"path/filepath"
	"testing"
	"time"
)

// The tables are asked for seldom. Parts whose worlds are small run here for a moment each,
// so that what the product no longer permits is noticed when it changes.
func TestTablesCanBeMade(t *testing.T) {
	all := clientCounts
	clientCounts = []int{1, 8}
	t.Cleanup(func() { clientCounts = all })
	address := "sqlite:" + filepath.Join(t.TempDir(), "load.db")
	for _, parts := range []string{"smallest,hot", "purchase", "growth"} {
		if err := measure(t.Context(), address, 20*time.Millisecond, parts, "", sizes{machines: 200, members: 300, rows: 2000}); err != nil {
			t.Fatalf("%s: %v", parts, err)
		}
	}
}
