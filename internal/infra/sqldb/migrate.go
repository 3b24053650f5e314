package sqldb

import (
	"context"
	"errors"
	"fmt"
	"time"

	"etld/internal/infra/sqldb/migrations"
)

// Worlds a database can belong to; it is recorded at creation.
const (
	WorldDemo       = "demo"
	WorldProduction = "production"
)

// ErrOtherWorld is one that an operator has to act on.
var ErrOtherWorld = errors.New("the database belongs to another world")

// Migrate brings the schema up to date, as package migrations says.
func Migrate(ctx context.Context, address string) error {
	return mapError(migrations.Up(ctx, address))
}

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
