package internal_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// reference is a test that a page names: a folder and a Go test, or
// a browser test's file, and a case in it.
var reference = regexp.MustCompile("`([a-z0-9/.A-Z]+)`(?: `(Test[A-Za-z0-9]+)`)?(?:: ([^|]+[^| ]))? *\\|$")

func TestThePagesOfFaultsAndSecurityNameTestsThatExist(t *testing.T) {
	t.Parallel()
	for name, least := range map[string]int{"faults.md": 50, "security.md": 30} {
		testsNamedBy(t, name, least)
	}
}

func testsNamedBy(t *testing.T, name string, least int) {
	t.Helper()
	page, err := os.ReadFile(filepath.Join("..", "docs", name))
	if err != nil {
		t.Fatal(err)
	}
	named := 0
	for line := range strings.Lines(string(page)) {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "|") || strings.HasPrefix(line, "| Fault |") || strings.HasPrefix(line, "| Party |") || strings.HasPrefix(line, "|---") {
			continue
		}
		found := reference.FindStringSubmatch(line)
		if found == nil {
			t.Errorf("names no test: %s", line)
			continue
		}
		named++
		if missing := missingTest(t, found[1], found[2], found[3]); missing != "" {
			t.Errorf("%s: %s", line, missing)
		}
	}
	if named < least {
		t.Errorf("%s names %d tests; were its lines read?", name, named)
	}
}

func TestAFaultWithoutItsTestIsFound(t *testing.T) {
	t.Parallel()
	for _, test := range [][3]string{
		{"internal/nowhere", "TestSomething", ""},
		{"internal", "TestThatNobodyWrote", ""},
		{"internal", "TestThePagesOfFaultsAndSecurityNameTestsThatExist", "a case " + "that nobody wrote"},
		{"web/e2e/nothing.e2e.ts", "", ""},
	} {
		if missingTest(t, test[0], test[1], test[2]) == "" {
			t.Errorf("%v was said to exist", test)
		}
	}
}

// missingTest says what of a reference is not there, or nothing.
func missingTest(t *testing.T, path, name, inside string) string {
	t.Helper()
	files := []string{filepath.Join("..", path)}
	if name != "" {
		var err error
		if files, err = filepath.Glob(filepath.Join("..", path, "*_test.go")); err != nil {
			t.Fatal(err)
		}
	}
	source := ""
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			return err.Error()
		}
		source += string(content)
	}
	if name != "" && !strings.Contains(source, "func "+name+"(") {
		return "there is no such test"
	}
	if !strings.Contains(source, inside) {
		return "the test has no such case"
	}
	return ""
}
