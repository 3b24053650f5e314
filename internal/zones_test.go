// Package internal_test holds the house rules that a compiler cannot: who may
// import whom, and whose tables a store may name. Both are derived from the
// folder listing, so that a new package is under them from its first file.
package internal_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "etld/internal/"

// source is one parsed file and where it belongs.
type source struct {
	path string
	// zone is base, infra, core, features or app; part is the folder below it.
	zone, part string
	file       *ast.File
	text       string
}

// reach lists the zones that a zone may import, besides itself.
var reach = map[string][]string{
	"base":     {},
	"infra":    {"base"},
	"core":     {"base", "infra"},
	"features": {"base", "infra", "core"},
	"app":      {"base", "infra", "core", "features"},
}

func TestImportsRunOnlyTowardsBase(t *testing.T) {
	t.Parallel()
	for _, s := range sources(t) {
		for _, spec := range s.file.Imports {
			path, _ := strconv.Unquote(spec.Path.Value)
			if breach := importBreach(s, path); breach != "" {
				t.Errorf("%s imports %s: %s", s.path, path, breach)
			}
		}
	}
}

func TestAStoreNamesOnlyItsOwnTables(t *testing.T) {
	t.Parallel()
	for _, s := range sources(t) {
		// The public page, the page of a user, the board of what waits and the checklist show
		// all parts together, and one file reads them for each.
		readers := []string{"features/transparency/read.go", "features/people/facts.go", "core/board/waiting.go", "core/checklist/counts.go"}
		if strings.HasSuffix(s.path, "_test.go") || s.part == "report" || slices.Contains(readers, s.path) {
			continue
		}
		for _, literal := range literalsOf(s.file) {
			for _, table := range tablesOf(literal) {
				if !ownsTable(s.part, table) {
					t.Errorf("%s names the table %s", s.path, table)
				}
			}
		}
	}
}

func TestAppOnlyWires(t *testing.T) {
	t.Parallel()
	for _, s := range sources(t) {
		if s.zone != "app" || isTest(s) {
			continue
		}
		for _, declared := range declaredBy(s.file) {
			t.Errorf("%s declares %s; app wires, and a capability has its rows, jobs and calls itself", s.path, declared)
		}
	}
}

// ofCapabilities are the types whose values are a job, a call of users, and a call and
// a kind of proposals of operators.
var ofCapabilities = []string{"jobs.Job", "httpapi.Op", "httpapi.BodyOp", "operator.Route", "operator.Kind"}

// declaredBy are the statements, tables, jobs and calls that stand in a file.
func declaredBy(file *ast.File) (list []string) {
	for _, literal := range literalsOf(file) {
		if isSQL(literal) {
			list = append(list, literal)
		}
	}
	list = append(list, slices.Sorted(maps.Keys(tablesIn(file)))...)
	ast.Inspect(file, func(node ast.Node) bool {
		literal, ok := node.(*ast.CompositeLit)
		if !ok {
			return true
		}
		of := literal.Type
		if array, isArray := of.(*ast.ArrayType); isArray && slices.ContainsFunc(literal.Elts, isUntyped) {
			of = array.Elt
		}
		if name := nameOf(of); slices.Contains(ofCapabilities, name) {
			list = append(list, name)
		}
		return true
	})
	return list
}

// isUntyped says that an element of a list leaves its type to the list.
func isUntyped(element ast.Expr) bool {
	literal, ok := element.(*ast.CompositeLit)
	return ok && literal.Type == nil
}

// literalsOf are the texts that stand in a file, with their quotes.
func literalsOf(file *ast.File) (list []string) {
	ast.Inspect(file, func(node ast.Node) bool {
		if literal, ok := node.(*ast.BasicLit); ok && literal.Kind == token.STRING {
			list = append(list, literal.Value)
		}
		return true
	})
	return list
}

