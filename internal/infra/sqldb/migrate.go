package sqldb

import (
	"context"
	"time"

	"etld/internal/infra/sqldb/migrations"
)

// Migrate brings the schema up to date, as package migrations says.
func Migrate(ctx context.Context, address string) error {
	return mapError(migrations.Up(ctx, address))
}

const (
	raiseTime  = `UPDATE sqldb_time SET highest = $1 WHERE id = 1 AND highest < $1`
	selectTime = `SELECT highest FROM sqldb_time WHERE id = 1`
)

// RaiseClock lifts the clock's floor to the highest time stored, so that the
// platform's time never runs backwards over a restart.
func (db *DB) RaiseClock(ctx context.Context, c Clock) error {
	return db.View(ctx, func(tx *Tx) error {
		highest, err := HighestTime(tx)
		if err == nil {
			c.NotBefore(highest)
		}
		return err
	})
}

// HighestTime is the highest time that the database holds: it was made then or later.
func HighestTime(tx *Tx) (time.Time, error) {
	return Get[time.Time](tx, selectTime)
}
