package payment

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/each"
	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/user"
	"etld/internal/infra/chain"
	"etld/internal/infra/chain/walletsig"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

// Users knows who owns which wallet. Addresses are in EIP-55 form.
type Users interface {
	// ByAddress is who signed up with a wallet, and whether anybody did.
	ByAddress(tx sqldb.Command, address string) (o Owner, found bool, err error)
	// AddressOf is a user's wallet.
	AddressOf(tx sqldb.Command, userID string) (string, error)
	// IsPlain says that an address once proved itself by a plain signature. It is
	// then never judged as a contract wallet.
	IsPlain(tx sqldb.Command, address string) (bool, error)
	// ProvePlain records that it did.
	ProvePlain(tx sqldb.Command, address, message, signature string) error
}

// Owner is the user of a wallet.
type Owner struct {
	UserID string
	// OnlyOn is the only chain on which the wallet is known to be the user's: that
	// on which a contract wallet proved itself. It is 0 for a plain wallet, which is
	// the same on every chain.
	OnlyOn uint64
}

func (o Owner) isOn(chainID uint64) bool { return o.OnlyOn == 0 || o.OnlyOn == chainID }

// Blocks reads the chain's canonical blocks; chain.Pool is one.
type Blocks interface {
	AgreedBlock(ctx context.Context, number uint64) (chain.Block, error)
}

// Handler is told once how an intent of its purpose ended, in
// the transaction in which it ends; an error undoes that end.
type Handler interface {
	// Paid runs in a db.Update, after the money was credited to the buyer's
	// available balance. What was paid beyond the amount stays there. An error
	// leaves the last transfer unsettled; it is tried again.
	Paid(tx sqldb.Command, i Intent) error
	// Lapsed runs where the intent expires (a db.Update) or is cancelled (maybe
	// a db.Command). What had been paid is in
	// the user's available balance already. cause is Expired or Cancelled.
	Lapsed(tx sqldb.Command, i Intent, cause string) error
	// Item is what an intent pays for; empty once it lapsed.
	Item(tx *sqldb.Tx, i Intent, language httpapi.Language) (Item, error)
}

// Item is what an intent pays for, as its user sees it.
type Item struct {
	ItemNo    string `json:"itemNo" doc:"The machine, node or order that is paid for; of several the first. Empty once the payment lapsed, as the rest"`
	ProductID string `json:"productId"`
	Name      string `json:"name"`
	Quantity  int64  `json:"quantity"`
	IsRunning bool   `json:"isRunning" doc:"It was paid and has started"`
}

// Token is a token the treasury takes.
type Token struct {
	Asset    money.Asset
	Contract common.Address
	Decimals int
}

// Network is a chain on which users pay.
type Network struct {
	// Name is what users read, such as BEP-20.
	Name    string
	ChainID uint64
	// Account is the ledger's class of what lies on this chain.
	Account  ledger.Class
	Treasury common.Address
	// AddressSignature proves the published address; see AddressStatement.
	AddressSignature string
	// Confirmations is what a user is told to wait for; a transfer's own block
	// is the first.
	Confirmations int
	Tokens        []Token
	// Own are the platform's addresses, the treasury among them. What moves
	// between them changes no account.
	Own []common.Address
	// Capital are the operator's listed addresses; what they send is O.CAP.
	Capital []common.Address
	// Blocks is needed by the job that closes intents.
	Blocks Blocks
	// Verifier asks contract wallets on this chain; claims need it.
	Verifier walletsig.Verifier
}

// Config is what a Service is built from.
type Config struct {
	DB     *sqldb.DB
	Ledger *ledger.Ledger
	Chance entropy.Source
	Log    *slog.Logger
	// Users are those who signed up, unless a test has others.
	Users   Users
	Notices user.NoticesAndEvents
	// Host is the name of the site, part of what people sign.
	Host     string
	Networks []Network
	// Stopped says whether somebody stopped crediting, and why. While it does, final
	// transfers wait to be settled, and nothing is claimed or given back.
	Stopped func(tx sqldb.Command) (reason string, isStopped bool, err error)
}

// shared is what every chapter stands on: networks, and how a transfer ends.
type shared struct {
	Config
	networks []*Network
	store    *store

	mu       sync.Mutex
	statuses map[uint64]func() chain.Status
}

// The chapters, each of which uses only those before it.
type (
	// intents are what users are to pay: opened, paid in parts, expired.
	intents struct {
		*shared
		handlers map[Purpose]Handler
		// expiryWaits belongs to the job that closes intents, by network.
		expiryWaits map[string]*jobs.Reminder
	}
	// incoming is what the chain brings: whose it is, and what becomes of it.
	incoming struct {
		*shared
		intents *intents
	}
)

