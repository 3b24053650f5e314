package operator

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"

	lru "github.com/hashicorp/golang-lru/v2"

	"etld/internal/base/entropy"
	"etld/internal/core/ledger"
	"etld/internal/core/param"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/lists"
	"etld/internal/infra/seal"
	"etld/internal/infra/sqldb"
)

// Notices tells users what was done to their accounts.
type Notices interface {
	Send(tx *sqldb.Tx, userID, kind string, params map[string]string, link string) error
}

// Config is what the service is built from.
type Config struct {
	DB      *sqldb.DB
	Ledger  *ledger.Ledger
	Params  *param.Set
	Notices Notices
	Chance  entropy.Source
	Log     *slog.Logger
	// Host and ChainID stand in what operators sign.
	Host    string
	ChainID int64
	// Key seals authenticators' secrets; without one nobody can sign in.
	Key []byte
	// Secure cookies travel over https and to this machine only.
	Secure  bool
	Proxies httpapi.Proxies
	// Limits count sign-ins per address and other calls per person.
	Limits httpapi.Limits
	// Demo opens DemoSession.
	Demo bool
}

// Service is the operator's side of the product.
type Service struct {
	db      *sqldb.DB
	ledger  *ledger.Ledger
	params  *param.Set
	notices Notices
	chance  entropy.Source
	log     *slog.Logger
	host    string
	chainID int64
	sealer  *seal.Sealer
	secure  bool
	demo    bool
	signIns *httpapi.Meter
	reads   *httpapi.Meter
	// strangers counts per address the calls whose cookie belongs to nobody, and
	// known remembers which belonged to somebody.
	strangers *httpapi.Meter
	known     *lru.Cache[string, struct{}]
	kinds     map[string]*kind
	api       *httpapi.API
	held      map[ledger.Account]HeldBack
	// statements are those of all lists, by their paths.
	statements map[string]func() ([]lists.Statement, error)
}

var _ http.Handler = (*Service)(nil)

// New builds the service with its own calls and kinds.
func New(c Config) (*Service, error) {
	if c.DB == nil || c.Ledger == nil || c.Params == nil || c.Notices == nil || c.Chance == nil || c.Log == nil {
		return nil, errors.New("operator: DB, Ledger, Params, Notices, Chance and Log are needed")
	}
	s := &Service{db: c.DB, ledger: c.Ledger, params: c.Params, notices: c.Notices, chance: c.Chance, log: c.Log, host: c.Host, chainID: c.ChainID,
		secure: c.Secure, demo: c.Demo, kinds: make(map[string]*kind), held: make(map[ledger.Account]HeldBack),
		statements: make(map[string]func() ([]lists.Statement, error))}
	var err error
	if c.Key != nil {
		if s.sealer, err = seal.New(c.Key, c.Chance); err != nil {
			return nil, err
		}
	}
	s.api, err = httpapi.New(httpapi.Config{DB: c.DB, Chance: c.Chance, Log: c.Log, TrustedProxies: c.Proxies, Admit: fromThisConsole, About: about})
	if err != nil {
		return nil, err
	}
	if s.signIns, err = httpapi.NewMeter(c.Limits.SignIn); err != nil {
		return nil, fmt.Errorf("limit of sign-ins: %w", err)
	}
	if s.reads, err = httpapi.NewMeter(c.Limits.Read); err != nil {
		return nil, fmt.Errorf("limit of calls: %w", err)
	}
	if s.strangers, err = httpapi.NewMeter(c.Limits.Stranger); err != nil {
		return nil, fmt.Errorf("limit of strangers: %w", err)
	}
	if s.known, err = lru.New[string, struct{}](sessionsKnown); err != nil {
		return nil, err
	}
	s.register()
	s.handleStaff()
	s.handleMoney()
	s.handleParameters()
	s.handleStops()
	s.handleParked()
	return s, nil
}
