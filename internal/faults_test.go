package internal_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	// reference is a test that a row names: a folder and a Go test, or
	// a browser test's file, and a case in it.
	reference = regexp.MustCompile("^`([a-z0-9/.A-Z]+)`(?: `(Test[A-Za-z0-9]+)`)?(?:: (.+))?$")
	// inProse is one that a sentence names.
	inProse = regexp.MustCompile("`([a-z0-9/.A-Z]+)` `(Test[A-Za-z0-9]+)`|\\(`(web/[a-zA-Z0-9/.]+)`: ([^)]+)\\)")
)

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
		if strings.HasPrefix(line, "| Fault |") || strings.HasPrefix(line, "| Party |") || strings.HasPrefix(line, "|---") {
			continue
		}
		references, areAll := referencesIn(line)
		if !areAll {
			t.Errorf("names something else than tests: %s", line)
		}
		named += len(references)
		for _, one := range references {
			if missing := missingTest(t, one[0], one[1], one[2]); missing != "" {
				t.Errorf("%v, %s: %s", one, missing, line)
			}
		}
	}
	if named < least {
		t.Errorf("%s names %d tests; were its lines read?", name, named)
	}
}

// referencesIn are the tests that a line names, by path, name and case. A row's stand in its
// last cell, parted by semicolons, and nothing else does.
func referencesIn(line string) (list [][3]string, areAll bool) {
	row, isRow := strings.CutSuffix(line, "|")
	if !isRow {
		for _, found := range inProse.FindAllStringSubmatch(line, -1) {
			list = append(list, [3]string{found[1] + found[3], found[2], found[4]})
		}
		return list, true
	}
	cell := row[strings.LastIndex(row, "|")+1:]
	for one := range strings.SplitSeq(cell, "; ") {
		found := reference.FindStringSubmatch(strings.TrimSpace(one))
		if found == nil {
			return list, false
		}
		list = append(list, [3]string(found[1:]))
	}
	return list, true
}

func TestEachTestOfALineIsRead(t *testing.T) {
	t.Parallel()
	for line, want := range map[string][][3]string{
		"| f | e | `a/b` `TestA`; `c` `TestB`: one, and two; `web/d.ts`: three |": {{"a/b", "TestA", ""}, {"c", "TestB", "one, and two"}, {"web/d.ts", "", "three"}},
		"A sentence (`a/b` `TestA`, `c` `TestB`). Another (`web/d.ts`: three).":   {{"a/b", "TestA", ""}, {"c", "TestB", ""}, {"web/d.ts", "", "three"}},
		"A `file` and its words.": nil,
	} {
		if got, areAll := referencesIn(line); !areAll || !slices.Equal(got, want) {
			t.Errorf("%s: %q, all: %t", line, got, areAll)
		}
	}
	for _, line := range []string{"| f | e | `a` `TestA`, `b` `TestB` |", "| f | e | |", "| f | e | `a` `TestA`; nothing |"} {
		if _, areAll := referencesIn(line); areAll {
			t.Errorf("%s was taken", line)
		}
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
