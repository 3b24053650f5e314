package skip

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A test that skips itself is not in the log, so all go through this package.
func TestTestsAreLeftOutThroughThisPackageOnly(t *testing.T) {
	t.Parallel()
	const root = "../../.."
	for _, tree := range []string{"internal", "test", "cmd"} {
		err := filepath.WalkDir(filepath.Join(root, tree), func(path string, entry fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case entry.IsDir() && entry.Name() == "node_modules":
				return filepath.SkipDir
			case entry.IsDir() || !strings.HasSuffix(path, ".go") || path == filepath.Join(root, "internal/base/skip/skip.go"):
				return nil
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			for _, call := range skips(file, nil) {
				t.Errorf("%s: %s", path, call)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
}

// The rule catches what it is for, and leaves rapid's drawings alone.
func TestTheRuleCatchesSkips(t *testing.T) {
	t.Parallel()
	file, err := parser.ParseFile(token.NewFileSet(), "", `package p
		func TestA(t *testing.T) { t.Skip("a"); rapid.Check(t, func(t *rapid.T) { t.Skip("other drawing") }); t.SkipNow() }
		func help(tb testing.TB, t *rapid.T) { tb.Skipf("b"); t.Skip("other drawing"); tb.Log("c") }
		func (w world) missing() { w.t.Skip("d"); w.Skip() }
		func FuzzA(f *testing.F) { f.Fuzz(func(t *testing.T, x int) { t.Skip("c") }) }`, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	if got := skips(file, nil); !slices.Equal(got, []string{"t.Skip", "t.SkipNow", "tb.Skipf", "w.t.Skip", "t.Skip"}) {
		t.Errorf("found %q", got)
	}
}

// skips lists the calls below a node that skip a test. Tests are the names that
// are of package testing there.
func skips(node ast.Node, tests map[string]bool) (found []string) {
	ast.Inspect(node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Body != nil {
				found = append(found, skips(n.Body, with(tests, n.Type))...)
			}
			return false
		case *ast.FuncLit:
			found = append(found, skips(n.Body, with(tests, n.Type))...)
			return false
		case *ast.SelectorExpr:
			if of := nameOf(n.X); (tests[of] || strings.HasSuffix(of, ".t")) && slices.Contains([]string{"Skip", "Skipf", "SkipNow"}, n.Sel.Name) {
				found = append(found, of+"."+n.Sel.Name)
			}
		}
		return true
	})
	return found
}

// with is the names after a function's parameters.
func with(tests map[string]bool, function *ast.FuncType) map[string]bool {
	after := make(map[string]bool)
	maps.Copy(after, tests)
	for _, field := range function.Params.List {
		kind := field.Type
		if pointer, ok := kind.(*ast.StarExpr); ok {
			kind = pointer.X
		}
		selector, ok := kind.(*ast.SelectorExpr)
		for _, name := range field.Names {
			after[name.Name] = ok && isTesting(selector.X)
		}
	}
	return after
}

// nameOf is a name, or a field of one.
func nameOf(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.Ident:
		return x.Name
	case *ast.SelectorExpr:
		return nameOf(x.X) + "." + x.Sel.Name
	}
	return ""
}

func isTesting(x ast.Expr) bool {
	of, ok := x.(*ast.Ident)
	return ok && of.Name == "testing"
}
