package jobs

import (
	"context"
	"time"

	"etld/internal/infra/sqldb"
)

// Alone is a job whose items have nothing to do with each other: one that fails is
// parked and harms no other.
type Alone struct {
	Job string
	// Max bounds the items of one step.
	Max int
	// RetryAfter is when an item that failed is tried again.
	RetryAfter time.Duration
	// Read names the next items that are not parked, Max of them, or fewer when no
	// more are left.
	Read func(tx *sqldb.Tx) ([]string, error)
	// Do does one item, or finds that nothing is left to do.
	Do func(tx *sqldb.Tx, subject string) error
}

// Step does the next items in one transaction that yields to callers, and tells
// whether more may be left. They are done together; where that fails, each as a
// part of its own.
func (a Alone) Step(ctx context.Context, db *sqldb.DB) (more bool, err error) {
	err = db.Background(ctx, func(tx *sqldb.Tx) error {
		parked, err := Due(tx, a.Job, a.Max)
		if err != nil {
			return err
		}
		for _, subject := range parked {
			if err := a.one(ctx, tx, subject, true); err != nil {
				return err
			}
		}
		fresh, err := a.Read(tx)
		if err != nil {
			return err
		}
		more = len(parked) == a.Max || len(fresh) == a.Max
		return a.together(ctx, tx, fresh)
	})
	return more && err == nil, err
}

func (a Alone) together(ctx context.Context, tx *sqldb.Tx, subjects []string) error {
	if len(subjects) == 0 {
		return nil
	}
	failure := tx.Try(func() error {
		for _, subject := range subjects {
			if err := a.Do(tx, subject); err != nil {
				return err
			}
		}
		return nil
	})
	if failure == nil || passes(ctx, failure) {
		return failure
	}
	for _, subject := range subjects {
		if err := a.one(ctx, tx, subject, false); err != nil {
			return err
		}
	}
	return nil
}

func (a Alone) one(ctx context.Context, tx *sqldb.Tx, subject string, wasParked bool) (err error) {
	item := Item{Job: a.Job, Subject: subject}
	failure := tx.Try(func() error { return a.Do(tx, subject) })
	switch {
	case failure != nil && passes(ctx, failure):
		return failure
	case failure != nil:
		err = Park(tx, item, failure, tx.Now().Add(a.RetryAfter))
	case wasParked:
		_, err = Unpark(tx, item)
	}
	return err
}

// passes says that a failure is no fault of an item's.
func passes(ctx context.Context, failure error) bool {
	return ctx.Err() != nil || sqldb.Passes(failure)
}
