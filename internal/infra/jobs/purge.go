package jobs

import (
	"context"
	"time"

	"etld/internal/base/clock"
	"etld/internal/infra/sqldb"
)

const (
	purgeEvery = time.Hour
	// PurgeMax bounds the rows that one statement deletes.
	PurgeMax = 1000
)

// Deletion deletes at most PurgeMax rows that nobody needs any more and tells
// how many they were.
type Deletion func(tx *sqldb.Tx) (deleted int64, err error)

// Older deletes what is older than a time, by a statement that takes an instant and
// PurgeMax.
func Older(statement string, kept time.Duration) Deletion {
	return func(tx *sqldb.Tx) (int64, error) { return tx.Exec(statement, tx.Now().Add(-kept), PurgeMax) }
}

// OlderDays is Older for a statement that takes a platform day.
func OlderDays(statement string, kept clock.Day) Deletion {
	return func(tx *sqldb.Tx) (int64, error) { return tx.Exec(statement, clock.DayOf(tx.Now())-kept, PurgeMax) }
}

// Purge is the job that deletes, every hour, what is no longer needed: in the
// background, chunk after chunk until no deletion finds a whole one.
func Purge(db *sqldb.DB, name string, deletions ...Deletion) Job {
	return Job{Name: name, Every: purgeEvery, Work: func(ctx context.Context) (more bool, err error) {
		err = db.Background(ctx, func(tx *sqldb.Tx) error {
			more = false
			for _, remove := range deletions {
				deleted, err := remove(tx)
				if err != nil {
					return err
				}
				more = more || deleted >= PurgeMax
			}
			return nil
		})
		return more && err == nil, err
	}}
}
