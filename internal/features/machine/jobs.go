package machine

import (
	"container/heap"
	"context"
	"fmt"
	"time"

	"etld/internal/core/ledger"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

const (
	// A job's transaction settles users in slices and ends after the first one
	// behind which callers press, so that they wait for some milliseconds only, or
	// after this many.
	chunkSlices = 6
	sliceUsers  = 96
	// partReads bounds those users of one part whose machines must be read.
	partReads  = 8
	dueEvery   = time.Second
	closeEvery = 5 * time.Second
	// planEvery lets several purchases of a user in a row have one plan.
	planEvery = time.Minute

	jobDue      = "machine_due"
	jobInterest = "machine_interest"
	jobOutput   = "machine_output"
	jobPlan     = "machine_plan"
)

const (
	selectUnplanned = `SELECT ` + accountColumns + ` FROM machine_user
		WHERE stuck = 0 AND plan_until > 0 AND plan_until <= $1 ORDER BY plan_until, user_id LIMIT $2`
	// Asked for plan_until = 0, PostgreSQL may go by the ids through all users
	// who have a plan already.
	selectToPlan = `SELECT ` + accountColumns + ` FROM machine_user
		WHERE stuck = 0 AND plan_until <= 0 AND next_due_at <= $1 ORDER BY plan_until, user_id LIMIT $2`
)

// Jobs is the scheduled work: what falls due for users at any time, the
// closing of days with their output, plans ahead of both, and another try for
// those who were set aside.
func (s *Service) Jobs() []jobs.Job {
	return []jobs.Job{
		{Name: jobDue, Every: dueEvery, Behind: true, Work: s.dueStep},
		{Name: jobOutput, Every: closeEvery, Behind: true, Work: s.outputStep},
		{Name: jobPlan, Every: planEvery, Behind: true, Work: s.planStep},
		{Name: jobAside, Every: asideEvery, Behind: true, Work: s.asideStep},
	}
}

// isOver says that the open day may be closed.
func isOver(tx *sqldb.Tx, v state) bool { return !tx.Now().Before(v.OpenDay.End().Add(closeGrace)) }

// dueStep does the next chunk of what has fallen due: first what no plan
// covers, then the last hour's interest.
func (s *Service) dueStep(ctx context.Context) (more bool, err error) {
	if more, err := s.settleUnplanned(ctx); more || err != nil {
		return more && err == nil, err
	}
	return s.payHour(ctx)
}

// settleUnplanned makes the plans that are missing for users to whom something
// is due, then settles those whose events no plan covers, the oldest first. A
// day that is over waits for nothing else. What a user has been settled for is
// stored with the money, so that a repetition or another instance finds nothing
// due.
func (s *Service) settleUnplanned(ctx context.Context) (more bool, err error) {
	var users []account
	err = s.db.Behind(ctx, func(tx *sqldb.Tx) error {
		v, err := s.currentState(tx)
		if err != nil {
			return err
		}
		until := earlier(tx.Now(), v.OpenDay.End())
		if users, err = s.planSome(tx, until); err != nil || len(users) > 0 {
			more = true
			if err == nil {
				err = s.settleNewlyPlanned(tx, users)
			}
			return err
		}
		for range chunkSlices {
			slice, err := selectAccounts(tx, selectUnplanned, until, sliceUsers)
			if err != nil {
				return err
			}
			users = append(users, slice...)
			all := len(slice) < sliceUsers
			settled, err := s.settleParts(tx, slice, until, func(part []account, last bool) time.Time {
				if all && last {
					return until
				}
				// Events of users beyond this part come later than its last one.
				return part[len(part)-1].plan.until
			})
			if err != nil {
				return err
			}
			more = !all || settled < len(slice)
			if !more || tx.Pressing() {
				break
			}
		}
		return nil
	})
	return s.orOneByOne(ctx, idsOf(users), more, err)
}

// settleNewlyPlanned settles the users whose new plans reach beyond what is due
// now: sweeps may have passed them already. The others are settled next, and
// after a day everybody is when it has been closed.
func (s *Service) settleNewlyPlanned(tx *sqldb.Tx, users []account) error {
	v, err := s.currentState(tx)
	if err != nil || isOver(tx, v) {
		return err
	}
	until := earlier(tx.Now(), v.OpenDay.End())
	var reaching []account
	for _, u := range users {
		a, _, err := s.store.accounts.Get(tx, u.UserID)
		if err != nil {
			return err
		}
		if !a.plan.empty() && a.plan.until.After(until) {
			reaching = append(reaching, a)
		}
	}
	return s.settleAll(tx, reaching, until)
}

// planStep makes the next plans ahead.
func (s *Service) planStep(ctx context.Context) (more bool, err error) {
	var users []account
	err = s.db.Behind(ctx, func(tx *sqldb.Tx) error {
		if users, err = s.planSome(tx, never); err != nil {
			return err
		}
		return s.settleNewlyPlanned(tx, users)
	})
	return s.orOneByOne(ctx, idsOf(users), len(users) > 0, err)
}

// settleParts settles a slice's users in parts of which each reads few
// machines, and tells how many it got to before others came to wait. No part
// is settled beyond the instant; reach says how far, and is told of the last.
func (s *Service) settleParts(tx *sqldb.Tx, slice []account, until time.Time, reach func(part []account, last bool) time.Time) (settled int, err error) {
	for settled < len(slice) && (settled == 0 || !tx.Pressing()) {
		part := bounded(slice[settled:], until)
		if err := s.settleAll(tx, part, reach(part, settled+len(part) == len(slice))); err != nil {
			return settled, err
		}
		settled += len(part)
	}
	return settled, nil
}

// bounded cuts a slice after the last user whose machines one part may read,
// which are those whose plan does not reach an instant.
func bounded(users []account, until time.Time) []account {
	reads := 0
	for i := range users {
		if p := &users[i].plan; p.until.After(until) && !p.empty() {
			continue
		}
		if reads++; reads == partReads {
			return users[:i+1]
		}
	}
	return users
}

func selectAccounts(tx *sqldb.Tx, query string, args ...any) ([]account, error) {
	var list []account
	err := tx.Query(func(row *sqldb.Row) error {
		a, err := scanAccount(row)
		list = append(list, a)
		return err
	}, query, args...)
	return list, err
}

// settleAll applies the events of several users up to an instant, in the order
// of time across all of them, as the referral cap depends on that order.
func (s *Service) settleAll(tx *sqldb.Tx, users []account, until time.Time) error {
	if len(users) == 0 {
		return nil
	}
	planned, rest, err := s.prepare(tx, users, until)
	if err != nil {
		return err
	}
	missed, err := s.pay(tx, planned)
	if err != nil {
		return err
	}
	if len(missed) > 0 {
		return fmt.Errorf("users %v are not what this transaction read", missed)
	}
	if len(rest) == 0 {
		return nil
	}
	if err := s.loadAll(tx, rest); err != nil {
		return err
	}
	queue := &eventQueue{}
	holders := make([]*holder, 0, len(rest))
	for _, a := range rest {
		h, err := s.open(tx, a.UserID)
		if err != nil {
			return err
		}
		h.planned = true
		holders = append(holders, h)
		if err := queue.add(h, until); err != nil {
			return err
		}
	}
	heap.Init(queue)
	for applied := 0; queue.Len() > 0 && applied < eventsMax*len(rest); applied++ {
		next := (*queue)[0]
		if err := next.holder.apply(next.event); err != nil {
			return fmt.Errorf("settle user %s: %w", next.holder.account.UserID, err)
		}
		heap.Pop(queue)
		if err := queue.push(next.holder, until); err != nil {
			return err
		}
	}
	for _, h := range holders {
		if err := h.save(); err != nil {
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
	holder *holder
}

// eventQueue is a heap of the users' next events by time.
type eventQueue []queued

func (q eventQueue) Len() int           { return len(q) }
func (q eventQueue) Less(i, j int) bool { return q[i].before(q[j].event) }
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
func (q *eventQueue) add(h *holder, until time.Time) error {
	e, found, err := h.next()
	if err == nil && found && !e.at.After(until) {
		*q = append(*q, queued{e, h})
	}
	return err
}

func (q *eventQueue) push(h *holder, until time.Time) error {
	e, found, err := h.next()
	if err == nil && found && !e.at.After(until) {
		heap.Push(q, queued{e, h})
	}
	return err
}
