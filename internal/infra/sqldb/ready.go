package sqldb

import (
	"context"
	"time"
)

const saveTried = `INSERT INTO sqldb_meta (name, value) VALUES ('tried', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value`

// Ready tells whether the database answers now and takes writes. It writes only
// after a write that was refused, to find out whether that is over: a time, as
// the engine writes no page that stays as it is.
func (db *DB) Ready(ctx context.Context) error {
	err := db.View(ctx, func(tx *Tx) error {
		return tx.Query(func(*Row) error { return nil }, `SELECT 1`)
	})
	if err != nil || !db.refused.Load() {
		return err
	}
	return db.Update(ctx, func(tx *Tx) error {
		_, err := tx.Exec(saveTried, tx.Now().Format(time.RFC3339Nano))
		return err
	})
}
