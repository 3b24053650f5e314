package payrun

import (
	"errors"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/features/machine/earning"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

// Keeper keeps the machines.
type Keeper interface {
	// Open reads a user's machines and makes a portfolio of them, by Service.Open.
	Open(tx sqldb.Command, userID string) (*Portfolio, error)
	// Load fetches what opening several users will read.
	Load(tx sqldb.Command, userIDs []string) error
	// EachLife reads the machines that may still bring output of days before an
	// instant, of a user or, without one, of everybody. Of a life it gives power and
	// times.
	EachLife(tx *sqldb.Tx, userID string, before time.Time, each func(earning.Life)) error
}

// Following pays what depends on a day's output.
type Following interface {
	// IsAccelerated says that what follows a day's output has been paid, so that it is
	// known what the emission pool has for the next day.
	IsAccelerated(tx sqldb.Command, d clock.Day) (bool, error)
	// AccelerationOwed is what the pool still has to pay of it for the days before one,
	// at most.
	AccelerationOwed(tx *sqldb.Tx, before clock.Day) (money.Amount, error)
}

// Config is what the service is built from.
type Config struct {
	DB     *sqldb.DB
	Ledger *ledger.Ledger
	Keeper Keeper
	// Following is empty where nothing follows.
	Following Following
}

// Service lets users catch up, closes days, and pays everybody.
type Service struct {
	Config
	store *store
}

// New builds the service.
func New(c Config) *Service {
	return &Service{Config: c, store: newStore()}
}

// The pools that payments come from.
var (
	interestReserved = ledger.House(ledger.InterestReserved, money.USDT)
	emission         = ledger.House(ledger.Emission, money.ETLD)
)

// HourReference is the reference of the interest of the clock hour that ends at
// an instant.
func HourReference(end time.Time) string { return clock.Text(end.Add(-time.Hour)) }

// Hints names what opening and saving a user's portfolio reads here.
func (s *Service) Hints(userID string) []sqldb.Hint {
	return []sqldb.Hint{s.store.state.Hint(theState), s.store.payees.Hint(userID)}
}

// NewestDayHints names what NewestDay reads while no day is late.
func (s *Service) NewestDayHints(now time.Time) []sqldb.Hint {
	return []sqldb.Hint{s.store.state.Hint(theState), s.store.days.Hint(dayKey(clock.DayOf(now) - 1))}
}

// Begin opens the first day of a new database, and tells whether it was new.
func (s *Service) Begin(tx sqldb.Command) (isNew bool, err error) {
	_, found, err := s.store.state.Get(tx, theState)
	if err != nil || found {
		return false, err
	}
	s.store.putState(tx, State{OpenDay: clock.DayOf(tx.Now())})
	return true, nil
}

// State is what holds for all machines together; it exists from Begin on.
func (s *Service) State(tx sqldb.Command) (State, error) {
	v, found, err := s.store.state.Get(tx, theState)
	if err == nil && !found {
		err = errors.New("machine: the catalogue was never seeded")
	}
	return v, err
}

// Days gives closed days, and days without output for the others.
func (s *Service) Days(tx sqldb.Command) earning.Days {
	return func(d clock.Day) (earning.Day, error) {
		closed, found, err := s.store.days.Get(tx, dayKey(d))
		if !found {
			closed.Day = d
		}
		return closed, err
	}
}

// NewestDay is the newest closed day, if there is one.
func (s *Service) NewestDay(tx sqldb.Command) (d earning.Day, found bool, err error) {
	v, err := s.State(tx)
	if err != nil {
		return d, false, err
	}
	return s.store.days.Get(tx, dayKey(v.OpenDay-1))
}

// StartedUntil is the instant before which no machine will start any more, but
// for those of users whose catching up fails.
func (s *Service) StartedUntil(tx sqldb.Command) (time.Time, error) {
	v, err := s.State(tx)
	return v.OpenDay.Start(), err
}

// DayPaid is the budget of a closed day, and whether everybody has been paid its
// output.
func (s *Service) DayPaid(tx *sqldb.Tx, d clock.Day) (budget money.Amount, isPaid bool, err error) {
	closed, isClosed, err := s.store.days.Get(tx, dayKey(d))
	if err != nil || !isClosed {
		return 0, false, err
	}
	last, isAny, err := jobs.LastDone(tx, jobOutput)
	return closed.Budget, isAny && last >= int64(d), err
}

// OutputOwed is what a closed day still brings a parked user at most, by the machines
// as they stand; nothing for everybody else. Caps may make it less.
func (s *Service) OutputOwed(tx *sqldb.Tx, userID string, d clock.Day) (owed money.Amount, err error) {
	_, isParked, err := jobs.FindParked(tx, ParkedUser(userID))
	if err != nil || !isParked {
		return 0, err
	}
	p, err := s.payee(tx, userID)
	if err != nil || p.OutputNext > d {
		return 0, err
	}
	return s.outputOwed(tx, userID, d, d)
}
