package internal_test

import (
	"fmt"
	"go/ast"
	"strings"
	"testing"
	"unicode/utf8"
)

// What these limits refuse is hard to read. The counts are those of the tree as
// it was when they were last lowered: they may only fall.
const (
	parametersMax = 6
	// parametersWanted is the limit of the house style; parametersOver counts
	// the functions that are still above it.
	parametersWanted = 4
	parametersOver   = 55
	lineWanted       = 160
	linesOver        = 98
)

// finding is a place that is wider than the style wants.
type finding struct {
	place string
	width int
}

func TestFunctionsTakeFewParameters(t *testing.T) {
	t.Parallel()
	var over []finding
	for _, s := range sources(t) {
		if isTest(s) {
			continue
		}
		for _, f := range wideFunctions(s) {
			if f.width > parametersMax {
				t.Errorf("%s takes %d parameters; a struct says what they are", f.place, f.width)
			}
			over = append(over, f)
		}
	}
	holdTo(t, fmt.Sprintf("functions with more than %d parameters", parametersWanted), over, parametersOver)
}

func TestLinesAreShort(t *testing.T) {
	t.Parallel()
	var over []finding
	for _, s := range sources(t) {
		if !isTest(s) {
			over = append(over, longLines(s)...)
		}
	}
	holdTo(t, fmt.Sprintf("lines of more than %d characters", lineWanted), over, linesOver)
}

// The rules catch what they are for.
func TestWidthRulesCatchBreaches(t *testing.T) {
	t.Parallel()
	text := "package p\n\nfunc (s *S) narrow(a, b, c, d int) {}\nfunc wide(a, b int, _ string, d, e, f bool, g ...int) {}\n// " + strings.Repeat("é", 157) + "\n// " + strings.Repeat("é", 158) + "\n"
	s := parsed(t, "p/p.go", text)
	if got := fmt.Sprint(wideFunctions(s)); got != "[{p/p.go: wide 7}]" {
		t.Errorf("wide functions: %s", got)
	}
	if got := fmt.Sprint(longLines(s)); got != "[{p/p.go:6 161}]" {
		t.Errorf("long lines: %s", got)
	}
}

func isTest(s source) bool { return strings.HasSuffix(s.path, "_test.go") }

func wideFunctions(s source) (list []finding) {
	for _, declaration := range s.file.Decls {
		if f, ok := declaration.(*ast.FuncDecl); ok && f.Type.Params.NumFields() > parametersWanted {
			list = append(list, finding{s.path + ": " + f.Name.Name, f.Type.Params.NumFields()})
		}
	}
	return list
}

func longLines(s source) (list []finding) {
	for i, line := range strings.Split(s.text, "\n") {
		if width := utf8.RuneCountInString(line); width > lineWanted {
			list = append(list, finding{fmt.Sprintf("%s:%d", s.path, i+1), width})
		}
	}
	return list
}

// holdTo fails where there is more than the tree had.
func holdTo(t *testing.T, what string, over []finding, allowed int) {
	t.Helper()
	if len(over) > allowed {
		t.Errorf("%d %s, where %d are allowed: %v", len(over), what, allowed, over)
	}
}
