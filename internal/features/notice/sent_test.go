package notice

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var kindPattern = regexp.MustCompile(`^(account|address|alert|backend|calendar|game|level|machine|node|order|payment|personal|top_up|suspense|referral|new|referrer|withdrawal|terms)_[a-z_]+$`)

// TestEveryTextIsSent looks for each kind among the texts of the program.
func TestEveryTextIsSent(t *testing.T) {
	t.Parallel()
	c, err := loadCatalogue()
	if err != nil {
		t.Fatal(err)
	}
	sent := stringsOf(t, "../..")
	for kind := range c.needs {
		if !kindPattern.MatchString(kind) {
			t.Errorf("the name of %s does not say what it is about", kind)
		}
		if !sent[kind] {
			t.Errorf("nothing sends %s", kind)
		}
	}
}

// stringsOf is every string literal of the program outside tests.
func stringsOf(t *testing.T, root string) map[string]bool {
	t.Helper()
	found := make(map[string]bool)
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && entry.Name() == "node_modules":
			return filepath.SkipDir
		case entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(node ast.Node) bool {
			if literal, ok := node.(*ast.BasicLit); ok && literal.Kind == token.STRING {
				if value, err := strconv.Unquote(literal.Value); err == nil {
					found[value] = true
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}
