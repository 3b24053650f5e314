package machine

import (
	"context"
	"fmt"
	"slices"
	"time"

	"etld/internal/base/clock"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

// chunkPages bounds the pages of one transaction in which few users are due.
const chunkPages = 64

// selectPage is the next slice of all users. It does not ask who is due, and
// says its length in the text: otherwise PostgreSQL, as long as it has no
// statistics of the table, gathers and sorts all users for every slice.
var selectPage = fmt.Sprintf(`SELECT `+accountColumns+` FROM machine_user WHERE user_id > $1 ORDER BY user_id LIMIT %d`, sliceUsers)

// sweep is a way through all users in the order of their ids, which is the one
// their rows are stored in: what lies together is read and written together. It
// is for what plans cover, as that needs no order of time across users.
type sweep struct {
	job string
	// period is the platform day or the hour that the job's cursor belongs to.
	period int64
	// due says whom the sweep settles, and until how far.
	due   func(account) bool
	until time.Time
}

// payDay pays one chunk of users a closed day's output, with the interest that
// fell due by then. Users whose own actions were faster are passed over.
func (s *Service) payDay(ctx context.Context, d clock.Day) (worked bool, err error) {
	due := func(a account) bool { return a.Mining && a.OutputNext <= d || !a.NextDueAt.After(d.End()) }
	return s.sweep(ctx, sweep{job: jobOutput, period: int64(d), due: due, until: d.End()})
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
	until := hourTime(hour)
	return s.sweep(ctx, sweep{job: jobInterest, period: hour, due: func(a account) bool { return !a.NextDueAt.After(until) }, until: until})
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
		for range chunkPages {
			page, err := selectAccounts(tx, selectPage, cursor)
			if err != nil {
				return err
			}
			done = len(page) < sliceUsers
			if len(page) > 0 {
				cursor = page[len(page)-1].UserID
			}
			slice := slices.DeleteFunc(page, func(a account) bool { return a.Stuck || !w.due(a) })
			users = append(users, slice...)
			settled, err := s.settleParts(tx, slice, w.until, func([]account, bool) time.Time { return w.until })
			if err != nil {
				return err
			}
			if settled < len(slice) {
				cursor, done = slice[settled-1].UserID, false
			}
			if done || len(users) >= chunkSlices*sliceUsers || tx.Pressing() {
				break
			}
		}
		return jobs.Move(tx, run, cursor, done)
	})
	return s.orOneByOne(ctx, users, worked, err)
}
