package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestGoTestsAreCounted(t *testing.T) {
	t.Parallel()
	const events = `{"Action":"output","Package":"a","Test":"TestGood","Output":"quiet\n"}
{"Action":"pass","Package":"a","Test":"TestGood"}
{"Action":"output","Package":"a","Test":"TestBad/part","Output":"loud\n"}
{"Action":"fail","Package":"a","Test":"TestBad/part"}
{"Action":"skip","Package":"a","Test":"TestLeftOut"}
{"Action":"output","Package":"a","Output":"FAIL a 1s\n"}
{"Action":"fail","Package":"a"}
{"Action":"output","Package":"b","Output":"ok  \tb\t1s\n"}
{"Action":"pass","Package":"b"}
{"Action":"build-output","ImportPath":"c","Output":"c.go:1: no such thing\n"}
{"Action":"fail","Package":"c"}
{"Action":"output","Package":"d","Test":"TestPanics","Output":"panic\n"}
{"Action":"fail","Package":"d"}
{"Action":"skip","Package":"e"}
warning: from go itself
`
	var out strings.Builder
	c := readEvents(&out, strings.NewReader(events))
	if c.Passed != 1 || c.Failed != 3 || c.Skipped != 1 || !slices.Equal(c.Failures, []string{"a: TestBad/part", "c", "d"}) {
		t.Errorf("counted %+v", c)
	}
	if want := "loud\nFAIL a 1s\nok  \tb\t1s\nc.go:1: no such thing\npanic\nwarning: from go itself\n"; out.String() != want {
		t.Errorf("shown %q", out.String())
	}
}

