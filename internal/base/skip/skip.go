// Package skip is how a test says that it was left out. go test hides that
// unless it is told to be verbose, so `make test` has it written to a file and
// shows the file at its end. What `make test` itself installs must not be
// missing there: such a test fails instead.
package skip

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

const (
	// Log names the variable with the file that gets a line for each test left
	// out.
	Log = "ETLD_TEST_SKIPPED"
	// Complete names the variable that is set where everything the tests need
	// is meant to be there.
	Complete = "ETLD_TEST_COMPLETE"
	// Quick names the variable that is set where nothing may take long.
	Quick = "ETLD_TEST_QUICK"
)

// WhenQuick leaves a test out of `make quick`, which starts no other programs.
func WhenQuick(t testing.TB) {
	t.Helper()
	if os.Getenv(Quick) != "" {
		Because(t, "it starts a program, and the run is a quick one")
	}
}

// Because leaves a test out that this machine does not permit.
func Because(t testing.TB, format string, args ...any) {
	t.Helper()
	reason := fmt.Sprintf(format, args...)
	if err := note(t.Name(), reason); err != nil {
		t.Fatal(err)
	}
	t.Skip("skipped: " + reason)
}

// Missing leaves a test out for want of something that `make test` sees to;
// there it fails.
func Missing(t testing.TB, format string, args ...any) {
	t.Helper()
	reason := fmt.Sprintf(format, args...)
	if os.Getenv(Complete) != "" {
		t.Fatal(refusal(reason))
	}
	Because(t, "%s", reason)
}

// AllMissing is Missing for the TestMain of a package; it gives the exit code.
func AllMissing(name, reason string) int {
	if os.Getenv(Complete) != "" {
		fmt.Println(refusal(reason))
		return 1
	}
	if err := note("all tests of "+name, reason); err != nil {
		fmt.Println(err)
		return 1
	}
	fmt.Println("skipped: " + reason)
	return 0
}

func refusal(reason string) string {
	return "not skipped, because " + Complete + " says that nothing is missing: " + reason
}

// note adds a line to the log. What Go's cache knows of a test that did so is
// void once the log changed, so a new log is complete.
func note(test, reason string) error {
	path := os.Getenv(Log)
	if path == "" {
		return nil
	}
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	// One write a line: several test programs add to the file at once.
	_, err = fmt.Fprintf(file, "%s: %s\n", test, strings.Join(strings.Fields(reason), " "))
	if closed := file.Close(); err == nil {
		err = closed
	}
	return err
}
