package jobs

import (
	"context"
	"time"

	"etld/internal/infra/sqldb"
)

// Items are what a job works on one by one. They have nothing to do with each other:
// one that fails is parked and harms no other.
type Items struct {
	Job string
	// Max bounds the parked and the fresh items of one step.
	Max int
	// RetryAfter is when an item that failed is tried again.
	RetryAfter time.Duration
	// Read names the next items that are not parked, Max of them, or fewer when no
	// more are left. Without it only parked ones are tried.
	Read func(tx *sqldb.Tx) ([]string, error)
	// Do does one item, or finds that nothing is left to do.
	Do func(tx *sqldb.Tx, subject string) error
	// Owed is that of the job which Every makes.
	Owed bool
}

// Every is the job that looks for items and does them.
func (i Items) Every(every time.Duration, db *sqldb.DB) Job {
	return Job{Name: i.Job, Every: every, Owed: i.Owed, Work: func(ctx context.Context) (bool, error) { return i.Step(ctx, db) }}
}

// ReadDue reads items by a query that takes the time and how many there may be.
func ReadDue(query string, limit int) func(tx *sqldb.Tx) ([]string, error) {
	return func(tx *sqldb.Tx) ([]string, error) {
		return sqldb.Collect(tx, sqldb.One[string], query, tx.Now(), limit)
	}
}

// Step does the next items in one transaction that yields to callers, and tells
// whether more may be left.
func (i Items) Step(ctx context.Context, db *sqldb.DB) (more bool, err error) {
	err = db.Background(ctx, func(tx *sqldb.Tx) (err error) {
		more, err = i.Next(ctx, tx)
		return err
	})
	return more && err == nil, err
}

// Next is Step within a transaction.
func (i Items) Next(ctx context.Context, tx *sqldb.Tx) (more bool, err error) {
	parked, err := Due(tx, i.Job, i.Max)
	if err != nil {
		return false, err
	}
	for _, subject := range parked {
		if err := i.Alone(ctx, tx, subject, true); err != nil {
			return false, err
		}
	}
	if i.Read == nil {
		return len(parked) == i.Max, nil
	}
	fresh, err := i.Read(tx)
	if err != nil {
		return false, err
	}
	return len(parked) == i.Max || len(fresh) >= i.Max, i.Page(ctx, tx, fresh)
}

// Page does items that are not parked together or, where that fails, each as a part
// of its own.
func (i Items) Page(ctx context.Context, tx *sqldb.Tx, subjects []string) error {
	if len(subjects) == 0 {
		return nil
	}
	failure := tx.Try(func() error {
		for _, subject := range subjects {
			if err := i.Do(tx, subject); err != nil {
				return err
			}
		}
		return nil
	})
	if failure == nil || Passes(ctx, failure) {
		return failure
	}
	for _, subject := range subjects {
		if err := i.Alone(ctx, tx, subject, false); err != nil {
			return err
		}
	}
	return nil
}

// Alone does one item as a part of its own: after a question to somebody outside, of
// which no transaction waits for the answer.
func (i Items) Alone(ctx context.Context, tx *sqldb.Tx, subject string, wasParked bool) (err error) {
	item := Item{Job: i.Job, Subject: subject}
	failure := tx.Try(func() error { return i.Do(tx, subject) })
	switch {
	case failure != nil && Passes(ctx, failure):
		return failure
	case failure != nil:
		err = Park(tx, item, failure, tx.Now().Add(i.RetryAfter))
	case wasParked:
		_, err = Unpark(tx, item)
	}
	return err
}

// Passes says that a failure is no fault of an item's: the work ends, the database was
// away, or others came between.
func Passes(ctx context.Context, failure error) bool {
	return ctx.Err() != nil || sqldb.Passes(failure)
}
