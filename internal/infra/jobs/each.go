package jobs

import (
	"context"
	"slices"
	"time"

	"etld/internal/infra/sqldb"
)

// Each does the items of a job that are due, a few in one transaction and each as
// a part of its own: one that fails is parked and harms no other.
type Each struct {
	Job string
	// Max bounds the parked and the fresh items of one step.
	Max int
	// RetryAfter is when an item that failed is tried again.
	RetryAfter time.Duration
	// Read names fresh items that are due and not parked, at most Max.
	Read func(tx *sqldb.Tx) ([]string, error)
	Do   func(tx *sqldb.Tx, subject string) error
}

// Step does the next items and tells whether more may be due.
func (e Each) Step(ctx context.Context, db *sqldb.DB) (more bool, err error) {
	err = db.Background(ctx, func(tx *sqldb.Tx) error {
		parked, err := Due(tx, e.Job, e.Max)
		if err != nil {
			return err
		}
		fresh, err := e.Read(tx)
		if err != nil {
			return err
		}
		more = len(parked) == e.Max || len(fresh) == e.Max
		for i, subject := range slices.Concat(parked, fresh) {
			item := Item{Job: e.Job, Subject: subject}
			failure := tx.Try(func() error { return e.Do(tx, subject) })
			switch {
			case failure != nil && (ctx.Err() != nil || sqldb.Passes(failure)):
				return failure
			case failure != nil:
				err = Park(tx, item, failure, tx.Now().Add(e.RetryAfter))
			case i < len(parked):
				_, err = Unpark(tx, item)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	return more && err == nil, err
}
