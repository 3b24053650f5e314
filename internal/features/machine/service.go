package machine

import (
	"sync/atomic"

	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/checkout"
	"etld/internal/core/ledger"
	"etld/internal/core/life"
	"etld/internal/core/payment"
	"etld/internal/core/user"
	"etld/internal/features/machine/catalogue"
	"etld/internal/features/machine/offer"
	"etld/internal/features/machine/payrun"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

// Rewards decides what a purchase brings to whom the buyer was invited by.
type Rewards interface {
	// Hints names what Referral will read for a buyer.
	Hints(buyerID string) []sqldb.Hint
	// Referral is what becomes of the referral share of a machine that starts. It
	// counts as given, so it is asked once for each start.
	Referral(tx sqldb.Command, s life.Share) (life.Referral, error)
}

// Prices gives the price of ETLD that a seller would really get; 0 without one.
type Prices interface {
	ETLDPrice() money.Amount
}

// Config is what the service is built from. Listeners and Following may be empty.
type Config struct {
	DB        *sqldb.DB
	Ledger    *ledger.Ledger
	Chance    entropy.Source
	Notices   user.Notices
	Payments  checkout.Payments
	Prices    Prices
	Pictures  catalogue.Pictures
	Rewards   Rewards
	Listeners []life.Listener
	Following payrun.Following
}

// Service is the capability: purchases, the life of machines, what they earn.
type Service struct {
	*shared
	owners owners
	Views  views
}

// shared is what every chapter stands on.
type shared struct {
	Config
	checkout  *checkout.Service
	catalogue *catalogue.Service
	store     *store
	// PayRun is for whoever follows the days it closes.
	PayRun *payrun.Service
}

// The chapters, each of which uses only those before it.
type (
	// owners opens what users own for work on it, with all that is due applied.
	owners struct{ *shared }
	// views show machines that are sold and owned.
	views struct {
		*shared
		owners owners
		// listed are the products that were shown last, which are probably those to be
		// shown next.
		listed *atomic.Pointer[[]offer.Product]
	}
)

// New builds the service.
func New(c Config) *Service {
	p := &shared{Config: c, store: newStore()}
	s := &Service{p, owners{p}, views{p, owners{p}, new(atomic.Pointer[[]offer.Product])}}
	p.PayRun = payrun.New(payrun.Config{DB: c.DB, Ledger: c.Ledger, Keeper: keeper{s.owners}, Following: c.Following})
	p.checkout = checkout.New(checkout.Config{Purpose: payment.ForMachine, RefType: ledger.RefMachineOrder, Seller: seller{s}, Ledger: c.Ledger, Payments: c.Payments,
		Escrow: ledger.Cooling, Refund: ledger.CoolingOffRefund})
	p.catalogue = catalogue.New(p.checkout, c.Pictures)
	return s
}

// The accounts that machines move money between.
var (
	interestFree     = ledger.House(ledger.InterestFree, money.USDT)
	interestReserved = ledger.House(ledger.InterestReserved, money.USDT)
	revenue          = ledger.House(ledger.RevenueService, money.USDT)
	levelPool        = ledger.House(ledger.LevelPool, money.USDT)
)

func cooling(userID string) ledger.Account   { return ledger.Of(userID, ledger.Cooling, money.USDT) }
func principal(userID string) ledger.Account { return ledger.Of(userID, ledger.Principal, money.USDT) }

// CatchUp applies everything that is due to a user by now, in the order of time. It is
// for whoever acts on a user's money, and refuses with payrun.ErrCatchingUp while the
// day that must come first is not closed.
func (s *Service) CatchUp(tx sqldb.Command, userID string) error {
	f, err := s.owners.openCaughtUp(tx, userID)
	if err != nil {
		return err
	}
	return f.Save()
}

// Jobs is the scheduled work.
func (s *Service) Jobs() []jobs.Job {
	return append(s.PayRun.Jobs(), jobs.Purge(s.DB, "machine_purge", jobs.OlderDays(purgeSales, popularDays), s.checkout.PurgeLapsed))
}

// Seed fills the catalogue of a new database and opens its first day. On a
// database that was seeded before it changes nothing.
func (s *Service) Seed(tx *sqldb.Tx) error { return s.SeedWith(tx, offer.Catalogue()) }

// SeedWith is Seed with another catalogue.
func (s *Service) SeedWith(tx sqldb.Command, catalogue []offer.Listing) error {
	isNew, err := s.PayRun.Begin(tx)
	if err != nil || !isNew {
		return err
	}
	s.catalogue.Seed(tx, catalogue)
	return nil
}
