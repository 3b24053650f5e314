package payment_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/big"
	"slices"
	"sync"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/payment"
	"etld/internal/core/payment/claim"
	"etld/internal/core/payment/reconciliation"
	"etld/internal/core/worldtest"
	"etld/internal/infra/chain"
	"etld/internal/infra/chain/walletsig"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

const (
	chainID = 56
	buying  = payment.ForGoods
)

var (
	chance = entropy.System()

	treasury = address("treasury")
	hot      = address("hot wallet")
	funder   = address("funder")
	usdt     = address("usdt")
	etld     = address("etld")
	ann      = address("ann")
	bob      = address("bob")
	stranger = address("stranger")

	suspense = ledger.House(ledger.Suspense, money.USDT)
	onChain  = ledger.House(ledger.ChainBEP20, money.USDT)
)

func address(name string) common.Address {
	return common.BytesToAddress(crypto.Keccak256([]byte(name)))
}

// users is who signed up. Its content changes only between transactions.
type users struct {
	byAddress map[string]string
	// contracts are the wallets that proved themselves as contracts, and where.
	contracts map[string]uint64
	// plain are those that proved themselves plainly; it changes in transactions.
	plain sync.Map
}

func (u *users) ByAddress(_ sqldb.Command, address string) (payment.Owner, bool, error) {
	id, found := u.byAddress[address]
	return payment.Owner{UserID: id, OnlyOn: u.contracts[address]}, found, nil
}

func (u *users) IsPlain(_ sqldb.Command, address string) (bool, error) {
	_, is := u.plain.Load(address)
	return is, nil
}

func (u *users) ProvePlain(_ sqldb.Command, address, _, _ string) error {
	u.plain.Store(address, true)
	return nil
}

func (u *users) AddressOf(_ sqldb.Command, userID string) (string, error) {
	for address, id := range u.byAddress {
		if id == userID {
			return address, nil
		}
	}
	return "", fmt.Errorf("no user %s", userID)
}

// notices remembers what was sent. A body that is repeated sends twice, so
// tests that provoke that look at balances instead.
type notices struct {
	mu   sync.Mutex
	list []string
	// links are where the last notice of each kind led.
	links map[string]string
	// told are the events, by user, kind and transaction.
	told map[string]int
}

func (n *notices) Tell(_ sqldb.Command, userID, kind string, refs map[string]string) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.told == nil {
		n.told = make(map[string]int)
	}
	n.told[userID+" "+kind+" "+refs["txHash"]]++
	return nil
}

func (n *notices) Send(_ sqldb.Command, userID, kind string, params map[string]string, link string) error {
	if userID == "" || params["amount"] == "" || params["currency"] == "" {
		return fmt.Errorf("notice %s for %q lacks parameters: %v", kind, userID, params)
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.list = append(n.list, userID+" "+kind+" "+params["amount"])
	if n.links == nil {
		n.links = make(map[string]string)
	}
	n.links[kind] = link
	return nil
}

// take returns what was sent since the last call.
func (n *notices) take() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	list := n.list
	n.list = nil
	return list
}

// shop is a purpose that spends what was paid, as a machine does.
type shop struct {
	books  *ledger.Ledger
	mu     sync.Mutex
	events []string
	refuse error
	// refuseRef is whose lapse is refused too.
	refuseRef string
}

func (s *shop) Paid(tx sqldb.Command, i payment.Intent) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.refuse != nil {
		return s.refuse
	}
	_, err := s.books.Post(tx, ledger.Entry{RefType: "order", RefID: i.Ref, Transfers: []ledger.Transfer{
		{Type: ledger.PurchaseProduct, Debit: ledger.AvailableOf(i.UserID, money.USDT), Credit: ledger.Of(i.UserID, ledger.Cooling, i.Asset), Amount: i.Amount},
	}})
	s.events = append(s.events, "paid "+i.Ref+" "+i.Paid.String())
	return err
}

func (s *shop) Lapsed(_ sqldb.Command, i payment.Intent, cause string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.refuse != nil && i.Ref == s.refuseRef {
		return s.refuse
	}
	s.events = append(s.events, cause+" "+i.Ref+" "+i.Paid.String())
	return nil
}

func (s *shop) Item(_ *sqldb.Tx, i payment.Intent, language httpapi.Language) (payment.Item, error) {
	return payment.Item{ItemNo: "no " + i.Ref, Name: string(language)}, nil
}

func (s *shop) take() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := s.events
	s.events = nil
	return list
}

// errClosed is why the shop refuses.
var errClosed = errors.New("the shop is closed")

func (s *shop) refuseWith(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refuse = err
}

