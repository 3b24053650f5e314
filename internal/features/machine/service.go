package machine

import (
	"errors"
	"log/slog"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/checkout"
	"etld/internal/core/ledger"
	"etld/internal/features/machine/earning"
	"etld/internal/infra/sqldb"
)

// Notifier leaves a notice for a user, through lookups and writes only.
type Notifier interface {
	Send(tx *sqldb.Tx, userID, kind string, params map[string]string, link string) error
}

// Books answers what single balances do not; free statements are allowed.
type Books interface {
	// EmissionAt is what the emission pool held at an instant after which no
	// mining income has taken effect.
	EmissionAt(tx *sqldb.Tx, at time.Time) (money.Amount, error)
	// ClassTotal adds up all accounts of a class and asset.
	ClassTotal(tx *sqldb.Tx, class ledger.Class, asset money.Asset) (money.Amount, error)
}

// Rewards decides what a purchase brings to whom the buyer was invited by,
// through lookups and writes only.
type Rewards interface {
	// Hints names what Referral will read for a buyer.
	Hints(buyerID string) []sqldb.Hint
	// Referral is who gets how much of the referral share of a machine that
	// starts: at most the share, and nobody where it is nothing. It counts as
	// given, so it is asked once for each start.
	Referral(tx *sqldb.Tx, buyerID string, share money.Amount, at time.Time) (referrerID string, reward money.Amount, err error)
}

// Listener hears of machines that start and end, in the same transaction and
// through lookups and writes only. Team and nodes listen.
type Listener interface {
	// Hints names what it will read when a machine of a user starts or ends.
	Hints(userID string) []sqldb.Hint
	MachineStarted(tx *sqldb.Tx, e Started) error
	MachineEnded(tx *sqldb.Tx, e Ended) error
}

// Started tells of a machine's effective moment.
type Started struct {
	MachineID, UserID string
	Price, NewPart    money.Amount
	Split             Split
	// ReferrerID got Referral, which may be less than Split.Referral.
	ReferrerID string
	Referral   money.Amount
	At         time.Time
}

// Ended tells of a machine that matured or was left.
type Ended struct {
	MachineID, UserID string
	Price, NewPart    money.Amount
	At                time.Time
}

// Prices gives the price of ETLD that a seller would really get; 0 without one.
type Prices interface {
	ETLDPrice() money.Amount
}

// Config is what the service is built from. Listeners and Log may be empty.
type Config struct {
	DB        *sqldb.DB
	Ledger    *ledger.Ledger
	Chance    entropy.Source
	Notices   Notifier
	Payments  checkout.Payments
	Books     Books
	Prices    Prices
	Rewards   Rewards
	Listeners []Listener
	Log       *slog.Logger
}

// Service is the capability: purchases, the life of machines, what they earn.
type Service struct {
	db        *sqldb.DB
	ledger    *ledger.Ledger
	chance    entropy.Source
	notices   Notifier
	checkout  *checkout.Service
	books     Books
	prices    Prices
	rewards   Rewards
	listeners []Listener
	store     *store
	log       *slog.Logger
	asides    asides
}

// New builds the service.
func New(c Config) (*Service, error) {
	if c.DB == nil || c.Ledger == nil || c.Chance == nil || c.Notices == nil || c.Payments == nil || c.Books == nil || c.Prices == nil || c.Rewards == nil {
		return nil, errors.New("machine: every part of the configuration but Listeners and Log is needed")
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	s := &Service{db: c.DB, ledger: c.Ledger, chance: c.Chance, notices: c.Notices, books: c.Books, prices: c.Prices, rewards: c.Rewards, listeners: c.Listeners,
		store: newStore(), log: c.Log, asides: asides{causes: make(map[string]string)}}
	var err error
	s.checkout, err = checkout.New(checkout.Config{Name: sellerName, Seller: seller{s}, Ledger: c.Ledger, Payments: c.Payments,
		Escrow: ledger.Cooling, Refund: ledger.CoolingOffRefund})
	return s, err
}

// The accounts that machines move money between.
var (
	interestFree     = ledger.House(ledger.InterestFree, money.USDT)
	interestReserved = ledger.House(ledger.InterestReserved, money.USDT)
	revenue          = ledger.House(ledger.RevenueService, money.USDT)
	levelPool        = ledger.House(ledger.LevelPool, money.USDT)
	emission         = ledger.House(ledger.Emission, money.ETLD)
)

func available(userID string) ledger.Account {
	return ledger.Of(userID, ledger.Available, money.USDT)
}
func cooling(userID string) ledger.Account   { return ledger.Of(userID, ledger.Cooling, money.USDT) }
func principal(userID string) ledger.Account { return ledger.Of(userID, ledger.Principal, money.USDT) }

// What entries refer to.
const (
	refMachine  = "machine"
	refInterest = "machine_interest"
	refOutput   = "machine_output"
)

// currentState is the row that holds for all machines together; it exists from
// Seed on.
func (s *Service) currentState(tx *sqldb.Tx) (state, error) {
	v, found, err := s.store.state.Get(tx, theState)
	if err == nil && !found {
		err = errors.New("machine: the catalogue was never seeded")
	}
	return v, err
}

// closedDay is a closed day, or one without output.
func (s *Service) closedDay(tx *sqldb.Tx) earning.Days {
	return func(d clock.Day) (earning.Day, error) {
		closed, found, err := s.store.days.Get(tx, dayKey(d))
		if !found {
			closed.Day = d
		}
		return closed, err
	}
}

// effectiveNow is the time of an action. It never lies in a closed day, which
// another instance whose clock is ahead may just have closed.
func effectiveNow(tx *sqldb.Tx, v state) time.Time { return earning.Later(tx.Now(), v.OpenDay.Start()) }

func moment(t time.Time) string { return t.UTC().Format(time.RFC3339) }
