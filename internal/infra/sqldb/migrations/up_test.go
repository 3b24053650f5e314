package migrations_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"

	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
	"etld/internal/infra/sqldb/migrations"
)

// newest is the schema of this program.
func newest(t *testing.T) int64 {
	t.Helper()
	all, err := migrations.All(migrations.SQLite)
	if err != nil {
		t.Fatal(err)
	}
	return all[len(all)-1].Number
}

// run runs statements on a database as a program of another release would.
func run(t *testing.T, address string, statements ...string) {
	t.Helper()
	db, err := migrations.Open(address)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, statement := range statements {
		if _, err := db.ExecContext(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
}

// A program goes on beside a database that is one release newer, refuses one that is
// two, and changes neither.
func TestOneReleaseNewerIsUsedAndTwoAreNot(t *testing.T) {
	t.Parallel()
	dbtest.EachEngine(t, func(t *testing.T, engine sqldb.Engine) {
		own := newest(t)
		for _, c := range []struct {
			what, needs string
			refused     bool
		}{
			{"the next release, which needs this one", fmt.Sprint(own), false},
			{"the next release, which needs an older one", fmt.Sprint(own - 1), false},
			{"the one after it, which needs the next", fmt.Sprint(own + 1), true},
			{"a program that said nothing", "", true},
		} {
			address := dbtest.Address(t, engine)
			run(t, address, fmt.Sprintf(`INSERT INTO goose_db_version (version_id, is_applied) VALUES (%d, %s)`, own+2, trueOf(engine)),
				`DELETE FROM sqldb_meta WHERE name = 'schema_needs'`)
			if c.needs != "" {
				run(t, address, `INSERT INTO sqldb_meta (name, value) VALUES ('schema_needs', '`+c.needs+`')`,
					`UPDATE sqldb_meta SET value = 'etld v1.2.0' WHERE name = 'schema_by'`)
			}
			for name, err := range map[string]error{"migrate": migrations.Up(t.Context(), address), "plan": migrations.Plan(t.Context(), address, &strings.Builder{})} {
				if errors.Is(err, migrations.ErrNewerSchema) != c.refused || !c.refused && err != nil {
					t.Errorf("%s, %s: %v", c.what, name, err)
				}
				if c.refused && c.needs != "" && !strings.Contains(err.Error(), "etld v1.2.0") {
					t.Errorf("%s does not say who: %v", name, err)
				}
			}
			if got := meta(t, address, "schema_needs"); got != c.needs {
				t.Errorf("%s: it needs %q now", c.what, got)
			}
		}
	})
}

func trueOf(engine sqldb.Engine) string {
	if engine == sqldb.SQLite {
		return "1"
	}
	return "TRUE"
}

func meta(t *testing.T, address, name string) (value string) {
	t.Helper()
	db, err := migrations.Open(address)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.QueryRowContext(t.Context(), `SELECT COALESCE(MAX(value), '') FROM sqldb_meta WHERE name = $1`, name).Scan(&value); err != nil {
		t.Fatal(err)
	}
	return value
}

// What a schema needs is what the release before had, rises, and never falls. Without a
// release before, it is the newest.
func TestWhatASchemaNeedsOnlyRises(t *testing.T) {
	t.Parallel()
	dbtest.EachEngine(t, func(t *testing.T, engine sqldb.Engine) {
		address, own := dbtest.Empty(t, engine), newest(t)
		for _, step := range []struct{ former, want int64 }{{20, 20}, {10, 20}, {25, 25}, {0, own}, {25, own}} {
			if err := migrations.UpTo(t.Context(), address, step.former); err != nil {
				t.Fatal(err)
			}
			if got := meta(t, address, "schema_needs"); got != fmt.Sprint(step.want) {
				t.Errorf("after a release before which there was %d it needs %s, want %d", step.former, got, step.want)
			}
		}
		if got := meta(t, address, "schema_by"); !strings.HasPrefix(got, "etld ") {
			t.Errorf("it was written by %q", got)
		}
	})
}

// Programs that start at once on a new database migrate it once.
func TestSeveralStartAtOnce(t *testing.T) {
	t.Parallel()
	dbtest.EachEngine(t, func(t *testing.T, engine sqldb.Engine) {
		address := dbtest.Empty(t, engine)
		var started sync.WaitGroup
		for range 3 {
			started.Go(func() {
				if err := sqldb.Migrate(t.Context(), address); err != nil {
					t.Error(err)
				}
			})
		}
		started.Wait()
		db, err := migrations.Open(address)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		var applied, distinct int64
		if err := db.QueryRowContext(t.Context(), `SELECT COUNT(*), COUNT(DISTINCT version_id) FROM goose_db_version`).Scan(&applied, &distinct); err != nil {
			t.Fatal(err)
		}
		if all, err := migrations.All(engine); err != nil || applied != distinct || applied != int64(len(all))+1 {
			t.Errorf("%d migrations are noted, %d different ones, of %d (%v)", applied, distinct, len(all), err)
		}
	})
}

// Whoever migrates keeps others waiting, who may give up.
func TestOneMigratesAtATime(t *testing.T) {
	t.Parallel()
	dbtest.EachEngine(t, func(t *testing.T, engine sqldb.Engine) {
		address := dbtest.Empty(t, engine)
		db, err := migrations.Open(address)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		giveBack, err := db.Lock(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		impatient, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- migrations.Up(impatient, address) }()
		cancel()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("who waits says: %v", err)
		}
		if err := giveBack(); err != nil {
			t.Fatal(err)
		}
		if err := migrations.Up(t.Context(), address); err != nil {
			t.Errorf("after it was given back: %v", err)
		}
	})
}

// A plan names what is pending, with locks and rows, says so by its error, and changes
// nothing.
func TestAPlanSaysWhatIsPendingAndChangesNothing(t *testing.T) {
	t.Parallel()
	dbtest.EachEngine(t, func(t *testing.T, engine sqldb.Engine) {
		plan := func(address string) (string, error) {
			var out strings.Builder
			err := migrations.Plan(t.Context(), address, &out)
			return out.String(), err
		}
		empty := dbtest.Empty(t, engine)
		text, err := plan(empty)
		if !errors.Is(err, migrations.ErrPending) || !strings.Contains(text, "00001_sqldb.sql\n  CREATE TABLE sqldb_meta (") || strings.Contains(text, "locks ") {
			t.Errorf("a new database: %v, %s", err, text)
		}
		if path, isFile := strings.CutPrefix(empty, "sqlite:"); isFile {
			if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
				t.Errorf("the file was made: %v", err)
			}
		}
		address := dbtest.Address(t, engine)
		if text, err := plan(address); err != nil || !strings.HasPrefix(text, "nothing is pending: the schema is ") {
			t.Errorf("a database that is up to date: %v, %s", err, text)
		}
		run(t, address, `DELETE FROM goose_db_version WHERE version_id IN (9, 25)`, `INSERT INTO sqldb_time (id, highest) VALUES (1, 0) ON CONFLICT DO NOTHING`)
		text, err = plan(address)
		locks := "    locks user_person (about 0 rows): SHARE ROW EXCLUSIVE, others read, writes wait\n"
		if engine == sqldb.SQLite {
			locks = "    locks user_person (about 0 rows): the file, others read, writes wait\n"
		}
		if !errors.Is(err, migrations.ErrPending) || !strings.Contains(text, locks) || strings.Contains(text, "not known") || strings.Count(text, ".sql\n") != 2 {
			t.Errorf("two pending: %v, %s", err, text)
		}
		if again, _ := plan(address); again != text {
			t.Error("a second plan differs from the first")
		}
	})
}

