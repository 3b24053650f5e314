// Package internal_test holds the house rules that a compiler cannot: who may
// import whom, and whose tables a store may name. Both are derived from the
// folder listing, so that a new package is under them from its first file.
package internal_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
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
		if strings.HasSuffix(s.path, "_test.go") || s.zone == "app" || s.part == "report" {
			continue
		}
		ast.Inspect(s.file, func(node ast.Node) bool {
			literal, ok := node.(*ast.BasicLit)
			if !ok || literal.Kind != token.STRING {
				return true
			}
			for _, table := range tablesOf(literal.Value) {
				if !ownsTable(s.part, table) {
					t.Errorf("%s names the table %s", s.path, table)
				}
			}
			return true
		})
	}
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
	// pg_ is PostgreSQL's own catalogue, pragma_ SQLite's.
	return strings.HasPrefix(table, prefix+"_") || part == "sqldb" && (strings.HasPrefix(table, "pg_") || strings.HasPrefix(table, "pragma_"))
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
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		parts := strings.Split(filepath.ToSlash(path), "/")
		s := source{path: path, zone: parts[0], file: file}
		if len(parts) > 2 {
			s.part = parts[1]
		}
		list = append(list, s)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}