// The rules catch what they are for.
func TestRulesCatchBreaches(t *testing.T) {
	t.Parallel()
	machine := source{zone: "features", part: "machine"}
	for path, wrong := range map[string]bool{
		module + "features/node": true, module + "app": true, module + "core/ledger": false, module + "features/machine/machinetest": false, "fmt": false,
	} {
		if got := importBreach(machine, path) != ""; got != wrong {
			t.Errorf("features/machine importing %s: breach is %v", path, got)
		}
	}
	if importBreach(source{zone: "base", part: "money"}, module+"infra/sqldb") == "" {
		t.Error("base importing infra is no breach")
	}
	tables := tablesOf("`SELECT 1 FROM ledger_account a JOIN user_row u ON 1 = 1`")
	if !slices.Equal(tables, []string{"ledger_account", "user_row"}) || ownsTable("machine", "ledger_account") || !ownsTable("ledger", "ledger_account") {
		t.Errorf("tables found: %v", tables)
	}
	app := parsed(t, "app/p.go", "package app\n\nvar t = sqldb.NewTable[int](\"p_t\", \"\")\n\nfunc p() {\n\ta := []jobs.Job{jobs.Remind(db)}\n\tb := []jobs.Job{{Name: \"b\"}}\n\t"+
		"httpapi.View(api, httpapi.Op{Path: \"/p\"}, c)\n\toperator.Handle(s, operator.Kind[int]{})\n\ttx.Exec(\"DELETE FROM p_t\")\n}\n")
	if got := declaredBy(app.file); !slices.Equal(got, []string{`"DELETE FROM p_t"`, "t", "jobs.Job", "httpapi.Op", "operator.Kind"}) {
		t.Errorf("declared: %q", got)
	}
	for literal, want := range map[string]bool{"`SELECT 1`": true, "`\n\tDELETE FROM user_row WHERE id = $1`": true, `"WITH x AS (SELECT 1) SELECT x"`: true,
		`"INSERT INTO a"`: true, `"UPDATE a SET b = 1"`: true, `"select a machine"`: false, `"Update failed"`: false, `"WITHOUT"`: false} {
		if isSQL(literal) != want {
			t.Errorf("%s is a statement: %v, want %v", literal, !want, want)
		}
	}
}

func importBreach(s source, path string) string {
	rest, ours := strings.CutPrefix(path, module)
	if !ours {
		return ""
	}
	zone, below, _ := strings.Cut(rest, "/")
	part, _, _ := strings.Cut(below, "/")
	switch {
	case zone == s.zone && (zone != "features" || part == s.part):
		return ""
	case zone == s.zone:
		return "features do not see each other; state an interface and let app wire it"
	case !slices.Contains(reach[s.zone], zone):
		return s.zone + " may not import " + zone
	}
	return ""
}

// statementPattern finds the beginning of a statement: keywords are written in
// capitals.
var statementPattern = regexp.MustCompile("^[`\"]\\s*(SELECT|INSERT|UPDATE|DELETE|WITH|CREATE|DROP|ALTER)\\s")

func isSQL(literal string) bool { return statementPattern.MatchString(literal) }

var tablePattern = regexp.MustCompile(`\b(?:FROM|JOIN|INTO|UPDATE|TABLE)\s+([a-z]+_[a-z_]+)`)

func tablesOf(literal string) []string {
	var list []string
	for _, match := range tablePattern.FindAllStringSubmatch(literal, -1) {
		list = append(list, match[1])
	}
	return list
}

// prefixes are the table prefixes of packages that are not named like them.
var prefixes = map[string]string{"jobs": "job", "httpapi": "api"}

func ownsTable(part, table string) bool {
	prefix := part
	if other, ok := prefixes[part]; ok {
		prefix = other
	}
	// pg_ is PostgreSQL's own catalogue, pragma_ SQLite's, goose_ the migration tool's.
	isOfEngines := strings.HasPrefix(table, "pg_") || strings.HasPrefix(table, "pragma_") || strings.HasPrefix(table, "goose_")
	return strings.HasPrefix(table, prefix+"_") || part == "sqldb" && isOfEngines
}

func sources(t *testing.T) []source {
	t.Helper()
	var list []source
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() && entry.Name() == "node_modules" {
			if entry != nil && entry.IsDir() && err == nil {
				return filepath.SkipDir
			}
			return err
		}
		if entry.IsDir() || !strings.HasSuffix(path, ".go") || filepath.Dir(path) == "." {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		list = append(list, parsed(t, filepath.ToSlash(path), string(text)))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func parsed(t *testing.T, path, text string) source {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	parts := strings.Split(path, "/")
	s := source{path: path, zone: parts[0], file: file, text: text}
	if len(parts) > 2 {
		s.part = parts[1]
	}
	return s
}
