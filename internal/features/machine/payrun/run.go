package payrun

import (
	"context"
	"fmt"
	"slices"
	"time"

	"etld/internal/base/clock"
	"etld/internal/features/machine/earning"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

// batchUsers are the users whose machines a pay run reads at a time. Between two
// batches it yields to callers.
const batchUsers = 16

// selectBatch is the next users who are not parked. It does not ask who is due, and says its
// length in the text: otherwise PostgreSQL, as long as it has no statistics of
// the table, gathers and sorts all users for every batch.
var selectBatch = PayeeTable.Select(fmt.Sprintf("WHERE user_id > $1 AND %s ORDER BY user_id LIMIT %d", notParked, batchUsers))

// interestHours are when interest is paid: what fell due in a clock hour takes
// effect at its end.
var interestHours = jobs.Hourly()

// payRun pays all users to whom something is due, in the order of their ids,
// which is the one their rows are stored in: what lies together is read and
// written together. It is for income, which needs no order of time across users.
type payRun struct {
	job string
	// period is the platform day or the hour that the job's cursor belongs to.
	period int64
	// due says whom the run pays, and until how far.
	due   func(Payee) bool
	until time.Time
	// hints are what every batch reads.
	hints []sqldb.Hint
}

// payDay pays the next users a closed day's output, with the interest that
// fell due by then. Users whose own actions were faster are passed over.
func (s *Service) payDay(ctx context.Context, d clock.Day) (worked bool, err error) {
	due := func(a Payee) bool { return a.Mining && a.OutputNext <= d || !a.NextDueAt.After(d.End()) }
	return s.pay(ctx, payRun{job: jobOutput, period: int64(d), due: due, until: d.End(),
		hints: []sqldb.Hint{s.Ledger.Hint(interestReserved), s.Ledger.Hint(emission), s.store.days.Hint(dayKey(d))}})
}

// payHour pays the next users the interest of the last clock hour that is
// over, and tells whether there was one left to do. Interest of a day that is
// over comes with its output.
func (s *Service) payHour(ctx context.Context) (worked bool, err error) {
	var hour int64
	isDue := false
	err = s.DB.View(ctx, func(tx *sqldb.Tx) error {
		v, err := s.State(tx)
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
	due := func(a Payee) bool { return !a.NextDueAt.After(until) }
	return s.pay(ctx, payRun{job: jobInterest, period: hour, due: due, until: until, hints: []sqldb.Hint{s.Ledger.Hint(interestReserved)}})
}

// unpaidDay is the newest closed day as long as not everybody has been paid
// for it.
func (s *Service) unpaidDay(tx *sqldb.Tx, v State) (d clock.Day, found bool, err error) {
	d = v.OpenDay - 1
	if _, closed, err := s.store.days.Get(tx, dayKey(d)); err != nil || !closed {
		return d, false, err
	}
	paid, any, err := jobs.LastDone(tx, jobOutput)
	return d, !any || paid < int64(d), err
}

// pay does the next batches of a pay run and tells whether there were any left.
func (s *Service) pay(ctx context.Context, r payRun) (worked bool, err error) {
	walk := jobs.Walk[Payee]{
		Job: r.job, Period: r.period, Page: batchUsers, Hints: r.hints,
		Key: func(a Payee) string { return a.UserID },
		Read: func(tx *sqldb.Tx, after string) ([]Payee, error) {
			return selectPayees(tx, selectBatch, after)
		},
		Work: func(tx *sqldb.Tx, page []Payee) (int, error) {
			return len(page), s.catchUpAll(tx, r.dueOf(page), r.until)
		},
	}
	tried, worked, err := walk.Step(ctx, s.DB)
	return s.parkCulprits(ctx, idsOf(r.dueOf(tried)), worked, err)
}

// dueOf are the users of a batch to whom something is due.
func (r payRun) dueOf(page []Payee) []Payee {
	return slices.DeleteFunc(slices.Clone(page), func(a Payee) bool { return !r.due(a) })
}
