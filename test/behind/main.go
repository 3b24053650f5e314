// Command behind changes a database behind the program's back, as a test of what is told
// then needs it. Its arguments are the database's file and a statement.
package main

import (
	"database/sql"
	"fmt"
	"os"

	_ "modernc.org/sqlite"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "say which file and which statement")
		os.Exit(2)
	}
	if err := change(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func change(file, statement string) error {
	db, err := sql.Open("sqlite", file+"?_pragma=busy_timeout(10000)")
	if err != nil {
		return err
	}
	defer db.Close()
	result, err := db.Exec(statement)
	if err != nil {
		return err
	}
	if rows, err := result.RowsAffected(); err != nil || rows != 1 {
		return fmt.Errorf("it changed %d rows instead of one: %w", rows, err)
	}
	return nil
}
