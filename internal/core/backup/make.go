package backup

import (
	"context"
	"errors"
	"fmt"
	"os"

	"etld/internal/infra/sqldb/migrations"
)

// ErrElsewhere says that PostgreSQL has tools of its own for this.
var ErrElsewhere = errors.New("only SQLite files are backed up by this command; use pg_dump or continuous archiving for PostgreSQL")

// Make writes a consistent copy of a SQLite database into a new file while
// the program may be running. Restoring is putting the file in the old one's
// place.
func Make(ctx context.Context, address, file string) error {
	db, err := migrations.Open(address)
	if err != nil {
		return err
	}
	defer db.Close()
	if db.Engine != migrations.SQLite {
		return ErrElsewhere
	}
	if _, err := os.Stat(file); err == nil {
		return fmt.Errorf("%s exists already; name a new file", file)
	}
	if _, err := db.ExecContext(ctx, "VACUUM INTO $1", file); err != nil {
		return fmt.Errorf("back up into %s: %w", file, err)
	}
	return nil
}
