package skip

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// probe names the variable with the function that TestProbe calls, in a
// process of its own.
const probe = "ETLD_SKIP_PROBE"

func TestProbe(t *testing.T) {
	switch os.Getenv(probe) {
	case "because":
		Because(t, "no right\nto %s", "mount")
	case "missing":
		Missing(t, "no chain")
	case "all":
		os.Exit(AllMissing("probe", "no chain"))
	}
}

// What is left out is written down; what must not be missing fails.
func TestSkippedTestsAreSeen(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		call     string
		complete bool
		code     int
		says     string
		log      string
	}{
		{"because", false, 0, "skipped: no right\n", "TestProbe: no right to mount\n"},
		{"because", true, 0, "skipped: no right\n", "TestProbe: no right to mount\n"},
		{"missing", false, 0, "skipped: no chain", "TestProbe: no chain\n"},
		{"missing", true, 1, "says that nothing is missing: no chain", ""},
		{"all", false, 0, "skipped: no chain", "all tests of probe: no chain\n"},
		{"all", true, 1, "says that nothing is missing: no chain", ""},
	} {
		log := filepath.Join(t.TempDir(), "skipped")
		output, code := runProbe(t, test.call, log, test.complete)
		if code != test.code || !strings.Contains(output, test.says) {
			t.Errorf("%+v: exit %d: %s", test, code, output)
		}
		if written, err := os.ReadFile(log); string(written) != test.log || err != nil && test.log != "" {
			t.Errorf("%+v: the log holds %q, %v", test, written, err)
		}
	}
}

func TestALogThatCannotBeWrittenFails(t *testing.T) {
	t.Parallel()
	for _, call := range []string{"because", "all"} {
		if output, code := runProbe(t, call, t.TempDir(), false); code != 1 || !strings.Contains(output, "is a directory") {
			t.Errorf("%s: exit %d: %s", call, code, output)
		}
	}
}

func runProbe(t *testing.T, call, log string, complete bool) (output string, code int) {
	t.Helper()
	command := exec.Command(os.Args[0], "-test.run=^TestProbe$", "-test.v")
	// The variables of the run around this one must not be heard.
	command.Env = append(os.Environ(), probe+"="+call, Log+"="+log, Complete+"=")
	if complete {
		command.Env = append(command.Env, Complete+"=1")
	}
	text, err := command.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return string(text), command.ProcessState.ExitCode()
}
