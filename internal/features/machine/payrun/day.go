package payrun

import (
	"context"
	"time"

	"etld/internal/base/clock"
	"etld/internal/features/machine/earning"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

// closeGrace is how long after its end a day is closed: more than the clocks
// of two instances may differ, so that nothing starts in a closed day.
const closeGrace = time.Minute

// Interest changes nothing that a day's output depends on.
var selectAnyChanging = `SELECT user_id FROM machine_user WHERE changes_at <= $1 AND ` + notParked + ` LIMIT 1`

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
	ready, weight := false, int64(0)
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
		// changes, so a long scan need not hold up the writer.
		weight, err = s.weight(tx, d)
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
		closedDay, err := s.dayInputs(tx, d, weight)
		if err != nil {
			return err
		}
		s.store.putDay(tx, closedDay)
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

// dayInputs computes a day's budget and rate from the rules of its beginning
// and the pool as of its end.
func (s *Service) dayInputs(tx *sqldb.Tx, d clock.Day, weight int64) (earning.Day, error) {
	pool, err := s.Ledger.EmissionAt(tx, d.End())
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
	budget := earning.DailyBudget(most, pool)
	rate := earning.DailyRate(budget, weight, rateMost)
	return earning.Day{Day: d, Pool: pool, Budget: budget, Weight: weight, Rate: rate, RateSum: previous.RateSum + rate}, nil
}
