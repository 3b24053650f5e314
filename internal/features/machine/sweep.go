package machine

import (
	"context"
	"time"

	"etld/internal/base/clock"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

const (
	selectUnpaidDay = `SELECT ` + accountColumns + ` FROM machine_user
		WHERE stuck = 0 AND user_id > $1 AND (mining = 1 AND output_next <= $3 OR next_due_at <= $4) ORDER BY user_id LIMIT $2`
	selectUnpaidHour = `SELECT ` + accountColumns + ` FROM machine_user
		WHERE stuck = 0 AND user_id > $1 AND next_due_at <= $3 ORDER BY user_id LIMIT $2`
)

// sweep is a way through all users in the order of their ids, which is the one
// their rows are stored in: what lies together is read and written together. It
// is for what plans cover, as that needs no order of time across users.
type sweep struct {
	job    string
	period int64
	// query takes the last user, how many, and the args.
	query string
	args  []any
	// until is how far the users it finds are settled.
	until time.Time
}

// payDay pays one chunk of users a closed day's output, with the interest that
// fell due by then. Users whose own actions were faster are passed over.
func (s *Service) payDay(ctx context.Context, d clock.Day) (worked bool, err error) {
	return s.sweep(ctx, sweep{job: jobOutput, period: int64(d), query: selectUnpaidDay, args: []any{int64(d), d.End()}, until: d.End()})
}

// payHour pays one chunk of users the interest of the last clock hour that is
// over, and tells whether there was one left to do. Interest of a day that is
// over comes with its output.
func (s *Service) payHour(ctx context.Context) (worked bool, err error) {
	var hour int64
	due := false
	err = s.db.View(ctx, func(tx *sqldb.Tx) error {
		v, err := s.currentState(tx)
		if err != nil {
			return err
		}
		hour = hourNumber(earlier(tx.Now(), v.OpenDay.End()))
		_, unpaid, err := s.unpaidDay(tx, v)
		if err != nil || unpaid || isOver(tx, v) {
			return err
		}
		paid, any, err := jobs.LastDone(tx, jobInterest)
		due = !any || paid < hour
		return err
	})
	if err != nil || !due {
		return false, err
	}
	return s.sweep(ctx, sweep{job: jobInterest, period: hour, query: selectUnpaidHour, args: []any{hourTime(hour)}, until: hourTime(hour)})
}

// unpaidDay is the newest closed day as long as not everybody has been paid
// for it.
func (s *Service) unpaidDay(tx *sqldb.Tx, v state) (d clock.Day, found bool, err error) {
	d = v.OpenDay - 1
	if _, closed, err := s.store.days.Get(tx, dayKey(d)); err != nil || !closed {
		return d, false, err
	}
	paid, any, err := jobs.LastDone(tx, jobOutput)
	return d, !any || paid < int64(d), err
}

// sweep settles one chunk of users and tells whether there was one left to do.
func (s *Service) sweep(ctx context.Context, w sweep) (worked bool, err error) {
	var users []account
	err = s.db.Behind(ctx, func(tx *sqldb.Tx) error {
		users, worked = nil, false
		run, err := jobs.Begin(tx, w.job, w.period)
		if err != nil || run.Done {
			return err
		}
		worked = true
		cursor, done := run.Cursor, false
		for range chunkSlices {
			slice, err := selectAccounts(tx, w.query, append([]any{cursor, sliceUsers}, w.args...)...)
			if err != nil {
				return err
			}
			users = append(users, slice...)
			settled, err := s.settleParts(tx, slice, w.until, func([]account, bool) time.Time { return w.until })
			if err != nil {
				return err
			}
			done = len(slice) < sliceUsers && settled == len(slice)
			if settled > 0 {
				cursor = slice[settled-1].UserID
			}
			if done || tx.Pressing() {
				break
			}
		}
		return jobs.Move(tx, run, cursor, done)
	})
	return s.orOneByOne(ctx, users, worked, err)
}