// What a plan says of locks is what PostgreSQL takes, for each statement of each
// migration and for forms that may come.
func TestLocksAreThoseOfTheEngine(t *testing.T) {
	t.Parallel()
	dbtest.EachEngine(t, func(t *testing.T, engine sqldb.Engine) {
		all, err := migrations.All(engine)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range all {
			for _, s := range m.Statements() {
				if !s.IsKnown() || strings.Count(s.Text, "'")%2 != 0 {
					t.Errorf("%s: it is not known what this locks: %s", m.Name, s.Text)
				}
			}
		}
		if engine == sqldb.SQLite {
			return
		}
		db, err := migrations.Open(dbtest.Empty(t, engine))
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		more := migrations.Migration{Text: `CREATE TABLE a (id BIGINT PRIMARY KEY, n BIGINT); CREATE INDEX a_n ON a (n); ALTER TABLE a ADD COLUMN m BIGINT;
			CREATE TABLE b (id BIGINT REFERENCES a (id)); ALTER TABLE a ALTER COLUMN n SET NOT NULL; ALTER TABLE a SET (fillfactor = 50);
			ALTER TABLE a ADD CONSTRAINT positive CHECK (n > 0) NOT VALID; ALTER TABLE a VALIDATE CONSTRAINT positive;
			INSERT INTO a (id, n) VALUES (1, 1); UPDATE a SET n = 2; DELETE FROM a WHERE id = 7; ALTER TABLE a RENAME TO c; CREATE TABLE d (id BIGINT); DROP TABLE d`}
		for _, m := range append(all, more) {
			for _, s := range m.Statements() {
				got, err := locksTaken(t, db, s.Text)
				if err != nil {
					t.Fatalf("%s: %v", s.Text, err)
				}
				if want := fmt.Sprint(s.Locks); got != want {
					t.Errorf("%s locks %s, and the plan says %s", s.Text, got, want)
				}
			}
		}
	})
}

