package app

import (
	"os"
	"testing"
)

// TestMain collects the heap as Go does, without what pictures and snapshots bound:
// many programs share this process, and one that takes a picture would have the
// collector run all the time for the others.
func TestMain(m *testing.M) {
	_ = os.Setenv("GOGC", "100")
	os.Exit(m.Run())
}
