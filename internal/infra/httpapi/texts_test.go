package httpapi

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var textParameter = regexp.MustCompile(`\{([a-zA-Z]+)\}`)

// declared is every fault of the program: its code, and the parameters that
// the program gives it somewhere.
type declared map[int]map[string]bool

func TestEveryCodeHasItsTexts(t *testing.T) {
	t.Parallel()
	texts, err := LoadTexts()
	if err != nil {
		t.Fatal(err)
	}
	faults := readFaults(t, "../..")
	if len(faults) < 10 {
		t.Fatalf("found only %d codes", len(faults))
	}
	for _, flaw := range textFlaws(texts, faults) {
		t.Error(flaw)
	}
}

func textFlaws(texts Texts, faults declared) []string {
	var list []string
	for _, language := range Languages {
		for code, params := range faults {
			text := texts[language][code]
			if text == "" {
				list = append(list, fmt.Sprintf("%s lacks %d", language, code))
				continue
			}
			wanted := parametersOf(text)
			if !slices.Equal(wanted, parametersOf(texts[Chinese][code])) {
				list = append(list, fmt.Sprintf("%s has other parameters in %d", language, code))
			}
			for _, name := range wanted {
				if !params[name] {
					list = append(list, fmt.Sprintf("%s: nothing fills {%s} of %d", language, name, code))
				}
			}
		}
		for code := range texts[language] {
			if _, used := faults[code]; !used {
				list = append(list, fmt.Sprintf("%s has an unused text for %d", language, code))
			}
		}
	}
	slices.Sort(list)
	return list
}

func parametersOf(text string) []string {
	names := make(map[string]bool)
	for _, match := range textParameter.FindAllStringSubmatch(text, -1) {
		names[match[1]] = true
	}
	return slices.Sorted(maps.Keys(names))
}

func TestTextFlawsAreFound(t *testing.T) {
	t.Parallel()
	texts := Texts{
		Chinese: {1: "{a}", 2: "x", 3: "unused"},
		English: {1: "{b}", 2: "x"},
		Russian: {1: "{a}"},
	}
	got := textFlaws(texts, declared{1: {"a": true}, 2: {}})
	want := []string{"en has other parameters in 1", "en: nothing fills {b} of 1", "ru lacks 2", "zhtw has an unused text for 3"}
	if !slices.Equal(got, want) {
		t.Errorf("found %q", got)
	}
}

// readFaults finds the declarations fault.New(code, name) and, for each
// declared variable, the calls of With on it.
func readFaults(t *testing.T, root string) declared {
	t.Helper()
	faults := make(declared)
	codes := make(map[string]int)
	given := make(map[string][]string)
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
		scanFaults(file, codes, given)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, code := range codes {
		if faults[code] == nil {
			faults[code] = make(map[string]bool)
		}
		for _, parameter := range given[name] {
			faults[code][parameter] = true
		}
	}
	return faults
}

// scanFaults notes what one file declares and fills. Variables are named with
// their package, as other packages write them.
func scanFaults(file *ast.File, codes map[string]int, given map[string][]string) {
	ast.Inspect(file, func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.ValueSpec:
			for i, value := range n.Values {
				if code, ok := declaredCode(value); ok && i < len(n.Names) {
					codes[file.Name.Name+"."+n.Names[i].Name] = code
				}
			}
		case *ast.CallExpr:
			if name, parameter, ok := withCall(file.Name.Name, n); ok {
				given[name] = append(given[name], parameter)
			}
		}
		return true
	})
}

func declaredCode(value ast.Expr) (int, bool) {
	call, ok := value.(*ast.CallExpr)
	if !ok || len(call.Args) != 2 {
		return 0, false
	}
	name := nameOf("fault", call.Fun)
	literal, isLiteral := call.Args[0].(*ast.BasicLit)
	if !isLiteral || name != "fault.New" && name != "fault.NewTransient" {
		return 0, false
	}
	code, err := strconv.Atoi(literal.Value)
	return code, err == nil
}

// withCall reads x.With("parameter", …), where x may be a With call itself.
// A parameter named by a constant is found by the constant's usual value.
func withCall(pkg string, call *ast.CallExpr) (name, parameter string, ok bool) {
	selector, isSelector := call.Fun.(*ast.SelectorExpr)
	if !isSelector || selector.Sel.Name != "With" || len(call.Args) != 2 {
		return "", "", false
	}
	root := selector.X
	for {
		inner, isCall := root.(*ast.CallExpr)
		if !isCall {
			break
		}
		innerSelector, isSelector := inner.Fun.(*ast.SelectorExpr)
		if !isSelector || innerSelector.Sel.Name != "With" {
			return "", "", false
		}
		root = innerSelector.X
	}
	switch argument := call.Args[0].(type) {
	case *ast.BasicLit:
		parameter, _ = strconv.Unquote(argument.Value)
	case *ast.Ident:
		parameter = strings.TrimSuffix(argument.Name, "Param")
	}
	return nameOf(pkg, root), parameter, true
}

func nameOf(pkg string, expression ast.Expr) string {
	switch e := expression.(type) {
	case *ast.Ident:
		return pkg + "." + e.Name
	case *ast.SelectorExpr:
		if x, ok := e.X.(*ast.Ident); ok {
			return x.Name + "." + e.Sel.Name
		}
	}
	return ""
}

func TestFill(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ text, want string }{
		{"{a} and {b}", "1 and {a}"}, {"nothing", "nothing"}, {"{c}", "{c}"},
	} {
		if got := Fill(test.text, map[string]string{"a": "1", "b": "{a}"}); got != test.want {
			t.Errorf("Fill(%q) = %q, want %q", test.text, got, test.want)
		}
	}
}

func TestLanguageOf(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]Language{"zh_cn": Chinese, "en_US": English, "ru_RU": Russian, "": Chinese, "fr_FR": Chinese, "zh_CN": Chinese} {
		if got := LanguageOf(header); got != want {
			t.Errorf("LanguageOf(%q) = %s", header, got)
		}
	}
}
