package internal_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Each part of the server, and each folder of tests, stands in the tree of ARCHITECTURE.md.
func TestTheTreeNamesEveryPart(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	tree := treeOf(string(text))
	var parts []string
	for _, pattern := range []string{"app/*/*.go", "features/*/*.go", "core/*/*.go", "infra/*/*.go", "base/*/*.go", "../test/*/*.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(files), err)
		}
		for _, file := range files {
			parts = append(parts, filepath.Base(filepath.Dir(file)))
		}
	}
	slices.Sort(parts)
	for _, part := range slices.Compact(parts) {
		if !slices.Contains(tree, part) {
			t.Errorf("the tree of ARCHITECTURE.md lacks %s", part)
		}
	}
}

// The rule catches what it is for.
func TestAPartThatTheTreeLacksIsFound(t *testing.T) {
	t.Parallel()
	tree := treeOf("people/ is before it\n```\ninternal/\n  user/   people (who they are) · staff/\n```\npayout/ is behind it")
	for part, isThere := range map[string]bool{"user": true, "staff": true, "people": true, "payout": false} {
		if slices.Contains(tree, part) != isThere {
			t.Errorf("%s is in the tree: %t", part, !isThere)
		}
	}
}

// treeOf are the words of a document's first block.
func treeOf(document string) []string {
	_, block, _ := strings.Cut(document, "```\n")
	block, _, _ = strings.Cut(block, "```")
	return word.FindAllString(block, -1)
}