// world is a service on a database of its own.
type world struct {
	*worldtest.World
	service *payment.Service
	// comparing compares the chain with the books; nil where no test asks for it.
	comparing *reconciliation.Service
	users     *users
	notices   *notices
	shop      *shop
	line      *line
	// stop is why crediting is stopped; empty while it runs. It changes only
	// between transactions.
	stop string
	// funded is told of claims, and may be nil.
	funded func(tx *sqldb.Tx, sender string, accounts []string) error
	// change adapts the configuration of services made from then on.
	change func(c *payment.Config)
}

func (w *world) stopped(sqldb.Command) (reason string, isStopped bool, err error) {
	return w.stop, w.stop != "", nil
}

// blocks lends the service the line that is made after it.
type blocks struct{ w *world }

func (b blocks) AgreedBlock(ctx context.Context, number uint64) (chain.Block, error) {
	return b.w.line.AgreedBlock(ctx, number)
}

func config(db *sqldb.DB, books *ledger.Ledger, u *users, n *notices) payment.Config {
	return payment.Config{
		DB: db, Ledger: books, Chance: entropy.System(), Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
		Users: u, Notices: n, Host: "etld.example", Stopped: func(sqldb.Command) (string, bool, error) { return "", false, nil },
		Networks: []payment.Network{{
			Name: "BEP-20", ChainID: chainID, Account: ledger.ChainBEP20, Treasury: treasury, AddressSignature: "0xsigned", Confirmations: 15,
			Tokens: []payment.Token{{Asset: money.USDT, Contract: usdt, Decimals: 18}, {Asset: money.ETLD, Contract: etld, Decimals: 18}},
			Own:    []common.Address{treasury, hot}, Capital: []common.Address{funder},
		}},
	}
}

// newBareWorld has no chain yet.
func newBareWorld(t testing.TB, db *sqldb.DB, c dbtest.Clock) *world {
	t.Helper()
	books := worldtest.New(t, db, c)
	w := &world{World: books, notices: &notices{}, shop: &shop{books: books.Ledger},
		users: &users{byAddress: map[string]string{ann.Hex(): "ann", bob.Hex(): "bob"}}}
	w.service = w.newService(w.Ledger)
	return w
}

func newWorld(t testing.TB, db *sqldb.DB, c dbtest.Clock) *world {
	t.Helper()
	w := newBareWorld(t, db, c)
	w.line = newLine(w)
	return w
}

// plainWallets is a chain without contract wallets.
type plainWallets struct{ walletsig.Chain }

func (plainWallets) AgreedHead(context.Context) (chain.Block, error) { return chain.Block{}, nil }

func (plainWallets) CodeAt(context.Context, common.Address, *big.Int) ([]byte, error) {
	return nil, nil
}

// newService is another instance on the same database.
func (w *world) newService(books *ledger.Ledger) *payment.Service {
	w.T.Helper()
	c := config(w.DB, books, w.users, w.notices)
	c.Networks[0].Blocks = blocks{w}
	c.Stopped = w.stopped
	c.Networks[0].Verifier = walletsig.NewVerifier(plainWallets{}, 0)
	if w.change != nil {
		w.change(&c)
	}
	service, err := payment.New(c)
	if err != nil {
		w.T.Fatal(err)
	}
	service.Intents.Handle(buying, w.shop)
	return service
}

// claims take claims of what the service has in suspense.
func (w *world) claims() *claim.Service {
	w.T.Helper()
	return claim.New(claim.Config{DB: w.DB, Payments: w.service, Notices: w.notices, Funded: w.funded})
}

// open opens an intent in a command, as a purchase does.
func (w *world) open(user, ref string, amount money.Amount) (i payment.Intent, err error) {
	err = w.Try(func(tx sqldb.Command) error {
		i, err = w.service.Intents.Open(tx, payment.IntentRequest{UserID: user, Purpose: buying, Ref: ref, Asset: money.USDT, Amount: amount})
		return err
	}, w.service.Intents.OpenHints(user)...)
	return i, err
}

func (w *world) mustOpen(user, ref string, amount money.Amount) payment.Intent {
	w.T.Helper()
	i, err := w.open(user, ref, amount)
	if err != nil {
		w.T.Fatal(err)
	}
	return i
}

func (w *world) cancel(no string) error {
	return w.Try(func(tx sqldb.Command) error { return w.service.Intents.Cancel(tx, no) })
}

func (w *world) intent(no string) (i payment.Intent) {
	w.T.Helper()
	w.View(func(tx *sqldb.Tx) (err error) {
		i, err = w.service.Intents.Intent(tx, no)
		return err
	})
	return i
}

// jobOf is one of a service's jobs.
func jobOf(t testing.TB, service interface{ Jobs() []jobs.Job }, name string) jobs.Job {
	t.Helper()
	list := service.Jobs()
	at := slices.IndexFunc(list, func(job jobs.Job) bool { return job.Name == name })
	if at < 0 {
		t.Fatalf("no job %s", name)
	}
	return list[at]
}

func is(err error, target error) bool { return errors.Is(err, target) }

func sorted(list []string) []string {
	slices.Sort(list)
	return list
}
