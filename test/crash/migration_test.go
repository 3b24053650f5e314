package crash

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
	"etld/test/player"
)

// layouts list all that a schema has, by engine, and the migrations that made it.
var layouts = map[sqldb.Engine]string{
	sqldb.SQLite: `SELECT type, name, COALESCE(sql, '') FROM sqlite_master UNION ALL SELECT 'migration', CAST(version_id AS TEXT), '' FROM goose_db_version ORDER BY 1, 2, 3`,
	sqldb.Postgres: `SELECT 'column', table_name || ' ' || column_name, data_type || ' ' || is_nullable || ' ' || COALESCE(column_default, '')
			FROM information_schema.columns WHERE table_schema = 'public'
		UNION ALL SELECT 'index', indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'
		UNION ALL SELECT 'constraint', conname, conrelid::regclass || ' ' || pg_get_constraintdef(oid) FROM pg_constraint WHERE connamespace = 'public'::regnamespace
		UNION ALL SELECT 'trigger', tgname, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
		UNION ALL SELECT 'function', proname, prosrc FROM pg_proc WHERE pronamespace = 'public'::regnamespace
		UNION ALL SELECT 'migration', CAST(version_id AS TEXT), '' FROM goose_db_version ORDER BY 1, 2, 3`,
}

// TestInterruptedMigrationResumes kills a program each time it has brought the schema
// a step further. What comes of it is what a program makes that nobody cut short.
func TestInterruptedMigrationResumes(t *testing.T) {
	t.Parallel()
	dbtest.EachEngine(t, func(t *testing.T, engine sqldb.Engine) {
		const kills, tries = 5, 10
		var address string
		var cut []int
		// On a machine that is busy all may be over before anybody looks.
		for try := 0; try < tries && len(cut) == 0; try++ {
			address = dbtest.Empty(t, engine)
			for range kills {
				if version, isKilled := killedAfterAStep(t, address); isKilled {
					cut = append(cut, version)
				}
			}
			if output, code := player.Run(t.Context(), program, "migrate", "--database", address); code != 0 {
				t.Fatalf("killed at %v: exit %d: %s", cut, code, output)
			}
			newest := schemaOf(t, address)
			cut = slices.DeleteFunc(cut, func(version int) bool { return version >= newest })
		}
		t.Logf("killed at the steps %v", cut)
		if len(cut) == 0 {
			t.Error("no migration was cut short")
		}
		whole := dbtest.Empty(t, engine)
		if output, code := player.Run(t.Context(), program, "migrate", "--database", whole); code != 0 {
			t.Fatalf("exit %d: %s", code, output)
		}
		want := layoutOf(t, engine, whole)
		if got := layoutOf(t, engine, address); len(want) < 100 || !slices.Equal(got, want) {
			t.Errorf("killed at %v it has %d parts, and otherwise %d:\n%s", cut, len(got), len(want), firstOther(got, want))
		}
		claimProduction(t, address)
	})
}

func layoutOf(t *testing.T, engine sqldb.Engine, address string) (parts []string) {
	t.Helper()
	db, err := player.OpenDatabase(address)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := player.Rows(db, layouts[engine])
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		parts = append(parts, strings.Join(row, " "))
	}
	return parts
}

// firstOther is where two layouts part.
func firstOther(got, want []string) string {
	for n := range min(len(got), len(want)) {
		if got[n] != want[n] {
			return got[n] + "\n" + want[n]
		}
	}
	return "one ends before the other"
}

// killedAfterAStep migrates until the schema is newer than before, kills the program, and
// says how far it came.
func killedAfterAStep(t *testing.T, address string) (version int, isKilled bool) {
	t.Helper()
	before := schemaOf(t, address)
	command := exec.CommandContext(t.Context(), program, "migrate", "--database", address)
	command.Dir = player.Root()
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- command.Wait() }()
	for schemaOf(t, address) == before {
		select {
		case err := <-ended:
			if err != nil {
				t.Fatalf("at %d: %v", before, err)
			}
			return before, false
		case <-time.After(time.Millisecond):
		}
	}
	_ = command.Process.Kill()
	err := <-ended
	return schemaOf(t, address), err != nil
}

// schemaOf is the newest migration that a database has; zero says that it has none.
func schemaOf(t *testing.T, address string) (version int) {
	t.Helper()
	if file, isFile := strings.CutPrefix(address, "sqlite:"); isFile {
		if _, err := os.Stat(file); err != nil {
			return 0
		}
	}
	db, err := player.OpenDatabase(address)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	// Before the first one there is no table of them.
	_ = db.QueryRowContext(t.Context(), `SELECT MAX(version_id) FROM goose_db_version`).Scan(&version)
	return version
}
