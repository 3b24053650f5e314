package jobs

import (
	"context"

	"etld/internal/infra/sqldb"
)

// pagesMax bounds the pages of one transaction while nobody calls.
const pagesMax = 16

// Walk goes through rows in the order of their keys, once a period, in bounded
// transactions that yield to callers. The cursor is the key of the last row
// done, and moves with the effects.
type Walk[T any] struct {
	Job    string
	Period int64
	// Read reads the next rows behind a key, in the order of their keys: Page of
	// them, or fewer when no more are left.
	Read func(tx *sqldb.Tx, after string) ([]T, error)
	Page int
	Key  func(T) string
	// Work does the first rows of a page and tells how many; those left out are
	// read again. It does one at least.
	Work func(tx *sqldb.Tx, page []T) (done int, err error)
	// Hints name what every page reads.
	Hints []sqldb.Hint
}

// Step does the next pages and tells whether there were any; a period that is
// done has none. Tried are the rows that it worked on, of which none is done
// when it fails.
func (w Walk[T]) Step(ctx context.Context, db *sqldb.DB) (tried []T, worked bool, err error) {
	err = db.Background(ctx, func(tx *sqldb.Tx) error {
		tried, worked = nil, false
		run, err := Begin(tx, w.Job, w.Period)
		if err != nil || run.Done {
			return err
		}
		worked = true
		cursor, over := run.Cursor, false
		for pages := 0; pages < pagesMax && !over && (pages == 0 || !tx.ShouldYield()); pages++ {
			page, err := w.Read(tx, cursor)
			if err != nil {
				return err
			}
			if over = len(page) < w.Page; len(page) == 0 {
				break
			}
			tried = append(tried, page...)
			done, err := w.Work(tx, page)
			if err != nil {
				return err
			}
			over = over && done == len(page)
			cursor = w.Key(page[done-1])
		}
		return Move(tx, run, cursor, over)
	}, w.Hints...)
	return tried, worked && err == nil, err
}
