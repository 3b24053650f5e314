package migrations

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
)

// ErrPending says that the plan has migrations.
var ErrPending = errors.New("migrations are pending; nothing was changed")

// hasTable asks an engine whether a table is there, and countRows how many rows it has:
// PostgreSQL by its statistics, as counting a large table takes minutes.
var (
	hasTable = map[Engine]string{
		SQLite:   `SELECT COUNT(*) FROM pragma_table_list WHERE name = $1`,
		Postgres: `SELECT COUNT(*) FROM pg_class WHERE oid = to_regclass($1)`,
	}
	countRows = map[Engine]func(table string) string{
		SQLite: func(table string) string { return "SELECT COUNT(*) FROM " + table },
		Postgres: func(table string) string {
			return "SELECT CAST(CASE WHEN c.reltuples < 0 THEN (SELECT COUNT(*) FROM " + table + ") ELSE c.reltuples END AS BIGINT)" +
				" FROM pg_class c WHERE c.oid = to_regclass('" + table + "')"
		},
	}
)

// Plan prints each pending migration with its statements, the locks that they take and
// how many rows their tables have. It changes nothing, and ends with ErrPending where
// something is pending.
func Plan(ctx context.Context, address string, out io.Writer) error {
	db, err := Open(address)
	if err != nil {
		return err
	}
	defer db.Close()
	all, err := All(db.Engine)
	if err != nil {
		return err
	}
	applied, err := db.applied(ctx)
	if err != nil {
		return err
	}
	newest := all[len(all)-1].Number
	for number := range applied {
		if number > newest {
			fmt.Fprintf(out, "the database has the migration %d, which this program does not know\n", number)
			return db.mayUse(ctx, number, newest)
		}
	}
	pending := 0
	for _, m := range all {
		if applied[m.Number] {
			continue
		}
		pending++
		if err := db.printMigration(ctx, out, m); err != nil {
			return err
		}
	}
	if pending > 0 {
		return ErrPending
	}
	_, err = fmt.Fprintf(out, "nothing is pending: the schema is %d\n", newest)
	return err
}

func (db *Database) printMigration(ctx context.Context, out io.Writer, m Migration) error {
	fmt.Fprintf(out, "%s\n", m.Name)
	created := make(map[string]bool)
	for _, s := range m.Statements() {
		fmt.Fprintf(out, "  %s;\n", s.Text)
		created[s.Creates()] = true
		if !s.IsKnown() {
			fmt.Fprintln(out, "    it is not known what this locks")
		}
		for _, table := range s.Tables() {
			if created[table] {
				continue
			}
			rows, isThere, err := db.rowsOf(ctx, table)
			if err != nil {
				return err
			}
			if !isThere {
				continue
			}
			lock, meaning := s.Locks[table], meanings[s.Locks[table]]
			if db.Engine == SQLite {
				lock, meaning = "the file", "others read, writes wait"
			}
			fmt.Fprintf(out, "    locks %s (about %d rows): %s, %s\n", table, rows, lock, meaning)
		}
	}
	return nil
}

// applied are the numbers of the migrations that the database has.
func (db *Database) applied(ctx context.Context) (numbers map[int64]bool, err error) {
	numbers = make(map[int64]bool)
	if db.Engine == SQLite {
		// Opening a file that is not there would make it.
		if _, err := os.Stat(db.path); errors.Is(err, os.ErrNotExist) {
			return numbers, nil
		}
	}
	if isThere, err := db.has(ctx, "goose_db_version"); err != nil || !isThere {
		return numbers, err
	}
	rows, err := db.QueryContext(ctx, `SELECT version_id FROM goose_db_version`)
	if err != nil {
		return nil, fmt.Errorf("read which migrations there are: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var number int64
		if err := rows.Scan(&number); err != nil {
			return nil, err
		}
		numbers[number] = true
	}
	return numbers, rows.Err()
}

func (db *Database) has(ctx context.Context, table string) (bool, error) {
	var count int64
	err := db.QueryRowContext(ctx, hasTable[db.Engine], table).Scan(&count)
	return count > 0, err
}

func (db *Database) rowsOf(ctx context.Context, table string) (rows int64, isThere bool, err error) {
	if db.Engine == SQLite {
		if _, err := os.Stat(db.path); errors.Is(err, os.ErrNotExist) {
			return 0, false, nil
		}
	}
	if isThere, err = db.has(ctx, table); err != nil || !isThere {
		return 0, false, err
	}
	err = db.QueryRowContext(ctx, countRows[db.Engine](table)).Scan(&rows)
	return rows, true, err
}
