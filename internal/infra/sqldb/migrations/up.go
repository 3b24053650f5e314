package migrations

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"

	"github.com/pressly/goose/v3"

	"etld/internal/base/version"
	"etld/internal/infra/sqldb/postgres"
)

// formerRelease is the newest migration of the release before this one, which goes on
// while this one begins. It is raised with each release; zero says that there was none
// yet, so that nobody goes on who does not know every migration.
const formerRelease int64 = 0

// ErrNewerSchema says that the database was brought up to date by a program that is more
// than one release newer.
var ErrNewerSchema = errors.New("the database's schema is newer than this program; install the newer program")

const (
	saveMeta = `INSERT INTO sqldb_meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value`
	readMeta = `SELECT value FROM sqldb_meta WHERE name = $1`
	// metaNeeds is the least schema that a program has to know, metaBy the program that
	// said so.
	metaNeeds = "schema_needs"
	metaBy    = "schema_by"
)

// Up brings the schema up to date, one file per transaction, so that an interrupted run
// resumes. It leaves a schema that is one release newer as it is, and refuses one that is
// newer than that.
func Up(ctx context.Context, address string) error { return upTo(ctx, address, formerRelease) }

func upTo(ctx context.Context, address string, former int64) (err error) {
	db, err := Open(address)
	if err != nil {
		return err
	}
	defer db.Close()
	if db.Engine == Postgres {
		if err := postgres.CheckOrder(func(query string, sorts *bool) error { return db.QueryRowContext(ctx, query).Scan(sorts) }); err != nil {
			return err
		}
	}
	giveBack, err := db.lock(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, giveBack()) }()
	provider, err := goose.NewProvider(db.dialect(), db.DB, engineDDL{files, db.Engine})
	if err != nil {
		return fmt.Errorf("migrations: %w", err)
	}
	current, err := provider.GetDBVersion(ctx)
	if err != nil {
		return fmt.Errorf("read schema version: %w", err)
	}
	newest := newestOf(provider)
	if current > newest {
		return db.mayUse(ctx, current, newest)
	}
	if _, err = provider.Up(ctx); err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	if former == 0 {
		former = newest
	}
	return db.saveNeeds(ctx, former)
}

func newestOf(provider *goose.Provider) int64 {
	sources := provider.ListSources()
	return sources[len(sources)-1].Version
}

// mayUse refuses a newer schema that needs a program which knows more than this one.
func (db *Database) mayUse(ctx context.Context, current, newest int64) error {
	needs, by, err := db.needs(ctx)
	if err != nil {
		return err
	}
	if needs == 0 || needs > newest {
		return fmt.Errorf("schema %d of %s, which needs programs that know %d; this program knows %d: %w", current, by, needs, newest, ErrNewerSchema)
	}
	return nil
}

// needs is what the newest program said; zero where none did.
func (db *Database) needs(ctx context.Context) (least int64, by string, err error) {
	by = "an unknown program"
	var text string
	for name, into := range map[string]*string{metaNeeds: &text, metaBy: &by} {
		if err := db.QueryRowContext(ctx, readMeta, name).Scan(into); err != nil && !errors.Is(err, sql.ErrNoRows) {
			return 0, "", fmt.Errorf("read what the schema needs: %w", err)
		}
	}
	if text == "" {
		return 0, by, nil
	}
	least, err = strconv.ParseInt(text, 10, 64)
	return least, by, err
}

// saveNeeds keeps what programs have to know from now on, which never falls.
func (db *Database) saveNeeds(ctx context.Context, least int64) error {
	stored, _, err := db.needs(ctx)
	if err != nil || stored >= least {
		return err
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	for _, pair := range [][2]string{{metaNeeds, strconv.FormatInt(least, 10)}, {metaBy, "etld " + version.Of()}} {
		if _, err := tx.ExecContext(ctx, saveMeta, pair[0], pair[1]); err != nil {
			return fmt.Errorf("keep what the schema needs: %w", err)
		}
	}
	return tx.Commit()
}
