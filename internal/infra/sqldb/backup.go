package sqldb

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/pressly/goose/v3"
)

// ErrBackupElsewhere says that PostgreSQL has tools of its own for this.
var ErrBackupElsewhere = errors.New("only SQLite files are backed up by this command; use pg_dump or continuous archiving for PostgreSQL")

// Backup writes a consistent copy of a SQLite database into a new file while
// the program may be running. Restoring is putting the file in the old one's
// place.
func Backup(ctx context.Context, address, file string) error {
	db, dialect, err := openForMigration(address)
	if err != nil {
		return err
	}
	defer db.Close()
	if dialect != goose.DialectSQLite3 {
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
