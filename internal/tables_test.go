package internal_test

import (
	"go/ast"
	"path"
	"strconv"
	"testing"
)

// Every table's columns are listed once, and a test holds that it reads what it
// stores.
func TestEveryTableIsProbed(t *testing.T) {
	t.Parallel()
	files := sources(t)
	probed, declared := make(map[string]bool), make(map[string]string)
	for _, s := range files {
		for _, name := range probedIn(s.file) {
			probed[path.Dir(s.path)+"."+name] = true
		}
	}
	for _, s := range files {
		if isTest(s) {
			continue
		}
		for name, table := range tablesIn(s.file) {
			if first := declared[table]; first != "" {
				t.Errorf("%s lists the columns of %s, which %s lists too", s.path, table, first)
			}
			declared[table] = s.path
			if !probed[path.Dir(s.path)+"."+name] {
				t.Errorf("%s declares the table %s, which no dbtest.Tables of its package tries out", s.path, name)
			}
		}
	}
}

// The rule finds tables and their tests.
func TestTheRuleOfTablesCatchesBreaches(t *testing.T) {
	t.Parallel()
	code := parsed(t, "p/p.go", "package p\nvar (\n\ta = sqldb.NewTable[int](\"p_a\", \"\")\n\tb = sqldb.NewTable[int](\"p_b\", \"\").Once(\"\").Nullable(\"\")\n\tc = 1\n)\n")
	test := parsed(t, "p/p_test.go", "package p\nfunc TestTables(t *testing.T) { dbtest.Tables(t, a, b) }\n")
	if got := tablesIn(code.file); len(got) != 2 || got["a"] != "p_a" || got["b"] != "p_b" {
		t.Errorf("tables declared: %v", got)
	}
	if got := probedIn(test.file); len(got) != 3 || got[1] != "a" || got[2] != "b" {
		t.Errorf("tables tried out: %v", got)
	}
}

// tablesIn are the variables that hold tables, with the tables' names.
func tablesIn(file *ast.File) map[string]string {
	list := make(map[string]string)
	ast.Inspect(file, func(node ast.Node) bool {
		if spec, ok := node.(*ast.ValueSpec); ok && len(spec.Values) == 1 {
			if call := calls(listed(spec.Values[0]), "sqldb", "NewTable"); call != nil {
				list[spec.Names[0].Name], _ = strconv.Unquote(call.Args[0].(*ast.BasicLit).Value)
			}
		}
		return true
	})
	return list
}

// listed is what further columns are added to.
func listed(table ast.Expr) ast.Expr {
	for {
		call, ok := table.(*ast.CallExpr)
		if !ok {
			return table
		}
		selector, ok := call.Fun.(*ast.SelectorExpr)
		if !ok || selector.Sel.Name != "Once" && selector.Sel.Name != "Nullable" {
			return table
		}
		table = selector.X
	}
}

// probedIn are the names given to dbtest.Tables.
func probedIn(file *ast.File) (list []string) {
	ast.Inspect(file, func(node ast.Node) bool {
		expression, ok := node.(ast.Expr)
		if !ok {
			return true
		}
		if call := calls(expression, "dbtest", "Tables"); call != nil {
			for _, argument := range call.Args {
				if name, ok := argument.(*ast.Ident); ok {
					list = append(list, name.Name)
				}
			}
		}
		return true
	})
	return list
}

// calls is the expression as a call of a package's function, or nil.
func calls(expression ast.Expr, pack, function string) *ast.CallExpr {
	call, ok := expression.(*ast.CallExpr)
	if !ok {
		return nil
	}
	callee := call.Fun
	if typed, ok := callee.(*ast.IndexExpr); ok {
		callee = typed.X
	}
	selector, ok := callee.(*ast.SelectorExpr)
	if !ok || selector.Sel.Name != function {
		return nil
	}
	if of, ok := selector.X.(*ast.Ident); !ok || of.Name != pack {
		return nil
	}
	return call
}
