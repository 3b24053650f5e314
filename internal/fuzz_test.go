package internal_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	fuzzed      = regexp.MustCompile(`(?m)^\tgo test .*-fuzz (Fuzz\w+) .*\./(\S+)$`)
	fuzzTargets = regexp.MustCompile(`(?m)^func (Fuzz\w+)\(`)
)

// `make fuzz` runs each fuzz target there is: of one that is gone go test only warns.
func TestMakeFuzzNamesEveryTarget(t *testing.T) {
	t.Parallel()
	makefile, err := os.ReadFile("../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	var written []string
	err = filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && entry.Name() == "node_modules":
			return filepath.SkipDir
		case !strings.HasSuffix(path, "_test.go"):
			return nil
		}
		source, err := os.ReadFile(path)
		for _, found := range fuzzTargets.FindAllStringSubmatch(string(source), -1) {
			written = append(written, "internal/"+filepath.ToSlash(filepath.Dir(path))+" "+found[1])
		}
		return err
	})
	slices.Sort(written)
	if run := fuzzedBy(string(makefile)); err != nil || len(written) == 0 || !slices.Equal(run, written) {
		t.Errorf("%v: make fuzz runs\n%s\nof\n%s", err, strings.Join(run, "\n"), strings.Join(written, "\n"))
	}
}

// The rule catches what it is for.
func TestATargetThatMakeFuzzLacksIsFound(t *testing.T) {
	t.Parallel()
	makefile := "fuzz: ## words\n\tgo test -run '^$$' -fuzz FuzzB -fuzztime 10x ./internal/b\n\tgo test -run '^$$' -fuzz FuzzA -fuzztime 10x ./internal/a\n# -fuzz FuzzC ./internal/c\n"
	if run := fuzzedBy(makefile); !slices.Equal(run, []string{"internal/a FuzzA", "internal/b FuzzB"}) {
		t.Errorf("read as run: %q", run)
	}
}

// fuzzedBy are the folders and names that a Makefile fuzzes.
func fuzzedBy(makefile string) (list []string) {
	for _, found := range fuzzed.FindAllStringSubmatch(makefile, -1) {
		list = append(list, found[2]+" "+found[1])
	}
	slices.Sort(list)
	return list
}
