package machine

import (
	"context"
	"errors"
	"fmt"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/features/machine/earning"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

// batchUsers are the users whose rows a pay run reads at a time. Between two
// batches it yields to callers.
const batchUsers = 96

// selectBatch is the next users of all. It does not ask who is due, and says its
// length in the text: otherwise PostgreSQL, as long as it has no statistics of
// the table, gathers and sorts all users for every batch.
var selectBatch = accountTable.Select(fmt.Sprintf("WHERE user_id > $1 ORDER BY user_id LIMIT %d", batchUsers))

// interestHours are when interest is paid: what fell due in a clock hour takes
// effect at its end.
var interestHours = jobs.Hourly()

// payRun pays all users to whom something is due, in the order of their ids,
// which is the one their rows are stored in: what lies together is read and
// written together. It is for what schedules cover, as that needs no order of
// time across users.
type payRun struct {
	job string
	// period is the platform day or the hour that the job's cursor belongs to.
	period int64
	// due says whom the run pays, and until how far.
	due   func(account) bool
	until time.Time
	// hints are what every batch reads.
	hints []sqldb.Hint
}

// payDay pays the next users a closed day's output, with the interest that
// fell due by then. Users whose own actions were faster are passed over.
func (s *Service) payDay(ctx context.Context, d clock.Day) (worked bool, err error) {
	due := func(a account) bool { return a.Mining && a.OutputNext <= d || !a.NextDueAt.After(d.End()) }
	return s.pay(ctx, payRun{job: jobOutput, period: int64(d), due: due, until: d.End(),
		hints: []sqldb.Hint{s.ledger.Hint(interestReserved), s.ledger.Hint(emission), s.store.days.Hint(dayKey(d))}})
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
		_, unpaid, err := s.unpaidDay(tx, v)
		if err != nil || unpaid || isOver(tx, v) {
			return err
		}
		hour, isDue, err = interestHours.NewestDue(tx, jobInterest, earning.Earlier(tx.Now(), v.OpenDay.End()))
		return err
	})
	if err != nil || !isDue {
		return false, err
	}
	until := interestHours.At(hour)
	due := func(a account) bool { return !a.NextDueAt.After(until) }
	return s.pay(ctx, payRun{job: jobInterest, period: hour, due: due, until: until, hints: []sqldb.Hint{s.ledger.Hint(interestReserved)}})
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

// pay does the next batches of a pay run and tells whether there were any left.
func (s *Service) pay(ctx context.Context, r payRun) (worked bool, err error) {
	walk := jobs.Walk[account]{
		Job: r.job, Period: r.period, Page: batchUsers, Hints: r.hints,
		Key: func(a account) string { return a.UserID },
		Read: func(tx *sqldb.Tx, after string) ([]account, error) {
			return selectAccounts(tx, selectBatch, after)
		},
		Work: func(tx *sqldb.Tx, page []account) (int, error) {
			due, done := r.dueOf(page)
			return done, s.catchUpAll(tx, due, r.until)
		},
	}
	tried, worked, err := walk.Step(ctx, s.db)
	due, _ := r.dueOf(tried)
	return s.orOneByOne(ctx, idsOf(due), worked, err)
}

// dueOf are the users of a batch to whom something is due, as far as their
// machines can be read at once, and how many users of the batch that covers.
func (r payRun) dueOf(page []account) (due []account, done int) {
	reads := 0
	for _, a := range page {
		done++
		if a.isAside() || !r.due(a) {
			continue
		}
		due = append(due, a)
		if a.Schedule.Covers(r.until) {
			continue
		}
		if reads++; reads == partReads {
			break
		}
	}
	return due, done
}

// payScheduled posts what users' schedules make due by an instant, and returns
// those whose schedules do not cover all of it.
func (s *Service) payScheduled(tx *sqldb.Tx, users []account, until time.Time) (others []account, err error) {
	v, err := s.currentState(tx)
	if err != nil {
		return nil, err
	}
	var paid []scheduledUser
	var raised []ledger.Account
	for _, a := range users {
		u := scheduledUser{account: a}
		covered := false
		if u.account.Progress, u.due, covered, err = a.Advance(until, v.OpenDay, s.closedDay(tx)); err != nil && !errors.Is(err, earning.ErrSchedule) {
			return nil, err
		}
		switch {
		case !covered:
			// A schedule that cannot be read covers nothing either; the machines say
			// what is due.
			others = append(others, a)
		case len(u.due) > 0:
			paid = append(paid, u)
			for _, p := range u.due {
				raised = append(raised, raisedBy(p, a.UserID))
			}
		}
	}
	if err := s.ledger.Load(tx, raised); err != nil {
		return nil, err
	}
	for _, u := range paid {
		if err := s.payScheduledUser(tx, u); err != nil {
			return nil, fmt.Errorf("pay user %s by schedule: %w", u.account.UserID, err)
		}
	}
	return others, nil
}

// scheduledUser is a user moved along the schedule, and what that makes due.
type scheduledUser struct {
	account account
	due     []earning.Due
}

func (s *Service) payScheduledUser(tx *sqldb.Tx, u scheduledUser) error {
	for _, p := range u.due {
		if p.Amount == 0 {
			continue
		}
		if _, err := s.ledger.Post(tx, entryOfDue(p, u.account.UserID)); err != nil {
			return err
		}
		if !p.Output {
			continue
		}
		closed, err := s.closedDay(tx)(p.Day)
		if err != nil {
			return err
		}
		closed.Paid += p.Amount
		s.store.putDay(tx, closed)
	}
	s.store.advanceAccount(tx, u.account)
	return nil
}

// raisedBy is the account that a scheduled payment raises.
func raisedBy(p earning.Due, userID string) ledger.Account {
	if p.Output {
		return ledger.Of(userID, ledger.Available, money.ETLD)
	}
	return available(userID)
}

// entryOfDue is what a scheduled payment posts.
func entryOfDue(p earning.Due, userID string) ledger.Entry {
	t := ledger.Transfer{Type: ledger.MachineIncome, Debit: interestReserved, Credit: raisedBy(p, userID), Amount: p.Amount}
	refType, refID := refInterest, moment(p.At.Add(-time.Hour))
	if p.Output {
		t.Type, t.Debit = ledger.MiningIncome, emission
		refType, refID = refOutput, p.Day.String()
	}
	return ledger.Entry{At: p.At, RefType: refType, RefID: refID, Transfers: []ledger.Transfer{t}}
}
