// Package breaches has a breach of each rule of .golangci.yml, and is built into
// nothing.
package breaches

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"

	"github.com/jackc/pgx/v5"
)

var errKnown = errors.New("known")

type colour int

const (
	red colour = iota
	green
)

// BodyClose leaves an answer's body open.
func BodyClose() (int, error) {
	reply, err := http.Get("http://localhost")
	if err != nil {
		return 0, err
	}
	return reply.StatusCode, nil
}

// ErrCheck looks at no error.
func ErrCheck() { os.Chdir("/") }

// ErrorLint compares an error that may be wrapped, and cuts one off.
func ErrorLint(err error) error {
	if err == errKnown {
		return nil
	}
	return fmt.Errorf("cut off: %v", err)
}

// Exhaustive misses a case.
func Exhaustive(c colour) string {
	switch c {
	case red:
		return "red"
	}
	return fmt.Sprint(green)
}

// IneffAssign has a value that nobody reads.
func IneffAssign() int {
	n := 1
	n = 2
	return n
}

// RowsErrCheck asks rows for no error.
func RowsErrCheck(ctx context.Context, conn *pgx.Conn) error {
	rows, err := conn.Query(ctx, "SELECT 1")
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		fmt.Println("a row")
	}
	return nil
}

// SQLCloseCheck leaves rows open.
func SQLCloseCheck(ctx context.Context, db *sql.DB) error {
	rows, err := db.QueryContext(ctx, "SELECT 1")
	if err != nil {
		return err
	}
	for rows.Next() {
		fmt.Println("a row")
	}
	return rows.Err()
}

// StaticCheck reads nothing from a text that it trims and drops.
func StaticCheck(text string) io.Reader {
	strings.TrimSpace(text)
	return strings.NewReader(text)
}

func unused() {}