// Service is the payments' use cases.
type Service struct {
	*shared
	Intents  *intents
	Incoming *incoming
}

// New builds the service. Register the handlers with Handle before using it.
func New(c Config) (*Service, error) {
	if c.Users == nil {
		c.Users = signedUp{}
	}
	if len(c.Networks) == 0 {
		return nil, errors.New("payment: no network is configured")
	}
	p := &shared{Config: c, store: newStore(), statuses: make(map[uint64]func() chain.Status)}
	chains := make(map[uint64]bool)
	for _, network := range c.Networks {
		if chains[network.ChainID] || network.Treasury == (common.Address{}) || len(network.Tokens) == 0 {
			return nil, fmt.Errorf("payment: network %s needs a treasury, tokens and a chain of its own", network.Name)
		}
		chains[network.ChainID] = true
		p.networks = append(p.networks, &network)
	}
	i := &intents{shared: p, handlers: make(map[Purpose]Handler), expiryWaits: make(map[string]*jobs.Reminder)}
	return &Service{p, i, &incoming{p, i}}, nil
}

// Handle registers who is told about the intents of a purpose.
func (s *intents) Handle(purpose Purpose, h Handler) {
	if s.handlers[purpose] != nil {
		panic("payment: the purpose " + string(purpose) + " is handled twice")
	}
	s.handlers[purpose] = h
}

// SetStatus tells what a network's watcher is doing, so that users can read why
// a deposit waits. Without it, only a halt is shown.
func (s *shared) SetStatus(chainID uint64, status func() chain.Status) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.statuses[chainID] = status
}

// Pause is why transfers of a network are not credited now: PauseStopped, or a state of
// its watcher.
type Pause string

// PauseStopped is what users read while people have stopped crediting.
const PauseStopped Pause = "stopped"

func (Pause) Values() []string {
	return append([]string{string(PauseStopped)}, each.Texts(chain.StateHalted, chain.StateRestarted, chain.StateLagging, chain.StateFinalityStalled,
		chain.StateDisagree, chain.StateThrottled, chain.StateUnreachable, chain.StateWrongChain, chain.StateStoreFailing)...)
}

// pauseOf is empty while a network's transfers are credited. A stop comes before what the
// watcher mends by itself, since crediting does not go on with that.
func (s *shared) pauseOf(n *Network, isHalted, isStopped bool) Pause {
	switch {
	case isHalted:
		return Pause(chain.StateHalted)
	case isStopped:
		return PauseStopped
	}
	return Pause(s.PauseOf(n.Name))
}

// PauseOf is the state of a network's watcher while its chain cannot be relied on;
// empty while it can.
func (s *shared) PauseOf(network string) string {
	n := s.networkNamed(network)
	if n == nil {
		return ""
	}
	s.mu.Lock()
	status := s.statuses[n.ChainID]
	s.mu.Unlock()
	if status == nil {
		return ""
	}
	if state := status().State; !state.IsCrediting() && state != chain.StateStarting {
		return string(state)
	}
	return ""
}

// AddressStatement is the text that Network.AddressSignature signs.
func AddressStatement(host string, n Network) string {
	return fmt.Sprintf("Deposits to %s on %s (chain %d) go to %s.", host, n.Name, n.ChainID, n.Treasury.Hex())
}

// Networks are the chains on which users pay.
func (s *shared) Networks() []*Network { return s.networks }

// networkOf finds the chain a transfer came by.
func (s *shared) networkOf(chainID uint64) (*Network, error) {
	for _, n := range s.networks {
		if n.ChainID == chainID {
			return n, nil
		}
	}
	return nil, fmt.Errorf("payment: chain %d is not configured", chainID)
}

// networkFor is the first network that takes an asset.
func (s *shared) networkFor(asset money.Asset) (*Network, Token, bool) {
	for _, n := range s.networks {
		for _, token := range n.Tokens {
			if token.Asset == asset {
				return n, token, true
			}
		}
	}
	return nil, Token{}, false
}

func (n *Network) token(contract common.Address) (Token, bool) {
	for _, token := range n.Tokens {
		if token.Contract == contract {
			return token, true
		}
	}
	return Token{}, false
}

func (n *Network) isOwn(address common.Address) bool {
	return address == n.Treasury || slices.Contains(n.Own, address)
}

func (n *Network) isCapital(address common.Address) bool { return slices.Contains(n.Capital, address) }

// isStopped says that somebody stopped crediting.
func (s *shared) isStopped(tx sqldb.Command) (stopped bool, err error) {
	_, stopped, err = s.Stopped(tx)
	return stopped, err
}
