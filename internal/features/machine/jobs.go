package machine

import (
	"container/heap"
	"context"
	"fmt"
	"time"

	"etld/internal/core/ledger"
	"etld/internal/features/machine/earning"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

const (
	// chunkParts bounds the parts of one transaction while nobody calls.
	chunkParts = 64
	// partReads are the users of one part, of whom the machines are read. Between
	// two parts a job yields to callers.
	partReads  = 8
	dueEvery   = time.Second
	closeEvery = 5 * time.Second
	// scheduleEvery lets several purchases of a user in a row have one schedule.
	scheduleEvery = time.Minute

	jobDue      = "machine_due"
	jobInterest = "machine_interest"
	jobOutput   = "machine_output"
	jobSchedule = "machine_schedule"
)

var (
	selectUnscheduled = accountTable.Select("WHERE stuck = 0 AND plan_until > 0 AND plan_until <= $1 ORDER BY plan_until, user_id LIMIT $2")
	// Asked for plan_until = 0, PostgreSQL may go by the ids through all users
	// who have a schedule already.
	selectToSchedule = accountTable.Select("WHERE stuck = 0 AND plan_until <= 0 AND next_due_at <= $1 ORDER BY plan_until, user_id LIMIT $2")
)

// Jobs is the scheduled work: what falls due for users at any time, the
// closing of days with their output, schedules ahead of both, and another try for
// those who were set aside.
func (s *Service) Jobs() []jobs.Job {
	return []jobs.Job{
		{Name: jobDue, Every: dueEvery, Work: s.dueStep, Owed: true},
		{Name: jobOutput, Every: closeEvery, Work: s.outputStep, Owed: true},
		{Name: jobSchedule, Every: scheduleEvery, Work: s.scheduleStep},
		{Name: jobAside, Every: asideEvery, Work: s.asideStep},
	}
}

// isOver says that the open day may be closed.
func isOver(tx *sqldb.Tx, v state) bool { return !tx.Now().Before(v.OpenDay.End().Add(closeGrace)) }

// dueStep does the next chunk of what has fallen due: first what no schedule
// covers, then the last hour's interest.
func (s *Service) dueStep(ctx context.Context) (more bool, err error) {
	if more, err := s.catchUpUnscheduled(ctx); more || err != nil {
		return more && err == nil, err
	}
	return s.payHour(ctx)
}

// catchUpUnscheduled makes the schedules that are missing for users to whom
// something is due, then applies the events that no schedule covers, the oldest
// first. A day that is over waits for nothing else. How far a user has caught up
// is stored with the money, so that a repetition or another instance finds
// nothing due.
func (s *Service) catchUpUnscheduled(ctx context.Context) (more bool, err error) {
	var users []account
	err = s.db.Background(ctx, func(tx *sqldb.Tx) error {
		users, more = nil, false
		v, err := s.currentState(tx)
		if err != nil {
			return err
		}
		until := earning.Earlier(tx.Now(), v.OpenDay.End())
		if users, err = s.scheduleSome(tx, until); err != nil {
			return err
		}
		if more = len(users) > 0; more {
			return s.catchUpNewlyScheduled(tx, users)
		}
		for range chunkParts {
			part, upTo, err := nextUnscheduled(tx, until)
			if err != nil || len(part) == 0 {
				more = false
				return err
			}
			more = true
			users = append(users, part...)
			if err := s.catchUpAll(tx, part, upTo); err != nil || tx.ShouldYield() {
				return err
			}
		}
		return nil
	})
	return s.orOneByOne(ctx, idsOf(users), more, err)
}

// nextUnscheduled are the users whose next events come first, and until when
// their events come before those of all others: applied part after part, events
// keep the order of time across all users. Those of one instant go by the users'
// ids.
func nextUnscheduled(tx *sqldb.Tx, until time.Time) (part []account, upTo time.Time, err error) {
	list, err := selectAccounts(tx, selectUnscheduled, until, partReads+1)
	if err != nil || len(list) <= partReads {
		return list, until, err
	}
	next := list[partReads].Schedule.Until
	if !list[0].Schedule.Until.Before(next) {
		// More users than a part holds have events at one instant.
		return list[:partReads], next, nil
	}
	for part = list; !part[len(part)-1].Schedule.Until.Before(next); {
		part = part[:len(part)-1]
	}
	return part, next.Add(-time.Microsecond), nil
}

// catchUpNewlyScheduled pays the users whose new schedules reach beyond what is due
// now: a pay run may have passed them already. The others catch up next, and
// after a day everybody is when it has been closed.
func (s *Service) catchUpNewlyScheduled(tx *sqldb.Tx, users []account) error {
	v, err := s.currentState(tx)
	if err != nil || isOver(tx, v) {
		return err
	}
	until := earning.Earlier(tx.Now(), v.OpenDay.End())
	var reaching []account
	for _, u := range users {
		a, _, err := s.store.accounts.Get(tx, u.UserID)
		if err != nil {
			return err
		}
		if !a.Schedule.IsEmpty() && a.Schedule.Until.After(until) {
			reaching = append(reaching, a)
		}
	}
	return s.catchUpAll(tx, reaching, until)
}

// scheduleStep makes the next schedules ahead.
func (s *Service) scheduleStep(ctx context.Context) (more bool, err error) {
	var users []account
	err = s.db.Background(ctx, func(tx *sqldb.Tx) error {
		if users, err = s.scheduleSome(tx, never); err != nil {
			return err
		}
		return s.catchUpNewlyScheduled(tx, users)
	})
	return s.orOneByOne(ctx, idsOf(users), len(users) > 0, err)
}

func selectAccounts(tx *sqldb.Tx, query string, args ...any) ([]account, error) {
	return sqldb.Collect(tx, accountTable.Scan, query, args...)
}

// catchUpAll applies the events of several users up to an instant, in the order
// of time across all of them, as the referral cap depends on that order.
func (s *Service) catchUpAll(tx *sqldb.Tx, users []account, until time.Time) error {
	if len(users) == 0 {
		return nil
	}
	rest, err := s.payScheduled(tx, users, until)
	if err != nil || len(rest) == 0 {
		return err
	}
	if err := s.loadAll(tx, rest); err != nil {
		return err
	}
	queue := &eventQueue{}
	portfolios := make([]*portfolio, 0, len(rest))
	for _, a := range rest {
		f, err := s.open(tx, a.UserID)
		if err != nil {
			return err
		}
		f.schedules = true
		portfolios = append(portfolios, f)
		if err := queue.add(f, until); err != nil {
			return err
		}
	}
	heap.Init(queue)
	for applied := 0; queue.Len() > 0 && applied < eventsMax*len(rest); applied++ {
		next := (*queue)[0]
		if err := next.portfolio.apply(next.event); err != nil {
			return fmt.Errorf("catch up user %s: %w", next.portfolio.account.UserID, err)
		}
		heap.Pop(queue)
		if err := queue.push(next.portfolio, until); err != nil {
			return err
		}
	}
	for _, f := range portfolios {
		if err := f.save(); err != nil {
			return err
		}
	}
	return nil
}

// loadAll fetches what settling the users will read, a few statements for all.
func (s *Service) loadAll(tx *sqldb.Tx, users []account) error {
	keys := make([]string, len(users))
	accounts := make([]ledger.Account, 0, 3*len(users))
	for i, a := range users {
		keys[i] = a.UserID
		s.store.accounts.Set(tx, a.UserID, a)
		accounts = append(accounts, available(a.UserID), principal(a.UserID), ledger.Of(a.UserID, ledger.Available, emission.Asset))
	}
	if err := s.store.machines.Load(tx, keys); err != nil {
		return err
	}
	return s.ledger.Load(tx, accounts)
}

func idsOf(users []account) []string {
	list := make([]string, len(users))
	for i := range users {
		list[i] = users[i].UserID
	}
	return list
}

// queued is a user's next event.
type queued struct {
	event
	portfolio *portfolio
}

// before puts events of one instant in the order of the users' ids, so that it
// does not depend on who else is in the queue.
func (q queued) before(other queued) bool {
	mine, theirs := q.portfolio.account.UserID, other.portfolio.account.UserID
	if mine == theirs || !q.at.Equal(other.at) {
		return q.event.before(other.event)
	}
	return mine < theirs
}

// eventQueue is a heap of the users' next events by time.
type eventQueue []queued

func (q eventQueue) Len() int           { return len(q) }
func (q eventQueue) Less(i, j int) bool { return q[i].before(q[j]) }
func (q eventQueue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }

// Push and Pop are for package heap.
func (q *eventQueue) Push(x any) { *q = append(*q, x.(queued)) }

// Pop takes the last element.
func (q *eventQueue) Pop() any {
	old := *q
	last := old[len(old)-1]
	*q = old[:len(old)-1]
	return last
}

// add appends a user's next event without ordering, when it is due by then.
func (q *eventQueue) add(f *portfolio, until time.Time) error {
	e, found, err := f.next()
	if err == nil && found && !e.at.After(until) {
		*q = append(*q, queued{e, f})
	}
	return err
}

func (q *eventQueue) push(f *portfolio, until time.Time) error {
	e, found, err := f.next()
	if err == nil && found && !e.at.After(until) {
		heap.Push(q, queued{e, f})
	}
	return err
}
