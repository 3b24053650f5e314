// Package long says how much a test plays. What is drawn by chance, or repeated
// many times, is played in part by the everyday run and whole by the long one,
// which `make test/all` asks for. The everyday run leaves out no test for its length.
package long

import "os"

// Environment names the variable that is set for a long run.
const Environment = "ETLD_TEST_LONG"

// Or is the first value in an everyday run and the second in a long one.
func Or[T any](everyday, whole T) T {
	if os.Getenv(Environment) != "" {
		return whole
	}
	return everyday
}
