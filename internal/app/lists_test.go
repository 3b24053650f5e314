package app

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"etld/internal/infra/lists"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// indexOf names the index by which an engine reads a table.
var indexOf = regexp.MustCompile(`(?:Index (?:Only )?Scan(?: Backward)? using|USING (?:COVERING )?INDEX|USING) ([A-Za-z0-9_ ]+?)(?: \(| on |$)`)

// Every list of operators is read from an index in its order, whatever narrows it: a
// page costs the same in a list of any length. What narrows a list has an index of its
// own, unless its declaration says that most rows fit.
func TestListsAreReadFromIndexes(t *testing.T) {
	t.Parallel()
	for _, engine := range []sqldb.Engine{sqldb.SQLite, sqldb.Postgres} {
		t.Run(string(engine), func(t *testing.T) {
			t.Parallel()
			p := newDemo(t, engine)
			all := p.operator.Statements()
			if len(all) == 0 {
				t.Fatalf("there are %d lists", len(all))
			}
			for _, path := range slices.Sorted(maps.Keys(all)) {
				statements, err := all[path]()
				if err != nil || len(statements) == 0 {
					t.Fatal(path, err)
				}
				unnarrowed := ""
				for _, s := range statements {
					plan := planOf(t, p.db, s)
					found := indexOf.FindStringSubmatch(plan)
					switch {
					case found == nil || strings.Contains(plan, "TEMP B-TREE") || strings.Contains(plan, "Sort"):
						t.Errorf("%s %s:\n%s\n%s", path, s.Name, s.Text, plan)
					case unnarrowed == "":
						unnarrowed = found[1]
					case s.HasFilter && found[1] == unnarrowed:
						t.Errorf("%s %s is narrowed without an index:\n%s\n%s", path, s.Name, s.Text, plan)
					}
				}
			}
		})
	}
}

// planOf is how an engine runs a list's statement where rows are many.
func planOf(t *testing.T, db *sqldb.DB, s lists.Statement) (plan string) {
	t.Helper()
	if db.Engine() == sqldb.SQLite {
		return dbtest.Plan(t, db, s.Text, s.Args...)
	}
	err := db.Update(t.Context(), func(tx *sqldb.Tx) error {
		// Tables are empty here: what is cheap for one page only is not taken.
		for _, way := range []string{"enable_seqscan", "enable_sort", "enable_bitmapscan"} {
			if _, err := tx.Exec("SET LOCAL " + way + " = off"); err != nil {
				return err
			}
		}
		steps, err := sqldb.Collect(tx, sqldb.One[string], "EXPLAIN "+s.Text, s.Args...)
		plan = strings.Join(steps, "\n")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return plan
}
