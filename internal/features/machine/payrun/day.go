package payrun

import (
	"context"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/features/machine/earning"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

// closeGrace is how long after its end a day is closed: more than the clocks
// of two instances may differ, so that nothing starts in a closed day.
const closeGrace = time.Minute

var (
	// Interest changes nothing that a day's output depends on.
	selectAnyChanging  = `SELECT user_id FROM machine_user WHERE changes_at <= $1 AND ` + notParked + ` LIMIT 1`
	selectParkedPayees = PayeeTable.Select("WHERE output_next < $1 AND " + jobs.IsParked(JobRetry, "user_id"))
)

// outputStep does the next chunk of what days ask for: first the output of the
// newest closed day, then the closing of the next one.
func (s *Service) outputStep(ctx context.Context) (more bool, err error) {
	var v State
	var closed clock.Day
	var unpaid, over bool
	err = s.DB.View(ctx, func(tx *sqldb.Tx) error {
		if v, err = s.State(tx); err != nil {
			return err
		}
		over = isOver(tx, v)
		closed, unpaid, err = s.unpaidDay(tx, v)
		return err
	})
	switch {
	case err != nil:
		return false, err
	case unpaid:
		return s.payDay(ctx, closed)
	case over:
		return s.closeDay(ctx, v.OpenDay)
	}
	return false, nil
}

// closeDay stores a day's inputs once nothing is due by its end that they
// depend on, and what follows the day before has left the pool.
func (s *Service) closeDay(ctx context.Context, d clock.Day) (closed bool, err error) {
	ready, next := false, earning.Day{}
	err = s.DB.View(ctx, func(tx *sqldb.Tx) error {
		if ready, err = s.allCaughtUp(tx, d.End()); err != nil || !ready {
			return err
		}
		if s.Following != nil {
			if ready, err = s.Following.IsAccelerated(tx, d-1); err != nil || !ready {
				return err
			}
		}
		// The day is over and everybody has caught up: what is read here no longer
		// changes, so a long scan need not hold up the writer. Only who is parked may be
		// paid meanwhile, so pool and debts are those of one snapshot.
		next, err = s.dayInputs(tx, d)
		return err
	})
	if err != nil || !ready {
		return false, err
	}
	err = s.DB.Update(ctx, func(tx *sqldb.Tx) error {
		v, err := s.State(tx)
		if err != nil {
			return err
		}
		if v.OpenDay != d {
			return jobs.ErrLost
		}
		s.store.putDay(tx, next)
		v.OpenDay = d + 1
		s.store.putState(tx, v)
		return nil
	})
	return err == nil, err
}

func (s *Service) allCaughtUp(tx *sqldb.Tx, at time.Time) (bool, error) {
	var userID string
	due, err := tx.QueryOne(sqldb.Dest(&userID), selectAnyChanging, at)
	return !due, err
}

// weight is the network's power times its running seconds of a day. Machines of who is
// parked count as if they had caught up: they are paid at the day's rate later.
func (s *Service) weight(tx *sqldb.Tx, d clock.Day) (weight int64, err error) {
	err = s.Keeper.EachLife(tx, "", d.End(), func(l earning.Life) { weight += l.Power * l.MiningSeconds(d) })
	return weight, err
}

// dayInputs computes a day's budget and rate from its weight, the rules of its beginning,
// and the pool as of its end less what is still owed of earlier days.
func (s *Service) dayInputs(tx *sqldb.Tx, d clock.Day) (earning.Day, error) {
	weight, err := s.weight(tx, d)
	if err != nil {
		return earning.Day{}, err
	}
	pool, err := s.Ledger.EmissionAt(tx, d.End())
	if err != nil {
		return earning.Day{}, err
	}
	owed, err := s.owedBefore(tx, d)
	if err != nil {
		return earning.Day{}, err
	}
	most, rateMost, err := outputRules(tx, d)
	if err != nil {
		return earning.Day{}, err
	}
	previous, err := s.Days(tx)(d - 1)
	if err != nil {
		return earning.Day{}, err
	}
	pool = max(0, pool-owed)
	budget := earning.DailyBudget(most, pool)
	rate := earning.DailyRate(budget, weight, rateMost)
	return earning.Day{Day: d, Pool: pool, Budget: budget, Weight: weight, Rate: rate, RateSum: previous.RateSum + rate}, nil
}

// owedBefore is what days before one still take from the pool at most: the output of
// those who are parked, and what follows it.
func (s *Service) owedBefore(tx *sqldb.Tx, d clock.Day) (owed money.Amount, err error) {
	if s.Following != nil {
		if owed, err = s.Following.AccelerationOwed(tx, d); err != nil {
			return 0, err
		}
	}
	parked, err := selectPayees(tx, selectParkedPayees, int64(d))
	for _, p := range parked {
		output, err := s.outputOwed(tx, p.UserID, p.OutputNext, d-1)
		if err != nil {
			return 0, err
		}
		owed += output
	}
	return owed, err
}

// outputOwed is what a user's machines as they stand brought from one closed day to
// another, both included, before their caps.
func (s *Service) outputOwed(tx *sqldb.Tx, userID string, first, last clock.Day) (owed money.Amount, err error) {
	var days []earning.Day
	for d := first; d <= last; d++ {
		closed, err := s.Days(tx)(d)
		if err != nil {
			return 0, err
		}
		days = append(days, closed)
	}
	err = s.Keeper.EachLife(tx, userID, last.End(), func(l earning.Life) {
		for _, d := range days {
			owed += earning.OutputOf(d.Rate, l.Power, l.MiningSeconds(d.Day))
		}
	})
	return owed, err
}
