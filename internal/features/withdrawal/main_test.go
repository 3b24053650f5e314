package withdrawal

import (
	"fmt"
	"os"
	"testing"
)

// TestMain gives the hot wallet's keystore a folder for the whole run.
func TestMain(m *testing.M) { os.Exit(runTests(m)) }

func runTests(m *testing.M) int {
	folder, err := os.MkdirTemp("", "withdrawal-test-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(folder)
	hotFolder = folder
	return m.Run()
}
