package internal_test

import (
	"go/ast"
	"strings"
	"testing"
)

// Whatever other packages can call or hold says what it is: a comment that begins
// with its name. Values, which every closed set has, says it by its name.
func TestExportedNamesAreExplained(t *testing.T) {
	t.Parallel()
	for _, s := range sources(t) {
		if isTest(s) {
			continue
		}
		for _, name := range unexplained(s.file) {
			t.Errorf("%s: %s has no comment that begins with its name", s.path, name)
		}
	}
}

// The rule catches what it is for.
func TestTheRuleOfCommentsCatchesBreaches(t *testing.T) {
	t.Parallel()
	s := parsed(t, "p/p.go", `package p
// A is explained.
type A struct{}
// It is not: the comment is about something else.
type B[T any] struct{}
type (
	// C is explained.
	C int
	D int
	e int
)
func (e) Hidden() {}
func (*B[T]) Open() {}
func (B[T]) Values() []string { return nil }
// Free is explained.
func Free() {}
func Loose() {}
func own() {}
`)
	if got := strings.Join(unexplained(s.file), " "); got != "B D Open Loose" {
		t.Errorf("found %q", got)
	}
}

// unexplained are the exported types, functions and methods of exported types
// without a comment that begins with their name.
func unexplained(file *ast.File) (list []string) {
	look := func(name *ast.Ident, comments ...*ast.CommentGroup) {
		for _, c := range comments {
			if c != nil && strings.HasPrefix(c.Text(), name.Name) {
				return
			}
		}
		if name.IsExported() {
			list = append(list, name.Name)
		}
	}
	for _, declaration := range file.Decls {
		switch d := declaration.(type) {
		case *ast.FuncDecl:
			isOfSet := d.Recv != nil && d.Name.Name == "Values"
			if d.Recv == nil || !isOfSet && ast.IsExported(nameOf(d.Recv.List[0].Type)) {
				look(d.Name, d.Doc)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				if one, ok := spec.(*ast.TypeSpec); ok {
					look(one.Name, one.Doc, d.Doc)
				}
			}
		}
	}
	return list
}

// nameOf is the name of a receiver's or an embedded type.
func nameOf(of ast.Expr) string {
	switch of := of.(type) {
	case *ast.StarExpr:
		return nameOf(of.X)
	case *ast.IndexExpr:
		return nameOf(of.X)
	case *ast.IndexListExpr:
		return nameOf(of.X)
	case *ast.SelectorExpr:
		return nameOf(of.X) + "." + of.Sel.Name
	case *ast.Ident:
		return of.Name
	}
	return ""
}