// An index that is made while others write stays behind, and is no index, where that was
// interrupted; the house's recipe makes it anew.
func TestAnInterruptedIndexIsMadeAnew(t *testing.T) {
	t.Parallel()
	dbtest.EachEngine(t, func(t *testing.T, engine sqldb.Engine) {
		if engine == sqldb.SQLite {
			return
		}
		db, err := migrations.Open(dbtest.Empty(t, engine))
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		conn, err := db.Conn(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		do := func(statement string) error {
			_, err := conn.ExecContext(t.Context(), statement)
			return err
		}
		if err := do(`CREATE TABLE a (n BIGINT); INSERT INTO a (n) VALUES (1), (1)`); err != nil {
			t.Fatal(err)
		}
		if do(`CREATE UNIQUE INDEX CONCURRENTLY a_n ON a (n)`) == nil || do(`CREATE INDEX CONCURRENTLY a_n ON a (n)`) == nil {
			t.Fatal("the first leaves nothing behind")
		}
		recipe := migrations.Migration{Text: `SET lock_timeout = 0; DROP INDEX CONCURRENTLY IF EXISTS a_n; CREATE INDEX CONCURRENTLY a_n ON a (n); RESET lock_timeout`}
		for _, s := range recipe.Statements() {
			if err := do(s.Text); err != nil {
				t.Fatalf("%s: %v", s.Text, err)
			}
		}
		var isValid bool
		var limit string
		if err := conn.QueryRowContext(t.Context(), `SELECT indisvalid, current_setting('lock_timeout') FROM pg_index WHERE indexrelid = 'a_n'::regclass`).Scan(&isValid, &limit); err != nil {
			t.Fatal(err)
		}
		if !isValid || limit != "8s" {
			t.Errorf("it is an index: %t, and the next file waits for %s", isValid, limit)
		}
	})
}

// locksTaken runs a statement and says which locks it took of tables that were there.
func locksTaken(t *testing.T, db *migrations.Database, statement string) (string, error) {
	t.Helper()
	tx, err := db.BeginTx(t.Context(), nil)
	if err != nil {
		return "", err
	}
	defer func() { _ = tx.Rollback() }()
	before := make(map[string]string)
	rows, err := tx.QueryContext(t.Context(), `SELECT CAST(oid AS TEXT), relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`)
	if err != nil {
		return "", err
	}
	for rows.Next() {
		var oid, name string
		if err := rows.Scan(&oid, &name); err != nil {
			return "", err
		}
		before[oid] = name
	}
	if err := rows.Close(); err != nil {
		return "", err
	}
	if _, err := tx.ExecContext(t.Context(), statement); err != nil {
		return "", err
	}
	taken := make(map[string]string)
	rows, err = tx.QueryContext(t.Context(), `SELECT CAST(relation AS TEXT), mode FROM pg_locks WHERE pid = pg_backend_pid() AND granted AND mode <> 'AccessShareLock' AND mode <> 'RowShareLock'`)
	if err != nil {
		return "", err
	}
	strength := []string{migrations.RowExclusive, migrations.ShareUpdateExclusive, migrations.Share, migrations.ShareRowExclusive, migrations.AccessExclusive}
	rank := func(lock string) int {
		for i, s := range strength {
			if strings.ReplaceAll(s, " ", "") == strings.ToUpper(strings.TrimSuffix(lock, "Lock")) || s == lock {
				return i + 1
			}
		}
		return 0
	}
	for rows.Next() {
		var oid, mode *string
		if err := rows.Scan(&oid, &mode); err != nil {
			return "", err
		}
		if oid == nil || before[*oid] == "" {
			continue
		}
		if r := rank(*mode); r > rank(taken[before[*oid]]) {
			taken[before[*oid]] = strength[r-1]
		}
	}
	if err := rows.Close(); err != nil {
		return "", err
	}
	return fmt.Sprint(taken), tx.Commit()
}
