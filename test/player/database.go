package player

import (
	"database/sql"
	"strings"

	_ "github.com/jackc/pgx/v5/stdlib"
	_ "modernc.org/sqlite"
)

// OpenDatabase opens the database of a program, on either engine and whether or
// not the program runs, for tests that look behind its back.
func OpenDatabase(address string) (*sql.DB, error) {
	if path, ok := strings.CutPrefix(address, "sqlite:"); ok {
		return sql.Open("sqlite", "file:"+path+"?_pragma=busy_timeout(10000)")
	}
	return sql.Open("pgx", address)
}

// Rows reads all rows of a statement as texts; what is null is empty.
func Rows(db *sql.DB, statement string) (list [][]string, err error) {
	rows, err := db.Query(statement)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	for rows.Next() {
		values, into, texts := make([]sql.NullString, len(columns)), make([]any, len(columns)), make([]string, len(columns))
		for i := range values {
			into[i] = &values[i]
		}
		if err := rows.Scan(into...); err != nil {
			return nil, err
		}
		for i, value := range values {
			texts[i] = value.String
		}
		list = append(list, texts)
	}
	return list, rows.Err()
}
