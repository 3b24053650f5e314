package withdrawal

import (
	"errors"
	"log/slog"
	"time"

	"etld/internal/base/each"
	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/operator"
	"etld/internal/core/payout"
	"etld/internal/core/price"
	"etld/internal/core/user"
	"etld/internal/infra/chain/walletsig"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

// Prices are what limits in USDT are judged by. *price.Service is one.
type Prices interface {
	Find(tx sqldb.Command, asset money.Asset) (price.Quotation, error)
}

// Proposals opens proposals to operators, finds and withdraws them. *operator.Service is
// one.
type Proposals interface {
	Open(tx *sqldb.Tx, o operator.Request) (operator.Proposal, error)
	Withdraw(tx *sqldb.Tx, kind, subject, reason string) error
	Pending(tx *sqldb.Tx, kind, subject string) (operator.Proposal, bool, error)
}

// Wallets knows how a wallet proved itself when its owner signed in.
type Wallets interface {
	Kind(tx sqldb.Command, address string) (walletsig.Kind, error)
}

// Flags knows who needs a second look.
type Flags interface {
	HasOpen(tx sqldb.Command, userID string) (bool, error)
}

// Config is what the service is built from.
type Config struct {
	DB        *sqldb.DB
	Ledger    *ledger.Ledger
	Chance    entropy.Source
	Log       *slog.Logger
	Prices    Prices
	Payouts   *payout.Service
	Proposals Proposals
	Notices   user.NoticesAndEvents
	Wallets   Wallets
	// Verifier asks the chain of Home, the network on which contract wallets
	// signed in: they withdraw there alone.
	Verifier walletsig.Verifier
	Home     string
	// Host stands in statements.
	Host  string
	Flags Flags
	// Halted says why a network's chain cannot be relied on now; empty while it
	// can. Optional.
	Halted func(tx sqldb.Command, network string) (string, error)
	// Explorers are what a transaction's hash is added to, per network.
	Explorers map[string]string
}

// shared is what every chapter stands on.
type shared struct {
	Config
	store *store
	texts catalogue
}

// The chapters, each of which uses only those before it.
type (
	// changes is how a withdrawal goes on, whoever it was that decided.
	changes struct{ *shared }
	// door reads what a request is judged by.
	door struct{ *shared }
	// reviews has operators decide about withdrawals, and about what is paid again.
	reviews struct {
		*shared
		changes changes
		door    door
	}
)

// Service is the capability: what users ask for, with the chapters below.
type Service struct {
	*shared
	Changes  changes
	door     door
	reviews  reviews
	messages httpapi.Texts
	// ids make withdrawals sort as they were requested.
	ids entropy.Sequence
	// stopwatch measures; checkedLast is whose contract wallet was asked last, and
	// belongs to the job that asks.
	stopwatch   func() time.Time
	checkedLast string
}

var _ payout.Settlement = changes{}

// New builds the service.
func New(c Config) (*Service, error) {
	if c.Host == "" {
		return nil, errors.New("withdrawal: a host is needed")
	}
	texts, err := loadCatalogue()
	if err != nil {
		return nil, err
	}
	messages, err := httpapi.LoadTexts()
	if err != nil {
		return nil, err
	}
	p := &shared{Config: c, store: newStore(), texts: texts}
	return &Service{shared: p, Changes: changes{p}, door: door{p}, reviews: reviews{p, changes{p}, door{p}}, messages: messages, stopwatch: time.Now}, nil
}

const (
	recordsLink = "/withdrawRecord?id="
)

// Actor is who did what a line of a history says.
type Actor string

// The actors.
const (
	actorUser     Actor = "user"
	actorPlatform Actor = "platform"
	actorReviewer Actor = "reviewer"
)

func (Actor) Values() []string { return each.Texts(actorUser, actorPlatform, actorReviewer) }

func reserved(userID string, asset money.Asset) ledger.Account {
	return ledger.Of(userID, ledger.Withdraw, asset)
}

// GameLockedUntil is until when a user who cancelled a withdrawal cannot buy
// game points; zero or past while nothing bars it.
func (s *Service) GameLockedUntil(tx sqldb.Command, userID string) (time.Time, error) {
	until, _, err := s.store.locks.Get(tx, userID)
	return until, err
}

// GameLockHints names what GameLockedUntil reads.
func (s *Service) GameLockHints(userID string) []sqldb.Hint {
	return []sqldb.Hint{s.store.locks.Hint(userID)}
}
