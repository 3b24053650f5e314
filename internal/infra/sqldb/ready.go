package sqldb

import "context"

// Ready tells whether the database answers now.
func (db *DB) Ready(ctx context.Context) error {
	return db.View(ctx, func(tx *Tx) error {
		return tx.Query(func(*Row) error { return nil }, `SELECT 1`)
	})
}
