package payout_test

import (
	"context"
	"crypto/ecdsa"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/big"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"etld/internal/base/clock"
	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/payout"
	"etld/internal/core/payout/desk"
	"etld/internal/core/worldtest"
	"etld/internal/infra/chain"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/chain/signer/signertest"
	"etld/internal/infra/chain/walletsig/wallettest"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

const (
	network = "BEP-20"
	chainID = 56
	host    = signertest.Host
	bnb     = money.Asset("BNB")
)

var (
	usdt = common.HexToAddress("0x0000000000000000000000000000000000000055")
	etld = common.HexToAddress("0x0000000000000000000000000000000000000066")

	operators = []*ecdsa.PrivateKey{wallettest.Key("operator 1"), wallettest.Key("operator 2")}
)

func wei(tokens int64) *big.Int { return new(big.Int).Mul(big.NewInt(tokens), big.NewInt(1e18)) }

func policy(c signer.Chain) signer.Policy {
	limits := signertest.Limits{PayoutMax: "10000", DayMax: "1000000", OneDayMax: "1000000", TwoFrom: "1000", Automatic: "200", AutomaticDay: "100000"}
	return signertest.Policy(signer.Network{Name: network, ChainID: chainID, FeeCapMax: 1_000 * gwei, GasMax: 500_000, GasDayMax: 18e18, Chain: c,
		Currencies: []signer.Currency{signertest.Currency(money.USDT, usdt, limits), signertest.Currency(money.ETLD, etld, limits)}}, operators...)
}

// outcomeOnly lends the signer the node's word on nonces; the tests' users are
// plain wallets.
type outcomeOnly struct{ *node }

func (outcomeOnly) AgreedHead(context.Context) (chain.Block, error)                  { return chain.Block{}, nil }
func (outcomeOnly) CodeAt(context.Context, common.Address, *big.Int) ([]byte, error) { return nil, nil }
func (n outcomeOnly) CallContract(context.Context, ethereum.CallMsg, *big.Int) ([]byte, error) {
	return nil, errNode
}

// world is a service on a database and a fake chain.
type world struct {
	*worldtest.World
	node       *node
	signer     *signer.Local
	settlement *settlement
	// ends is told how payouts end; it is settlement unless a test says otherwise.
	ends    payout.Settlement
	wallet  payout.Wallet
	service *payout.Service
	log     *slog.Logger
	chance  entropy.Source
	// stopped is whether somebody stopped all payouts; nil: nobody can.
	stopped func(tx sqldb.Command) (string, bool, error)
	// halted is the state of the network's watcher while it credits nothing.
	halted string
}

func newWorld(t testing.TB, db *sqldb.DB, c dbtest.Clock) *world {
	t.Helper()
	w := &world{World: worldtest.New(t, db, c), node: newNode(), chance: entropy.System(), settlement: &settlement{}, log: discard()}
	w.ends = w.settlement
	key, local := signertest.Hot(t), w.signerOf(policy(outcomeOnly{w.node}))
	w.signer = local
	w.wallet = payout.Wallet{Network: network, ChainID: chainID, Address: key.Address(), Account: ledger.ChainBEP20, Native: bnb, FeeCapMax: 500 * gwei,
		RefillWithin: 6 * time.Hour, Chain: w.node, Signer: local,
		Coins: []payout.Coin{{Asset: money.USDT, Token: usdt, Decimals: 18, DayMax: money.Units(100_000)}, {Asset: money.ETLD, Token: etld, Decimals: 18}}}
	w.node.fund(common.Address{}, key.Address(), wei(10))
	w.node.fund(usdt, key.Address(), wei(100_000))
	w.node.fund(etld, key.Address(), wei(100_000))
	w.service = w.instance()
	return w
}

// signerOf is a signer with the hot wallet's key and a journal of its own. Like
// the program it compares the journal with the chain before it serves: later a
// nonce that the journal does not know is somebody else's.
func (w *world) signerOf(p signer.Policy) *signer.Local {
	w.T.Helper()
	local, err := signer.New(signer.Config{Key: signertest.Hot(w.T), Policy: p, Journal: filepath.Join(w.T.TempDir(), "journal"), Clock: w.Clock, Log: w.log})
	w.Must(err)
	w.T.Cleanup(func() { _ = local.Close() })
	w.Must(local.CheckJournal(w.T.Context()))
	return local
}

func discard() *slog.Logger { return slog.New(slog.NewTextHandler(io.Discard, nil)) }

// instance is another process on the same database.
func (w *world) instance() *payout.Service {
	w.T.Helper()
	service, err := payout.New(payout.Config{DB: w.DB, Ledger: w.Ledger, Chance: w.chance, Log: w.log, Settlement: func() payout.Settlement { return w.ends }, Stopped: w.stopped,
		Halted: func(sqldb.Command, string) (string, error) { return w.halted, nil }, Wallets: []payout.Wallet{w.wallet}})
	if err != nil {
		w.T.Fatal(err)
	}
	return service
}

// rebuild replaces the service after its wallet was changed.
func (w *world) rebuild() { w.service = w.instance() }

func (w *world) order(id string, asset money.Asset, quantity string) payout.Order {
	user := wallettest.Key("user of " + id)
	amount := money.MustParse(quantity)
	asked := signer.Withdrawal{Quantity: amount + money.Unit, Currency: asset, Network: network, Fee: money.Unit, Arrival: amount,
		Address: wallettest.Address(user), RequestID: "request-" + id, At: w.Clock.Now().Truncate(time.Millisecond)}
	text := signer.StatementText(host, asked)
	return payout.Order{WithdrawalID: id, Network: network, Asset: asset, Recipient: wallettest.Address(user), Amount: amount, Automatic: true,
		Statement: signer.Statement{Text: text, Signature: wallettest.Sign(user, text)}}
}

func (w *world) approve(o payout.Order, keys ...*ecdsa.PrivateKey) payout.Order {
	w.T.Helper()
	subject, err := w.service.Orders.Subject(o)
	if err != nil {
		w.T.Fatal(err)
	}
	o.Automatic, o.Approvals = false, w.approvals(subject, keys...)
	return o
}

func (w *world) approvals(subject signer.Payout, keys ...*ecdsa.PrivateKey) []signer.Approval {
	var list []signer.Approval
	for _, key := range keys {
		at := w.Clock.Now()
		list = append(list, signer.Approval{Operator: wallettest.Address(key), Time: at.UnixMilli(),
			Signature: wallettest.Sign(key, signer.ApprovalText(host, wallettest.Address(key), subject, at))})
	}
	return list
}

func (w *world) enqueue(o payout.Order) {
	w.T.Helper()
	w.Update(func(tx *sqldb.Tx) error { return w.service.Orders.Enqueue(tx, o) })
}

// closePaid orders an automatic payout of USDT.
func (w *world) pay(id, amount string) payout.Order {
	w.T.Helper()
	o := w.order(id, money.USDT, amount)
	w.enqueue(o)
	return o
}

// work runs the wallet's job until it has nothing to do at this moment.
func (w *world) work() {
	w.T.Helper()
	w.Must(w.workOn(w.service))
}

func (w *world) workOn(s *payout.Service) error {
	for range 200 {
		more, err := s.Jobs()[0].Work(context.Background())
		if err != nil && !errors.Is(err, jobs.ErrLost) {
			return err
		}
		if !more && err == nil {
			return nil
		}
	}
	return errors.New("the job always has more to do")
}

// settle lets blocks pass until everything sent is final.
func (w *world) settle() {
	w.T.Helper()
	w.node.mineMany(finalityDepth + 1)
	w.work()
}

func (w *world) find(id string) (p payout.Payout) {
	w.T.Helper()
	w.View(func(tx *sqldb.Tx) error {
		var found bool
		var err error
		p, found, err = w.service.Orders.Find(tx, id)
		if err == nil && !found {
			err = fmt.Errorf("no payout %s", id)
		}
		return err
	})
	return p
}

// history is a payout's timeline.
func (w *world) history(id string) (list []payout.Step) {
	w.T.Helper()
	w.View(func(tx *sqldb.Tx) (err error) {
		list, err = w.service.Orders.History(tx, id)
		return err
	})
	return list
}

// told is what the settlement was told about a withdrawal.
func (w *world) told(id string) (text string) {
	w.T.Helper()
	w.View(func(tx *sqldb.Tx) error {
		_, err := tx.QueryOne(sqldb.Dest(&text), `SELECT value FROM sqldb_meta WHERE name = $1`, "told|"+id)
		return err
	})
	return text
}

func (w *world) want(id string, state payout.State, reason string) payout.Payout {
	w.T.Helper()
	p := w.find(id)
	if p.State != state || p.Reason != reason {
		w.T.Fatalf("%s is %s (%s), want %s (%s)", id, p.State, p.Reason, state, reason)
	}
	return p
}

// wantPaid holds the whole effect: on the chain, in the rows, in what was told.
func (w *world) wantPaid(orders ...payout.Order) {
	w.T.Helper()
	for _, o := range orders {
		p := w.want(o.WithdrawalID, payout.Final, "")
		if got, want := w.onChain(o), units(o); got.Cmp(want) != 0 {
			w.T.Fatalf("%s got %s on chain, want %s", o.WithdrawalID, got, want)
		}
		if told := w.told(o.WithdrawalID); told != "paid "+p.TxHash {
			w.T.Fatalf("%s: told %q", o.WithdrawalID, told)
		}
	}
	w.wantSound()
}

// wantUnpaid: nothing on the chain and nothing told.
func (w *world) wantUnpaid(o payout.Order) {
	w.T.Helper()
	if got := w.onChain(o); got.Sign() != 0 {
		w.T.Fatalf("%s got %s on chain", o.WithdrawalID, got)
	}
	if told := w.told(o.WithdrawalID); told != "" {
		w.T.Fatalf("%s: told %q", o.WithdrawalID, told)
	}
	w.wantSound()
}

// wantSound runs both checks over the rows and the journal.
func (w *world) wantSound() {
	w.T.Helper()
	w.Check(desk.Check)
}

func units(o payout.Order) *big.Int {
	raw, err := money.ToBaseUnits(o.Amount, 18)
	if err != nil {
		panic(err)
	}
	return raw
}

func (w *world) onChain(o payout.Order) *big.Int {
	token := usdt
	if o.Asset == money.ETLD {
		token = etld
	}
	return w.node.received(token, o.Recipient)
}

func (w *world) overview() payout.Overview {
	w.T.Helper()
	var list []payout.Overview
	w.View(func(tx *sqldb.Tx) (err error) {
		list, err = w.service.Overviews(tx)
		return err
	})
	return list[0]
}

func (w *world) balance(class ledger.Class, asset money.Asset) money.Amount {
	w.T.Helper()
	return w.Balance(ledger.House(class, asset))
}

func dayEnd(c dbtest.Clock) time.Time { return clock.DayOf(c.Now()).End() }

// scrape is what the metrics say.
func scrape(t *testing.T, s *payout.Service) string {
	t.Helper()
	registry := prometheus.NewRegistry()
	registry.MustRegister(desk.Metrics(s))
	answer := httptest.NewRecorder()
	promhttp.HandlerFor(registry, promhttp.HandlerOpts{}).ServeHTTP(answer, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/metrics", nil))
	return answer.Body.String()
}

// wantMetric holds the metrics to a line.
func wantMetric(t *testing.T, s *payout.Service, line string) {
	t.Helper()
	if text := scrape(t, s); !strings.Contains(text, line+"\n") {
		t.Errorf("the metrics say %s, and not %s", text, line)
	}
}
