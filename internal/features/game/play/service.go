package play

import (
	"errors"
	"strconv"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/fault"
	"etld/internal/core/param"
	"etld/internal/core/user"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

// Config is what the service is built from.
type Config struct {
	DB *sqldb.DB
	// Clock only guesses what will be read; times are the transaction's.
	Clock   clock.Clock
	Notices user.Notices
}

// Service protects players.
type Service struct {
	Config
	store *store
}

// New builds the service.
func New(c Config) *Service {
	return &Service{Config: c, store: newStore()}
}

// Rest is what is left of a user's day.
type Rest struct{ Stake, Loss int64 }

// Limits are a user's limits of a day, and what is left of them.
type Limits struct {
	DayStake int64 `json:"dayStake" doc:"Game points"`
	DayLoss  int64 `json:"dayLoss" doc:"Game points, net"`
	DayRest  int64 `json:"dayRest" doc:"What can still be staked today"`
	LossRest int64 `json:"lossRest" doc:"What can still be lost today"`
}

// Outcome is what came of a stake that was allowed.
type Outcome struct {
	UserID string
	Stake  int64
	// Win is what was paid; a refunded stake is paid back whole.
	Win        int64
	IsRefunded bool
	StakedAt   time.Time
}

// LeastStake is the least that can be staked. Who has less left of a limit has
// reached it.
const LeastStake = 100

// Allow refuses a stake, or counts it and tells what is left of the day. It refuses,
// in this order, with ErrBreak, ErrAge, ErrCheckIsDue and ErrLimit. It belongs into the
// transaction that takes the stake.
func (s *Service) Allow(tx sqldb.Command, userID string, stake int64) (Rest, error) {
	p, err := s.store.player(tx, userID)
	switch {
	case err != nil:
		return Rest{}, err
	case p.isOnBreak(tx.Now()):
		return Rest{}, breakError(p.BreakUntil)
	case p.AdultAt.IsZero():
		return Rest{}, ErrAge
	case p.Sitting.isDue(tx.Now()):
		return Rest{}, ErrCheckIsDue
	}
	now, today, err := s.today(tx, p)
	if err != nil {
		return Rest{}, err
	}
	if most := min(now.DayRest, now.LossRest); stake > most {
		return Rest{}, limitError(most)
	}
	today.Staked += stake
	s.store.days.Put(tx, today)
	p.Sitting = p.Sitting.played(stake, tx.Now())
	s.store.players.Put(tx, p)
	return Rest{Stake: now.DayRest - stake, Loss: now.LossRest - stake}, nil
}

// Settled tells of the outcomes of stakes that were allowed.
func (s *Service) Settled(tx sqldb.Command, list []Outcome) error {
	players, days := make([]string, len(list)), make([]string, len(list))
	for i, o := range list {
		players[i], days[i] = o.UserID, dayKey(o.UserID, clock.DayOf(o.StakedAt))
	}
	if err := errors.Join(s.store.players.Load(tx, players), s.store.days.Load(tx, days)); err != nil {
		return err
	}
	for _, o := range list {
		if err := s.settle(tx, o); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) settle(tx sqldb.Command, o Outcome) error {
	// A round may have waited until its day was forgotten, which limits nothing now.
	if clock.DayOf(o.StakedAt) >= oldestKept(tx.Now()) {
		d, err := s.store.dayOf(tx, o.UserID, o.StakedAt)
		if err != nil {
			return err
		}
		if o.IsRefunded {
			d.Staked -= o.Stake
		} else {
			d.Won += o.Win
		}
		s.store.days.Put(tx, d)
	}
	p, err := s.store.player(tx, o.UserID)
	if err != nil {
		return err
	}
	p.Sitting = p.Sitting.settled(o)
	s.store.players.Put(tx, p)
	return nil
}

// MayBuy refuses purchases of points with ErrBreak, and with ErrLimit once a limit
// of the day is reached. Lookups only.
func (s *Service) MayBuy(tx sqldb.Command, userID string) error {
	p, err := s.store.player(tx, userID)
	if err != nil {
		return err
	}
	if p.isOnBreak(tx.Now()) {
		return breakError(p.BreakUntil)
	}
	now, _, err := s.today(tx, p)
	if most := min(now.DayRest, now.LossRest); err == nil && most < LeastStake {
		err = limitError(most)
	}
	return err
}

// Limits are a user's of today. Lookups only.
func (s *Service) Limits(tx sqldb.Command, userID string) (Limits, error) {
	p, err := s.store.player(tx, userID)
	if err != nil {
		return Limits{}, err
	}
	now, _, err := s.today(tx, p)
	return now, err
}

// today works out what is left of the day.
func (s *Service) today(tx sqldb.Command, p player) (out Limits, today day, err error) {
	stake, err := stakeLimit.terms(tx)
	if err != nil {
		return out, today, err
	}
	loss, err := lossLimit.terms(tx)
	if err != nil {
		return out, today, err
	}
	if today, err = s.store.dayOf(tx, p.ID, tx.Now()); err != nil {
		return out, today, err
	}
	out.DayStake, out.DayLoss = p.Stake.effective(stake), p.Loss.effective(loss)
	out.DayRest, out.LossRest = max(out.DayStake-today.Staked, 0), max(out.DayLoss-today.lost(), 0)
	return out, today, nil
}

func limitError(most int64) fault.Fault { return ErrLimit.With("max", strconv.FormatInt(most, 10)) }

// Hints names what Allow, MayBuy and Limits read. The day is a guess that costs a
// read when wrong.
func (s *Service) Hints(userID string) []sqldb.Hint {
	return []sqldb.Hint{param.Hint(), s.store.players.Hint(userID), s.store.days.Hint(dayKey(userID, clock.DayOf(s.Clock.Now())))}
}

// daysKept is how long daily sums are kept: a round is settled within two days, unless
// the server was away.
const daysKept = 7

// oldestKept is the first day whose sums are kept.
func oldestKept(now time.Time) clock.Day { return clock.DayOf(now) - daysKept }

// Jobs is the scheduled work: forgetting old sums.
func (s *Service) Jobs() []jobs.Job {
	return []jobs.Job{jobs.Purge(s.DB, "game_play_purge", func(tx *sqldb.Tx) (int64, error) {
		return tx.Exec(purgeDays, oldestKept(tx.Now()), jobs.PurgeMax)
	})}
}
