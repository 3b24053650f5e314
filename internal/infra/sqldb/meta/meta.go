// Package meta keeps what a database says of itself: the world that it belongs to, and
// notes on it.
package meta

import (
	"context"
	"errors"
	"fmt"

	"etld/internal/infra/sqldb"
)

// Worlds a database can belong to; it is recorded at creation.
const (
	Demo       = "demo"
	Production = "production"
)

// ErrOtherWorld is one that an operator has to act on.
var ErrOtherWorld = errors.New("the database belongs to another world")

const (
	selectMeta = `SELECT value FROM sqldb_meta WHERE name = $1`
	insertMeta = `INSERT INTO sqldb_meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING`
	saveMeta   = `INSERT INTO sqldb_meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value`
)

// ClaimWorld records the world of a new database and refuses one that belongs
// to another. The mark is a second identity within the world: the demo's
// chain genesis, so that an old database never meets a new chain.
func ClaimWorld(ctx context.Context, db *sqldb.DB, world, mark string) error {
	return db.Update(ctx, func(tx *sqldb.Tx) error {
		for _, pair := range [][2]string{{"world", world}, {"mark", mark}} {
			if err := tx.Do(insertMeta, pair[0], pair[1]); err != nil {
				return err
			}
			stored, err := ReadNote(tx, pair[0])
			if err != nil {
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
func World(ctx context.Context, db *sqldb.DB) (string, error) {
	return sqldb.Value(ctx, db.View, func(tx *sqldb.Tx) (string, error) { return ReadNote(tx, "world") })
}

// KeepNote keeps what is known about the database itself, in the place of what was known
// before.
func KeepNote(tx *sqldb.Tx, name, value string) error {
	return tx.Do(saveMeta, name, value)
}

// ReadNote is what is known; empty where nothing is.
func ReadNote(tx *sqldb.Tx, name string) (string, error) {
	return sqldb.Get[string](tx, selectMeta, name)
}
