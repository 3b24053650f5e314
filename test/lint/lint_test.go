// Package lint_test shows that the lint can fail.
package lint_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"etld/internal/base/skip"
)

// lint is built by `make check`.
const lint = "bin/golangci-lint"

// Each rule of .golangci.yml finds the breach that is planted for it, and each
// breach has its rule.
func TestEachRuleCatchesItsBreach(t *testing.T) {
	t.Parallel()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(root, lint)
	if _, err := exec.LookPath(program); err != nil {
		skip.Because(t, lint+" is not built; `make "+lint+"` builds it")
	}
	var rules struct{ Enabled []struct{ Name string } }
	read(t, root, &rules, program, "linters", "--json")
	var found struct{ Issues []struct{ FromLinter string } }
	read(t, root, &found, program, "run", "--allow-parallel-runners", "--issues-exit-code", "0", "--show-stats=false", "--output.json.path", "stdout", "./test/lint/testdata/breaches")
	breaches := map[string]int{}
	for _, issue := range found.Issues {
		breaches[issue.FromLinter]++
	}
	for _, rule := range rules.Enabled {
		if breaches[rule.Name] == 0 {
			t.Errorf("%s finds nothing", rule.Name)
		}
	}
	if len(rules.Enabled) < 9 {
		t.Errorf("only %d rules are on", len(rules.Enabled))
	}
}

func read(t *testing.T, folder string, into any, program string, args ...string) {
	t.Helper()
	command := exec.Command(program, args...)
	command.Dir = folder
	// As everything is built, so that what the breaches import is there.
	command.Env = append(os.Environ(), "GOFLAGS="+os.Getenv("GOFLAGS")+" -trimpath -tags=nodynamic")
	text, err := command.Output()
	if err != nil {
		t.Fatalf("%v: %v %s", command, err, text)
	}
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
}
