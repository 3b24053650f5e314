package sqldb

import "context"

// Ready tells whether the database answers now and nothing has failed that only
// a restart mends.
func (db *DB) Ready(ctx context.Context) error {
	if err := db.Failed(); err != nil {
		return err
	}
	return db.View(ctx, func(tx *Tx) error {
		return tx.Query(func(*Row) error { return nil }, `SELECT 1`)
	})
}
