package operator

import (
	"log/slog"
	"net/http"

	lru "github.com/hashicorp/golang-lru/v2"

	"etld/internal/base/entropy"
	"etld/internal/core/operator/origin"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/listener"
	"etld/internal/infra/lists"
	"etld/internal/infra/meter"
	"etld/internal/infra/sqldb"
)

// Config is what the service is built from.
type Config struct {
	DB     *sqldb.DB
	Chance entropy.Source
	Log    *slog.Logger
	// Host and ChainID stand in what operators sign.
	Host    string
	ChainID int64
	// Key seals authenticators' secrets; without one nobody can sign in.
	Key []byte
	// Secure cookies travel over https and to this machine only.
	Secure  bool
	Proxies listener.Proxies
	// Limits count sign-ins per address and other calls per person.
	Limits httpapi.Limits
	// Demo opens DemoSession.
	Demo bool
}

// Service is the operator's side of the product.
type Service struct {
	Config
	entrance *entrance
	reads    *meter.Meter
	// strangers counts per address the calls whose cookie belongs to nobody, and
	// known remembers which belonged to somebody.
	strangers *meter.Meter
	known     *lru.Cache[string, struct{}]
	kinds     map[string]*kind
	api       *httpapi.API
	// statements are those of all lists, by their paths.
	statements map[string]func() ([]lists.Statement, error)
}

var _ http.Handler = (*Service)(nil)

// New builds the service with its own calls and kinds.
func New(c Config) (*Service, error) {
	s := &Service{Config: c, reads: meter.New(c.Limits.Read), strangers: meter.New(c.Limits.Stranger), kinds: make(map[string]*kind),
		statements: make(map[string]func() ([]lists.Statement, error))}
	var err error
	if s.entrance, err = newEntrance(c, s.me); err != nil {
		return nil, err
	}
	s.api, err = httpapi.New(httpapi.Config{DB: c.DB, Chance: c.Chance, Log: c.Log, TrustedProxies: c.Proxies, Admit: origin.Admit, About: about})
	if err != nil {
		return nil, err
	}
	if s.known, err = lru.New[string, struct{}](sessionsKnown); err != nil {
		return nil, err
	}
	s.register()
	return s, nil
}
