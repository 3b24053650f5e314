package sqldb

import (
	"context"
	"errors"
	"fmt"
	"os"

	"etld/internal/infra/sqldb/migrations"
)

// ErrBackupElsewhere says that PostgreSQL has tools of its own for this.
var ErrBackupElsewhere = errors.New("only SQLite files are backed up by this command; use pg_dump or continuous archiving for PostgreSQL")

// Backup writes a consistent copy of a SQLite database into a new file while
// the program may be running. Restoring is putting the file in the old one's
// place.
func Backup(ctx context.Context, address, file string) error {
	db, err := migrations.Open(address)
	if err != nil {
		return err
	}
	defer db.Close()
	if db.Engine != migrations.SQLite {
		return ErrBackupElsewhere
	}
	if _, err := os.Stat(file); err == nil {
		return fmt.Errorf("%s exists already; name a new file", file)
	}
	if _, err := db.ExecContext(ctx, "VACUUM INTO $1", file); err != nil {
		return fmt.Errorf("back up into %s: %w", file, mapError(err))
	}
	return nil
}
