package dbtest

import (
	"bufio"
	"compress/gzip"
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"etld/internal/infra/sqldb"
)

// kept holds the rows of a database as an earlier version of the program wrote
// them: people, machines in every state, withdrawals, payouts, proposals and
// prices after six hundred steps of the simulation on schema 33.
//
//go:embed testdata/schema33.jsonl.gz
var kept embed.FS

// KeptVersion is the schema of the kept database, KeptHost the host that its
// signatures name, KeptGenesis the first block of its chain.
const (
	KeptVersion = 33
	KeptHost    = "etld.example"
	KeptGenesis = "0xbb7fe23a63b718bd884d492b9baaa9d2467699597718f4187205466f9e252d7b"
)

// keptTable begins a table's rows in the file; each line after it is a row.
type keptTable struct {
	Table   string   `json:"table"`
	Columns []string `json:"columns"`
}

// Kept is the address of a database with the kept rows, migrated to today's
// schema as an installation would be.
func Kept(t testing.TB, engine sqldb.Engine) string {
	t.Helper()
	address := AtVersion(t, engine, KeptVersion)
	if err := loadKept(t, address); err != nil {
		t.Fatalf("load the kept rows: %v", err)
	}
	if err := sqldb.Migrate(context.Background(), address); err != nil {
		t.Fatalf("migrate: %v", err)
	}
	return address
}

// AtVersion is the address of a new database with the schema of an earlier
// version, for tests of a migration.
func AtVersion(t testing.TB, engine sqldb.Engine, version int64) string {
	t.Helper()
	address := Empty(t, engine)
	if err := sqldb.MigrateTo(context.Background(), address, version); err != nil {
		t.Fatalf("migrate to %d: %v", version, err)
	}
	return address
}

func loadKept(t testing.TB, address string) error {
	t.Helper()
	file, err := kept.Open("testdata/schema33.jsonl.gz")
	if err != nil {
		return err
	}
	unpacked, err := gzip.NewReader(file)
	if err != nil {
		return err
	}
	db, err := sqldb.Open(t.Context(), address, NewClock())
	if err != nil {
		return err
	}
	err = db.Update(t.Context(), func(tx *sqldb.Tx) error { return insertRows(tx, unpacked) })
	if closed := db.Close(); err == nil {
		err = closed
	}
	return err
}

func insertRows(tx *sqldb.Tx, lines io.Reader) error {
	const lineMax = 1 << 20
	scanner := bufio.NewScanner(lines)
	scanner.Buffer(nil, lineMax)
	insert := ""
	for scanner.Scan() {
		if strings.HasPrefix(scanner.Text(), "{") {
			var table keptTable
			if err := json.Unmarshal(scanner.Bytes(), &table); err != nil {
				return err
			}
			// The migrations have put a row into some tables already.
			if _, err := tx.Exec("DELETE FROM " + table.Table); err != nil {
				return err
			}
			insert = insertOf(table)
			continue
		}
		values, err := valuesOf(scanner.Text())
		if err != nil {
			return err
		}
		if _, err := tx.Exec(insert, values...); err != nil {
			return fmt.Errorf("%s: %w", insert, err)
		}
	}
	return scanner.Err()
}

func insertOf(table keptTable) string {
	places := make([]string, len(table.Columns))
	for i := range places {
		places[i] = fmt.Sprintf("$%d", i+1)
	}
	return "INSERT INTO " + table.Table + " (" + strings.Join(table.Columns, ", ") + ") VALUES (" + strings.Join(places, ", ") + ")"
}

func valuesOf(line string) ([]any, error) {
	decoder := json.NewDecoder(strings.NewReader(line))
	decoder.UseNumber()
	var values []any
	if err := decoder.Decode(&values); err != nil {
		return nil, err
	}
	for i, value := range values {
		if number, ok := value.(json.Number); ok {
			n, err := number.Int64()
			if err != nil {
				return nil, err
			}
			values[i] = n
		}
	}
	return values, nil
}
