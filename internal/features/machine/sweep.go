package machine

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"etld/internal/base/clock"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

const (
	// A part of a sweep should fit into the time that the writer waits for the
	// disk. PostgreSQL's are longer, as each takes several exchanges with it.
	partUsersSQLite, partUsersPostgres = 32, 96
	// aheadUsers are enough for some tenths of a second beside callers, so that the
	// way from one lot to the next, on which nothing is paid, hardly counts. Where
	// nobody calls one transaction pays them all.
	aheadUsers = 1536
	// chunkUsers bounds the users who are read at a time where few are due.
	chunkUsers = 6144
)

func partUsers(engine sqldb.Engine) int {
	if engine == sqldb.SQLite {
		return partUsersSQLite
	}
	return partUsersPostgres
}

// selectPart is the next part of all users. It does not ask who is due, and
// says its length in the text: otherwise PostgreSQL, as long as it has no
// statistics of the table, gathers and sorts all users for every part.
func selectPart(users int) string {
	return fmt.Sprintf(`SELECT `+accountColumns+` FROM machine_user WHERE user_id > $1 ORDER BY user_id LIMIT %d`, users)
}

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
	// hints are what every part reads.
	hints []sqldb.Hint
}

// payDay pays the next users a closed day's output, with the interest that
// fell due by then. Users whose own actions were faster are passed over.
func (s *Service) payDay(ctx context.Context, d clock.Day) (worked bool, err error) {
	return s.sweep(ctx, s.daySweep(d), &s.dayAhead)
}

func (s *Service) daySweep(d clock.Day) sweep {
	due := func(a account) bool { return a.Mining && a.OutputNext <= d || !a.NextDueAt.After(d.End()) }
	return sweep{job: jobOutput, period: int64(d), due: due, until: d.End(),
		hints: []sqldb.Hint{s.ledger.Hint(interestReserved), s.ledger.Hint(emission), s.store.days.Hint(dayKey(d))}}
}

// payHour pays the next users the interest of the last clock hour that is
// over, and tells whether there was one left to do. Interest of a day that is
// over comes with its output.
func (s *Service) payHour(ctx context.Context) (worked bool, err error) {
	var hour int64
	isDue := false
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
		isDue = !any || paid < hour
		return err
	})
	if err != nil || !isDue {
		return false, err
	}
	until := hourTime(hour)
	due := func(a account) bool { return !a.NextDueAt.After(until) }
	return s.sweep(ctx, sweep{job: jobInterest, period: hour, due: due, until: until, hints: []sqldb.Hint{s.ledger.Hint(interestReserved)}}, &s.hourAhead)
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

// ahead is what a sweep has prepared and not paid yet. Whatever is paid from it
// is compared first, so it may be old.
type ahead struct {
	mu    sync.Mutex
	run   jobs.Run
	parts []part
}

// part is what one step of a sweep pays at least.
type part struct {
	planned []prepared
	// others are the ids of those whose machines must be read.
	others []string
	// cursor is the last user's id, and last says that nobody comes after him.
	cursor string
	last   bool
}

// sweep settles the next users and tells whether there were any left. What plans
// cover is prepared in a view, several parts at a time, while the writer serves
// callers and pays those before; the writer only compares and stores.
func (s *Service) sweep(ctx context.Context, w sweep, a *ahead) (worked bool, err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.parts) == 0 || a.run.Job != w.job || a.run.Period != w.period {
		if err := s.readAhead(ctx, w, a); err != nil || len(a.parts) == 0 {
			return false, err
		}
	}
	next := s.readNext(ctx, w, a.parts[len(a.parts)-1])
	// paid counts the parts whose payments are committed, reached those that are
	// paid with the transaction under way.
	paid, reached := 0, 0
	pay := func(tx *sqldb.Tx) error {
		for reached = paid; reached < len(a.parts); {
			reached++
			if err := s.payPrepared(tx, a.parts[reached-1], w.until); err != nil {
				return err
			}
			if tx.Pressing() {
				break
			}
		}
		newest := a.parts[reached-1]
		return jobs.Move(tx, a.run, newest.cursor, newest.last)
	}
	again := func() bool {
		paid, a.run.Cursor = reached, a.parts[reached-1].cursor
		return paid < len(a.parts)
	}
	err = s.db.RepeatBehind(ctx, pay, again, w.hints...)
	tried := a.parts[paid:reached]
	if a.parts = <-next; err != nil {
		a.parts = nil
		return s.orOneByOne(ctx, usersOf(tried), true, err)
	}
	return true, nil
}

// readNext prepares what follows a part while those before it are paid. What it
// cannot read is left to the next step, which reports why.
func (s *Service) readNext(ctx context.Context, w sweep, behind part) <-chan []part {
	next := make(chan []part, 1)
	if behind.last {
		close(next)
		return next
	}
	go func() {
		defer close(next)
		var parts []part
		err := s.db.View(ctx, func(tx *sqldb.Tx) (err error) {
			parts, err = s.prepareParts(tx, w, behind.cursor)
			return err
		})
		if err == nil {
			next <- parts
		}
	}()
	return next
}

func usersOf(parts []part) []string {
	var list []string
	for _, p := range parts {
		list = append(list, p.others...)
		for i := range p.planned {
			list = append(list, p.planned[i].was.UserID)
		}
	}
	return list
}

// readAhead prepares the next parts of a period; none when it is done.
func (s *Service) readAhead(ctx context.Context, w sweep, a *ahead) error {
	a.parts = nil
	begun := false
	read := func(tx *sqldb.Tx) (err error) {
		if a.run, begun, err = jobs.Find(tx, w.job, w.period); err != nil || !begun || a.run.Done {
			return err
		}
		a.parts, err = s.prepareParts(tx, w, a.run.Cursor)
		return err
	}
	if err := s.db.View(ctx, read); err != nil || begun {
		return err
	}
	err := s.db.Behind(ctx, func(tx *sqldb.Tx) error {
		_, err := jobs.Begin(tx, w.job, w.period)
		return err
	})
	if err != nil {
		return err
	}
	return s.db.View(ctx, read)
}

// prepareParts reads on behind the cursor until enough people are due.
func (s *Service) prepareParts(tx *sqldb.Tx, w sweep, cursor string) (parts []part, err error) {
	size := partUsers(s.db.Engine())
	query := selectPart(size)
	for due, read := 0, 0; read < chunkUsers; read += size {
		page, err := selectAccounts(tx, query, cursor)
		if err != nil {
			return nil, err
		}
		p := part{cursor: cursor, last: len(page) < size}
		if len(page) > 0 {
			p.cursor = page[len(page)-1].UserID
		}
		users := slices.DeleteFunc(page, func(a account) bool { return a.isAside() || !w.due(a) })
		if some := bounded(users, w.until); len(some) < len(users) {
			// The rest of the page is read again.
			users, p.cursor, p.last = some, some[len(some)-1].UserID, false
		}
		var others []account
		if p.planned, others, err = s.prepare(tx, users, w.until); err != nil {
			return nil, err
		}
		for _, a := range others {
			p.others = append(p.others, a.UserID)
		}
		parts, cursor, due = append(parts, p), p.cursor, due+len(users)
		if p.last || due >= s.aheadUsers {
			break
		}
	}
	return parts, nil
}
