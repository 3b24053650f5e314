package sqldb

import (
	"bytes"
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"regexp"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"

	"etld/internal/infra/sqldb/postgres"

	// A driver for the migration tool only; the product's own statements go
	// through the engines' native clients.
	_ "modernc.org/sqlite"
)

//go:embed migrations/*.sql
var migrationFiles embed.FS

// Worlds a database can belong to; it is recorded at creation.
const (
	WorldDemo       = "demo"
	WorldProduction = "production"
)

// Errors of Migrate that an operator has to act on.
var (
	ErrNewerSchema = errors.New("the database's schema is newer than this program; install the newer program")
	ErrOtherWorld  = errors.New("the database belongs to another world")
)

// Migrate brings the schema up to date, one file per transaction, so that an
// interrupted run resumes. It refuses a schema newer than the program.
func Migrate(ctx context.Context, address string) error {
	db, dialect, err := openForMigration(address)
	if err != nil {
		return err
	}
	defer db.Close()
	files, err := fs.Sub(migrationFiles, "migrations")
	if err != nil {
		return err
	}
	engine := Postgres
	if dialect == goose.DialectSQLite3 {
		engine = SQLite
	}
	if engine == Postgres {
		if err := postgres.CheckOrder(func(query string, sorts *bool) error { return db.QueryRowContext(ctx, query).Scan(sorts) }); err != nil {
			return mapError(err)
		}
	}
	files = engineDDL{files, engine}
	provider, err := goose.NewProvider(dialect, db, files)
	if err != nil {
		return fmt.Errorf("migrations: %w", err)
	}
	current, err := provider.GetDBVersion(ctx)
	if err != nil {
		return fmt.Errorf("read schema version: %w", mapError(err))
	}
	sources := provider.ListSources()
	if newest := sources[len(sources)-1].Version; current > newest {
		return fmt.Errorf("schema %d, program %d: %w", current, newest, ErrNewerSchema)
	}
	if _, err = provider.Up(ctx); err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	return nil
}

func openForMigration(address string) (*sql.DB, goose.Dialect, error) {
	if path, ok := strings.CutPrefix(address, "sqlite:"); ok {
		db, err := sql.Open("sqlite", "file:"+path+"?_pragma=busy_timeout(5000)&_pragma=journal_mode(WAL)&_pragma=synchronous(NORMAL)")
		if err != nil {
			return nil, "", fmt.Errorf("open database: %w", err)
		}
		db.SetMaxOpenConns(1)
		return db, goose.DialectSQLite3, nil
	}
	config, err := postgres.ForMigration(address)
	if err != nil {
		return nil, "", err
	}
	return stdlib.OpenDB(*config), goose.DialectPostgres, nil
}

// engineDDL gives each engine its own options of tables: what stands in the
// migrations between "/*sqlite" or "/*postgres" and "*/" is a part of the text
// for that engine, and not there for the other.
type engineDDL struct {
	fs.FS
	engine Engine
}

type memoryFile struct {
	*bytes.Reader
	name string
}

// Open is for package fs.
func (f engineDDL) Open(name string) (fs.File, error) {
	file, err := f.FS.Open(name)
	if err != nil || !strings.HasSuffix(name, ".sql") {
		return file, err
	}
	defer file.Close()
	text, err := io.ReadAll(file)
	if err != nil {
		return nil, err
	}
	return memoryFile{bytes.NewReader(optionsOf(f.engine, text)), name}, nil
}

var engineOptions = regexp.MustCompile(`(?s)/\*(sqlite|postgres)(\s.*?)\*/`)

// optionsOf leaves an engine's own options in the text and no others.
func optionsOf(engine Engine, text []byte) []byte {
	return engineOptions.ReplaceAllFunc(text, func(option []byte) []byte {
		parts := engineOptions.FindSubmatch(option)
		if string(parts[1]) != string(engine) {
			return nil
		}
		return parts[2]
	})
}

func (m memoryFile) Close() error               { return nil }
func (m memoryFile) Stat() (fs.FileInfo, error) { return m, nil }
func (m memoryFile) Name() string               { return m.name }
func (m memoryFile) Mode() fs.FileMode          { return 0o444 }
func (m memoryFile) ModTime() time.Time         { return time.Time{} }
func (m memoryFile) IsDir() bool                { return false }
func (m memoryFile) Sys() any                   { return nil }

const (
	selectMeta = `SELECT value FROM sqldb_meta WHERE name = $1`
	insertMeta = `INSERT INTO sqldb_meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING`
	raiseTime  = `UPDATE sqldb_time SET highest = $1 WHERE id = 1 AND highest < $1`
	selectTime = `SELECT highest FROM sqldb_time WHERE id = 1`
)

// ClaimWorld records the world of a new database and refuses one that belongs
// to another. The mark is a second identity within the world: the demo's
// chain genesis, so that an old database never meets a new chain.
func (db *DB) ClaimWorld(ctx context.Context, world, mark string) error {
	return db.Update(ctx, func(tx *Tx) error {
		for _, pair := range [][2]string{{"world", world}, {"mark", mark}} {
			if _, err := tx.Exec(insertMeta, pair[0], pair[1]); err != nil {
				return err
			}
			var stored string
			if _, err := tx.QueryOne(Dest(&stored), selectMeta, pair[0]); err != nil {
				return err
			}
			if stored != pair[1] {
				return fmt.Errorf("%s is %q, wanted %q: %w", pair[0], stored, pair[1], ErrOtherWorld)
			}
		}
		return nil
	})
}

// World is what ClaimWorld recorded, and empty before.
func (db *DB) World(ctx context.Context) (world string, err error) {
	err = db.View(ctx, func(tx *Tx) error {
		_, err := tx.QueryOne(Dest(&world), selectMeta, "world")
		return err
	})
	return world, err
}

// RaiseClock lifts the clock's floor to the highest time stored, so that the
// platform's time never runs backwards over a restart.
func (db *DB) RaiseClock(ctx context.Context, c Clock) error {
	return db.View(ctx, func(tx *Tx) error {
		var highest time.Time
		if _, err := tx.QueryOne(Dest(&highest), selectTime); err != nil {
			return err
		}
		c.NotBefore(highest)
		return nil
	})
}
