package team

import (
	"context"
	"errors"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

const (
	// acceleratePage bounds the members of one read, payMax the rewards that one
	// transaction pays. Between two the job yields to callers.
	acceleratePage = 128
	payMax         = 128

	jobAccelerate = "team_acceleration"
	// jobPay tries rewards again that could not be paid.
	jobPay = "team_pay"

	// refAcceleration is what entries refer to: the day whose output was accelerated.
	refAcceleration = "team_acceleration"
)

// accelerate pays the acceleration of a day whose output has been paid: first it
// fixes what each would get, then it pays that, scaled where all together are above
// the budget.
func (s nights) accelerate(ctx context.Context, v state) (more bool, err error) {
	d := v.Levelled
	walk := jobs.Walk[Member]{Job: jobAccelerate, Period: int64(d), Page: acceleratePage, Key: func(m Member) string { return m.ID },
		Read: func(tx *sqldb.Tx, after string) ([]Member, error) {
			return sqldb.Collect(tx, memberTable.Scan, selectLevelled, after, acceleratePage)
		},
		Work: func(tx *sqldb.Tx, page []Member) (int, error) { return len(page), s.fixPage(tx, d, page) },
	}
	_, worked, err := walk.Step(ctx, s.DB)
	if err != nil || worked {
		return worked, err
	}
	more, err = s.payer(func(tx *sqldb.Tx) ([]string, error) {
		return sqldb.Collect(tx, sqldb.One[string], selectFixed, int64(d), payMax)
	}).Step(ctx, s.DB)
	if err != nil || more {
		return more, err
	}
	next := v
	next.Accelerated = d
	return true, s.advance(ctx, v, next)
}

// errOwed says that an acceleration waits for the output that it accelerates.
var errOwed = errors.New("the owner has not been paid the day's output yet")

// fixPage writes down what the levels of some members add to their own output of a
// day; platform accounts get nothing. Who could not be paid that output keeps a part
// of the budget, and is parked.
func (s nights) fixPage(tx *sqldb.Tx, d clock.Day, page []Member) error {
	rules, err := rulesAt(tx, LevelsAt(d))
	if err != nil {
		return err
	}
	if page, err = peopleOf(tx, page); err != nil {
		return err
	}
	for _, m := range page {
		base, err := s.baseOutput(tx, m.ID, d)
		if err != nil {
			return err
		}
		// A day's output is paid whole: to whom some was paid nothing is owed.
		owed := money.Amount(0)
		if base == 0 {
			if owed, err = s.Machines().OutputOwed(tx, m.ID, d); err != nil {
				return err
			}
		}
		r := reward{ID: entropy.ID(s.Chance, tx.Now()), UserID: m.ID, Kind: ledger.TeamAcceleration, Raw: rules.accelerated(int(m.Level), base+owed), Level: m.Level,
			Day: d, At: d.End(), State: Fixed}
		if r.Raw == 0 {
			continue
		}
		if owed > 0 {
			r.State = Owed
			if err := jobs.Park(tx, jobs.Item{Job: jobPay, Subject: r.ID}, errOwed, tx.Now().Add(retryAfter)); err != nil {
				return err
			}
		}
		s.store.rewards.Put(tx, r)
	}
	return nil
}

// payer pays the fixed rewards that read names, and those that are parked.
func (s nights) payer(read func(tx *sqldb.Tx) ([]string, error)) jobs.Items {
	// What all get of a day is added up once a step; it no longer changes.
	sums := make(map[clock.Day]money.Amount)
	sumOf := func(tx *sqldb.Tx, d clock.Day) (money.Amount, error) {
		sum, known := sums[d]
		if known {
			return sum, nil
		}
		_, err := tx.QueryOne(sqldb.Dest(&sum), sumRaw, int64(d))
		sums[d] = sum
		return sum, err
	}
	return jobs.Items{Job: jobPay, Max: payMax, RetryAfter: retryAfter, Read: read, Do: func(tx *sqldb.Tx, id string) error {
		r, found, err := s.store.rewards.Get(tx, id)
		if err != nil || !found || r.State != Fixed && r.State != Owed {
			return err
		}
		sum, err := sumOf(tx, r.Day)
		if err != nil {
			return err
		}
		return s.payFixed(tx, r, sum)
	}}
}

// payFixed pays a part of a day's acceleration, which all together is sum, with the
// end of the day as its time of effect, like the output that it accelerates.
func (s nights) payFixed(tx *sqldb.Tx, r reward, sum money.Amount) error {
	day, _, err := s.Machines().DayPaid(tx, r.Day)
	if err != nil {
		return err
	}
	part := r.Raw
	if r.State == Owed {
		if part, err = s.owed(tx, r); err != nil {
			return err
		}
	}
	r.Amount, r.State = withinBudget(part, sum, AccelerationBudget(day)), Paid
	s.store.rewards.Put(tx, r)
	if r.Amount == 0 {
		return nil
	}
	_, err = s.Ledger.Post(tx, ledger.Entry{At: r.At, RefType: refAcceleration, RefID: r.Day.String(), Transfers: []ledger.Transfer{{
		Type: ledger.TeamAcceleration, Debit: emission, Credit: ledger.AvailableOf(r.UserID, money.ETLD), Amount: r.Amount}}})
	return err
}

// owed is what a late output brings its owner, once it is paid.
func (s nights) owed(tx *sqldb.Tx, r reward) (money.Amount, error) {
	owed, err := s.Machines().OutputOwed(tx, r.UserID, r.Day)
	if err != nil {
		return 0, err
	}
	if owed > 0 {
		return 0, errOwed
	}
	base, err := s.baseOutput(tx, r.UserID, r.Day)
	if err != nil {
		return 0, err
	}
	rules, err := rulesAt(tx, LevelsAt(r.Day))
	return min(r.Raw, rules.accelerated(int(r.Level), base)), err
}

// baseOutput is what a user's own machines were paid for a day.
func (s nights) baseOutput(tx *sqldb.Tx, userID string, d clock.Day) (money.Amount, error) {
	return s.Ledger.Received(tx, userID, ledger.MiningIncome, money.ETLD, d.End(), d.End().Add(time.Microsecond))
}