func TestSummariesAreRead(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]counts{
		`{"numPassedTests":2,"numFailedTests":1,"numPendingTests":3,"testResults":[{"name":"/web/a.test.ts","assertionResults":[{"status":"failed","fullName":"b c"},{"status":"passed","fullName":"d"}]}]}`: {
			Passed: 2, Failed: 1, Skipped: 3, Failures: []string{"a.test.ts: b c"}},
		`{"passed":4,"failed":0,"skipped":1,"unsteady":["a: b"]}`: {Passed: 4, Skipped: 1, Unsteady: []string{"a: b"}},
	} {
		file := filepath.Join(t.TempDir(), "summary.json")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		got, err := read(file)
		if err != nil || got.Passed != want.Passed || got.Failed != want.Failed || got.Skipped != want.Skipped ||
			!slices.Equal(got.Failures, want.Failures) || !slices.Equal(got.Unsteady, want.Unsteady) {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
}

// All phases run whatever fails before them, and the last lines say so.
func TestPhasesGoOnAfterAFailure(t *testing.T) {
	t.Chdir(t.TempDir())
	var made []string
	play := func(bad string) (string, bool) {
		made = nil
		var out strings.Builder
		isGreen := runPhases(&out, []string{"check", "test/go", "test/web"}, func(target string) bool {
			made = append(made, target)
			c := counts{Passed: 2, Skipped: 1, Unsteady: []string{"odd"}}
			if target == bad {
				c = counts{Passed: 1, Failed: 1, Failures: []string{"a: TestBad"}}
			}
			if phases[target].summary != "" {
				if err := c.write(phases[target].summary); err != nil {
					t.Error(err)
				}
			}
			return target != bad
		})
		return out.String(), isGreen
	}
	for bad, want := range map[string]string{
		"":        "\nUNSTEADY odd\nUNSTEADY odd\nPassed: check in 0 s, server 2 in 0 s, web 2 in 0 s. Failed: nothing. Unsteady: 2. It took 0 s.\nTests: 4 passed, 0 failed, 2 skipped\n",
		"test/go": "\nFAILED a: TestBad\nUNSTEADY odd\nPassed: check in 0 s, server 1 in 0 s, web 2 in 0 s. Failed: server 1. Unsteady: 1. It took 0 s.\nTests: 3 passed, 1 failed, 1 skipped\n",
		"check":   "\nFAILED make check\nUNSTEADY odd\nUNSTEADY odd\nPassed: server 2 in 0 s, web 2 in 0 s. Failed: check 1. Unsteady: 2. It took 0 s.\nTests: 4 passed, 1 failed, 2 skipped\n",
	} {
		got, isGreen := play(bad)
		if got != want || isGreen != (bad == "") || len(made) != 3 {
			t.Errorf("%s bad: %v, made %v, ended with %q", bad, isGreen, made, got)
		}
	}
}

// What is missing is named with the command that brings it.
func TestMissingProgramsAreNamed(t *testing.T) {
	t.Parallel()
	script, err := filepath.Abs("../programs.sh")
	if err != nil {
		t.Fatal(err)
	}
	run := func(node string, programs ...string) (string, error) {
		folder := t.TempDir()
		for _, name := range programs {
			if err := os.WriteFile(filepath.Join(folder, name), []byte("#!/bin/bash\necho "+node+"\n"), 0o700); err != nil {
				t.Fatal(err)
			}
		}
		command := exec.Command("/bin/bash", script)
		command.Env = []string{"PATH=" + folder}
		text, err := command.CombinedOutput()
		return string(text), err
	}
	for _, node := range []string{"v20.19.0", "v24.1.0"} {
		if text, err := run(node, "go", "node", "npm"); err != nil || text != "" {
			t.Errorf("with Node %s: %v, %s", node, err, text)
		}
	}
	if text, err := run(""); err == nil || !strings.Contains(text, "Go 1.26 is missing: ") || !strings.Contains(text, "Node 20.19 or newer is missing: ") || !strings.Contains(text, "npm is missing: ") {
		t.Errorf("without any: %v, %s", err, text)
	}
	for _, node := range []string{"v18.20.4", "v20.9.0"} {
		if text, err := run(node, "go", "node", "npm"); err == nil || !strings.Contains(text, "this one is "+node) {
			t.Errorf("with Node %s: %v, %s", node, err, text)
		}
	}
}

// A phase that left no counts, or those of a run before, has failed.
func TestAPhaseWithoutCountsHasFailed(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := (counts{Passed: 5}).write("go"); err != nil {
		t.Fatal(err)
	}
	if c := runPhase("test/go", func(string) bool { return true }); c.Failed != 1 || c.Passed != 0 {
		t.Errorf("counted %+v", c)
	}
}

func TestSteadyCountsWhatWasRed(t *testing.T) {
	t.Chdir(t.TempDir())
	turn := 0
	var out strings.Builder
	isGreen := steady(&out, 2, func(target string) bool {
		turn++
		c := counts{Passed: 3}
		if turn == 2 {
			c = counts{Passed: 3, Failed: 1, Failures: []string{"bad"}, Unsteady: []string{"odd"}}
		}
		return c.write(phases[target].summary) == nil && c.isGreen()
	})
	if isGreen || !strings.HasSuffix(out.String(), "FAILED 1 of 2: bad\nUNSTEADY 1 of 2: odd\n1 of 2 runs were green.\n") {
		t.Errorf("ended with %q", out.String())
	}
}

func TestQuickRunsWhatChangedAndWhatNeedsIt(t *testing.T) {
	t.Chdir("../..")
	packages, web := sortChanged([]string{"internal/base/money/amount.go", "internal/base/money/amount_test.go", "test/crash/doc.go", "gone.go", "README.md",
		"web/e2e/README.md", "web/lint.test.ts", "web/package.json"})
	if !slices.Equal(packages, []string{"./internal/base/money"}) || !slices.Equal(web, []string{"lint.test.ts", "package.json"}) {
		t.Errorf("changed: %v, %v", packages, web)
	}
	got := dependents(packages, map[string][]string{
		"etld/internal/base/money": nil, "etld/internal/app": {"etld/internal/base/money", "etld/internal/core/ledger"}, "etld/internal/core/ledger": {"etld/internal/base/money"},
		"etld/internal/base/clock": {"fmt"}, "etld/test/crash": {"etld/internal/base/money"},
	})
	if !slices.Equal(got, []string{"etld/internal/core/ledger", "etld/internal/app"}) {
		t.Errorf("dependents: %v", got)
	}
}

// What a package's outer tests need counts for the package, which alone can be tested.
func TestOuterTestsCountForTheirPackage(t *testing.T) {
	t.Chdir("../..")
	all := importsOfAll()
	if len(all["etld/internal/infra/jobs"]) == 0 || !slices.Contains(all["etld/internal/infra/jobs"], "testing") {
		t.Errorf("jobs need %d packages, and not those of their tests", len(all["etld/internal/infra/jobs"]))
	}
	for name := range all {
		if strings.HasSuffix(name, "_test") {
			t.Errorf("%s is no package", name)
		}
	}
}
