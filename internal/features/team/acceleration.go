package team

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/each"
	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/user"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

const (
	// acceleratePage bounds the members of one read, payMax the rewards that one
	// transaction pays. Between two the job yields to callers.
	acceleratePage = 128
	payMax         = 128

	// jobAccelerate also tries parts again that could not be fixed, jobPay rewards that
	// could not be paid.
	jobAccelerate = "team_acceleration"
	jobPay        = "team_pay"
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
		Work: func(tx *sqldb.Tx, page []Member) (int, error) { return len(page), s.fixPage(ctx, tx, d, page) },
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

var (
	// errOwed says that an acceleration waits for the output that it accelerates.
	errOwed = errors.New("the owner has not been paid the day's output yet")
	// errUnderway says that what is left of a day's budget is not known yet.
	errUnderway = errors.New("the day's acceleration is still being paid")
)

// part is a member's part of a day's acceleration. The level is the day's: the member's
// row has another one after the next night.
type part struct {
	day    clock.Day
	level  int64
	userID string
}

// subject is what it is parked under.
func (p part) subject() string { return fmt.Sprintf("%s V%d %s", p.day, p.level, p.userID) }

func partOf(subject string) (p part, err error) {
	day := ""
	if _, err = fmt.Sscanf(subject, "%s V%d %s", &day, &p.level, &p.userID); err == nil {
		p.day, err = clock.ParseDay(day)
	}
	return p, err
}

// fixPage writes down what the levels of some members add to their own output of a
// day. One for whom that fails is parked.
func (s nights) fixPage(ctx context.Context, tx *sqldb.Tx, d clock.Day, page []Member) error {
	rules, err := rulesAt(tx, LevelsAt(d))
	if err != nil {
		return err
	}
	if err := user.Load(tx, each.Of(page, func(m Member) string { return m.ID })); err != nil {
		return err
	}
	return jobs.Items{Job: jobAccelerate, RetryAfter: retryAfter, Do: func(tx *sqldb.Tx, subject string) error {
		r, err := s.workOut(tx, rules, subject)
		if err != nil {
			return err
		}
		return s.fix(tx, r)
	}}.Page(ctx, tx, each.Of(page, func(m Member) string { return part{d, m.Level, m.ID}.subject() }))
}

// workOut is what a part comes to where nothing bounds it, as far as the output that it
// accelerates was paid or is owed; platform accounts get nothing.
func (s nights) workOut(tx *sqldb.Tx, rules Rules, subject string) (reward, error) {
	p, err := partOf(subject)
	if err != nil {
		return reward{}, err
	}
	person, err := user.Find(tx, p.userID)
	if err != nil || person.IsRobot {
		return reward{}, err
	}
	base, err := s.baseOutput(tx, p.userID, p.day)
	if err != nil {
		return reward{}, err
	}
	r := reward{ID: entropy.ID(s.Chance, tx.Now()), UserID: p.userID, Kind: ledger.TeamAcceleration, Level: p.level, Day: p.day, At: p.day.End(), State: Fixed}
	// A day's output is paid whole: to whom some was paid nothing is owed.
	if base == 0 {
		if base, err = s.Machines().OutputOwed(tx, p.userID, p.day); err != nil {
			return reward{}, err
		}
		r.State = Owed
	}
	r.Raw = rules.accelerated(int(p.level), base)
	return r, nil
}

// fix writes a part down. Whoever could not be paid the output keeps a part of the
// budget, and is parked.
func (s nights) fix(tx *sqldb.Tx, r reward) error {
	if r.Raw == 0 {
		return nil
	}
	s.store.rewards.Put(tx, r)
	if r.State != Owed {
		return nil
	}
	return jobs.Park(tx, jobs.Item{Job: jobPay, Subject: r.ID}, errOwed, tx.Now().Add(retryAfter))
}

// fixLate fixes a part that was parked, and pays it where the output was paid. It is
// what the others left of the day's budget at most, as theirs no longer change.
func (s nights) fixLate(tx *sqldb.Tx, subject string) error {
	p, err := partOf(subject)
	if err != nil {
		return err
	}
	if isPaid, err := s.IsAccelerated(tx, p.day); err != nil || !isPaid {
		return cmp.Or(err, errUnderway)
	}
	rules, err := rulesAt(tx, LevelsAt(p.day))
	if err != nil {
		return err
	}
	r, err := s.workOut(tx, rules, subject)
	if err != nil {
		return err
	}
	day, _, err := s.Machines().DayPaid(tx, p.day)
	if err != nil {
		return err
	}
	sum, err := rawOf(tx, p.day)
	if err != nil {
		return err
	}
	r.Raw = min(r.Raw, max(0, AccelerationBudget(day)-sum))
	if r.Raw > 0 && r.State == Fixed {
		return s.payFixed(tx, r, sum+r.Raw)
	}
	return s.fix(tx, r)
}

// rawOf is what all parts of a day come to where nothing bounds them.
func rawOf(tx *sqldb.Tx, d clock.Day) (money.Amount, error) {
	return sqldb.Get[money.Amount](tx, sumRaw, int64(d))
}

// AccelerationOwed is what those whose parts are parked still get at most of the days
// before one. Of a part that could not be worked out nothing is known.
func (s nights) AccelerationOwed(tx *sqldb.Tx, before clock.Day) (owed money.Amount, err error) {
	parked, err := sqldb.Collect(tx, rewardTable.Scan, selectOwed, int64(before))
	sums := make(map[clock.Day]money.Amount)
	for _, r := range parked {
		sum, isKnown := sums[r.Day]
		if !isKnown {
			if sum, err = rawOf(tx, r.Day); err != nil {
				return 0, err
			}
			sums[r.Day] = sum
		}
		day, _, err := s.Machines().DayPaid(tx, r.Day)
		if err != nil {
			return 0, err
		}
		owed += withinBudget(r.Raw, sum, AccelerationBudget(day))
	}
	return owed, err
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
		sum, err := rawOf(tx, d)
		if err == nil {
			sums[d] = sum
		}
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
	_, err = s.Ledger.Post(tx, ledger.Entry{At: r.At, RefType: ledger.RefAcceleration, RefID: r.Day.String(), Transfers: []ledger.Transfer{{
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
