package withdrawal

import (
	"context"
	"crypto/ecdsa"
	"errors"
	"fmt"
	"log/slog"
	"math/big"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/operator"
	"etld/internal/core/payout"
	"etld/internal/core/payout/desk"
	"etld/internal/core/user"
	"etld/internal/core/worldtest"
	"etld/internal/features/withdrawal/terms"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/chain/signer/signertest"
	"etld/internal/infra/chain/walletsig/wallettest"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/httpapi/apitest"
	"etld/internal/infra/jobs"
	"etld/internal/infra/seal"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

const (
	testHost     = signertest.Host
	withdrawPath = "/api/userAccount/withdraw"
	cancelPath   = "/api/userAccount/cancelWithdraw"
	recordsPath  = "/api/userAccount/myWithDraw"
	configPath   = "/api/userAccount/withdrawConfig"
)

var (
	amount = money.MustParse
	tokens = map[money.Asset]common.Address{money.USDT: common.HexToAddress("0x55"), money.ETLD: common.HexToAddress("0x66"), money.ETH: common.HexToAddress("0x77")}
)

// world is a platform with withdrawals, payouts and operators.
type world struct {
	*worldtest.World
	node    *node
	payouts *payout.Service
	staff   *operator.Service
	service *Service
	client  *apitest.Client
	prices  *quotes
	inbox   *inbox
	kinds   *kinds
	asked   *asked
	flagged flagged
	halted  atomic.Pointer[string]
	// unread says that the signer's journal was not read yet.
	unread atomic.Bool
	keys   map[string]*ecdsa.PrivateKey
	wallet payout.Wallet
	chance entropy.Source
}

func newWorld(t testing.TB, db *sqldb.DB, c dbtest.Clock) *world { return newWorldWith(t, db, c, nil) }

// newWorldWith lets a test change the configuration. The hot wallet is full, ETH
// costs 3,500 and ETLD 0.5.
func newWorldWith(t testing.TB, db *sqldb.DB, c dbtest.Clock, change func(*Config)) *world {
	t.Helper()
	return newWorldOf(t, db, c, entropy.System(), change)
}

// newWorldOf also says where chance comes from.
func newWorldOf(t testing.TB, db *sqldb.DB, c dbtest.Clock, chance entropy.Source, change func(*Config)) *world {
	t.Helper()
	w := &world{World: worldtest.New(t, db, c), chance: chance, node: newNode(), client: apitest.New(t, db), keys: make(map[string]*ecdsa.PrivateKey),
		prices: &quotes{price: map[money.Asset]money.Amount{money.ETH: amount("3500"), money.ETLD: amount("0.5")}}, inbox: &inbox{sent: make(map[string][]string), told: make(map[string][]string)},
		kinds: &kinds{contract: make(map[string]bool)}, asked: &asked{}, flagged: flagged{users: make(map[string]bool)}}
	w.Ledger = ledger.New(chance)
	none := ""
	w.halted.Store(&none)
	w.wirePayouts()
	w.wireStaff()
	config := Config{DB: db, Ledger: w.Ledger, Chance: w.chance, Log: slog.New(slog.DiscardHandler), Prices: w.prices, Payouts: w.payouts, Proposals: w.staff,
		Notices: w.inbox, Wallets: w.kinds, Verifier: w.asked, Home: terms.BEP20, Host: testHost, Flags: w.flagged,
		Halted: func(sqldb.Command, string) (string, error) { return *w.halted.Load(), nil }, Explorers: map[string]string{terms.BEP20: "https://scan.example/tx/"}}
	if change != nil {
		change(&config)
	}
	var err error
	w.service, err = New(config)
	w.Must(err)
	w.service.RegisterOperator(w.staff)
	w.service.Register(w.client.API)
	w.Capital("1000 USDT", "1000 ETLD", "1000 ETH")
	return w
}

func (w *world) wirePayouts() {
	w.T.Helper()
	key := signertest.Hot(w.T)
	network := signer.Network{Name: terms.BEP20, ChainID: 56, FeeCapMax: 1e12, GasMax: 500_000, GasDayMax: 18e18, Chain: w.node}
	for _, one := range []struct {
		asset  money.Asset
		limits signertest.Limits
	}{
		{money.USDT, signertest.Limits{PayoutMax: "10000", DayMax: "1000000", OneDayMax: "1000000", TwoFrom: "1000", Automatic: "200", AutomaticDay: "5000"}},
		{money.ETLD, signertest.Limits{PayoutMax: "50000", DayMax: "1000000", OneDayMax: "1000000", TwoFrom: "2000", Automatic: "400", AutomaticDay: "10000"}},
		{money.ETH, signertest.Limits{PayoutMax: "3", DayMax: "100", OneDayMax: "100", TwoFrom: "0.3", Automatic: "0.06", AutomaticDay: "1.5"}},
	} {
		network.Currencies = append(network.Currencies, signertest.Currency(one.asset, tokens[one.asset], one.limits))
	}
	policy := signertest.Policy(network, staffKey(0), staffKey(1), staffKey(2))
	local, err := signer.New(signer.Config{Key: key, Policy: policy, Journal: filepath.Join(w.T.TempDir(), "journal"), Clock: w.Clock, Log: slog.New(slog.DiscardHandler)})
	w.Must(err)
	w.T.Cleanup(func() { _ = local.Close() })
	w.wallet = payout.Wallet{Network: terms.BEP20, ChainID: 56, Address: key.Address(), Account: ledger.ChainBEP20, Native: "BNB", FeeCapMax: 1e12,
		RefillWithin: 4 * time.Hour, Chain: w.node, Signer: local,
		IsRecalled: func(*sqldb.Tx) (bool, error) { return !w.unread.Load(), nil }}
	for _, asset := range []money.Asset{money.USDT, money.ETLD, money.ETH} {
		w.wallet.Coins = append(w.wallet.Coins, payout.Coin{Asset: asset, Token: tokens[asset], Decimals: 18})
		w.node.fund(tokens[asset], key.Address(), tokensOf(100_000))
	}
	w.node.fund(common.Address{}, key.Address(), tokensOf(100))
	w.payouts, err = payout.New(payout.Config{DB: w.DB, Ledger: w.Ledger, Chance: w.chance, Log: slog.New(slog.DiscardHandler), Settlement: func() payout.Settlement { return w.service.Changes }, Wallets: []payout.Wallet{w.wallet}})
	w.Must(err)
}

func (w *world) wireStaff() {
	w.T.Helper()
	var err error
	w.staff, err = operator.New(operator.Config{DB: w.DB, Chance: w.chance, Log: slog.New(slog.DiscardHandler),
		Host: testHost, ChainID: 56, Key: make([]byte, seal.KeyBytes), Demo: true})
	w.Must(err)
}

func tokensOf(n int64) *big.Int { return new(big.Int).Mul(big.NewInt(n), big.NewInt(1e18)) }

// user makes a person with a wallet who has money; the account is a day and an
// hour old.
func (w *world) user(name string, balances ...string) (id string) {
	w.T.Helper()
	id = w.newcomer(name, balances...)
	w.Clock.Advance(25 * time.Hour)
	return id
}

// newcomer is a user whose account is new. balances are "100 USDT".
func (w *world) newcomer(name string, balances ...string) (id string) {
	w.T.Helper()
	key := wallettest.Key("user " + name)
	id = w.Person(user.New{Address: wallettest.Address(key).Hex()}, balances...)
	w.keys[id] = key
	return id
}

// press is one press of the button: a request with its signed statement, which
// tests spoil before they send it.
type press struct {
	user      string
	key       *ecdsa.PrivateKey
	asked     signer.Withdrawal
	requestID string
	// message and signature replace what follows from what is asked.
	message, signature string
}

// press prepares a request. The fee is the offer's.
func (w *world) press(userID, quantity, asset string) press {
	w.T.Helper()
	o, found := terms.Find(money.Asset(asset), terms.BEP20)
	if !found {
		w.T.Fatalf("%s is not offered", asset)
	}
	var t terms.Terms
	w.View(func(tx *sqldb.Tx) (err error) {
		t, err = o.Terms(tx)
		return err
	})
	p := press{user: userID, key: w.keys[userID], requestID: w.client.NewRequestID()}
	p.asked = signer.Withdrawal{Quantity: amount(quantity), Currency: o.Asset, Network: o.Network, Fee: t.Fee, Arrival: amount(quantity) - t.Fee,
		Address: wallettest.Address(w.keys[userID]), RequestID: p.requestID, At: w.Clock.Now()}
	return p
}

func (p press) params() []string {
	message, signature := p.message, p.signature
	if message == "" {
		message = signer.StatementText(testHost, p.asked)
	}
	if signature == "" {
		signature = wallettest.Sign(p.key, message)
	}
	return []string{"currency", string(p.asked.Currency), "network", p.asked.Network, "quantity", p.asked.Quantity.String(), "message", message, "signature", signature,
		"requestId", p.requestID}
}

func (w *world) send(p press) apitest.Reply {
	w.T.Helper()
	return w.client.Call(withdrawPath, p.user, p.params()...)
}

// withdraw makes a request that is taken.
func (w *world) withdraw(userID, quantity, asset string) RequestOut {
	w.T.Helper()
	return apitest.Data[RequestOut](w.T, w.send(w.press(userID, quantity, asset)))
}

func (w *world) cancel(userID, id string) apitest.Reply {
	w.T.Helper()
	return w.client.Command(cancelPath, userID, "withdrawNo", id)
}

func (w *world) record(userID, id string) RecordRow {
	w.T.Helper()
	list := apitest.Data[httpapi.List[RecordRow]](w.T, w.client.Call(recordsPath, userID, "withdrawNo", id))
	if len(list.List) != 1 {
		w.T.Fatalf("records of %s: %+v", id, list)
	}
	return list.List[0]
}

// refused holds a refusal in all three languages; each press is another one.
func (w *world) refused(what string, code int, texts [3]string, make func() press) {
	w.T.Helper()
	w.client.Refused(what, code, texts, func(c *apitest.Client) apitest.Reply {
		p := make()
		return c.Call(withdrawPath, p.user, p.params()...)
	})
}

// lines are a user's movements, oldest first, as texts.
func (w *world) lines(userID string) (list []string) {
	w.T.Helper()
	w.View(func(tx *sqldb.Tx) error {
		found, err := w.Ledger.Lines(tx, ledger.LinesQuery{User: userID, Limit: 100})
		for _, l := range found {
			list = append(list, fmt.Sprintf("%s/%s %s", l.Type, l.SubType, l.Amount))
		}
		return err
	})
	slices.Reverse(list)
	return list
}

// check fails on a broken invariant of the books, withdrawals or payouts.
func (w *world) check() {
	w.T.Helper()
	w.Check(worldtest.Alone(w.service.Check), desk.Check, w.staff.Check)
}

// pay lets the payouts go as far as they can.
func (w *world) pay() {
	w.T.Helper()
	idle := 0
	for range 400 {
		more, err := w.payouts.Jobs()[0].Work(context.Background())
		if err != nil && !errors.Is(err, jobs.ErrLost) {
			w.T.Fatal(err)
		}
		if idle++; more || err != nil {
			idle = 0
		}
		// What was sent is looked at in the next run.
		if idle == 3 {
			return
		}
	}
	w.T.Fatal("payouts never rest")
}

// setParameter gives a parameter another value that held always.
func (w *world) setParameter(name string, value int64) {
	w.T.Helper()
	w.Update(func(tx *sqldb.Tx) error {
		_, err := tx.Exec(`INSERT INTO param_change (id, scope, name, value, effective_at, created_at, actor, reason)
			VALUES ('1', 'all', $1, $2, 1, 1, 'test', 'test')`, name, value)
		return err
	})
}

// run runs the jobs of this package once.
func (w *world) run() {
	w.T.Helper()
	for _, job := range w.service.Jobs() {
		if _, err := job.Work(context.Background()); err != nil {
			w.T.Fatalf("%s: %v", job.Name, err)
		}
	}
}

// received is what a user's wallet got on chain, in whole atoms.
func (w *world) received(userID string, asset money.Asset) money.Amount {
	w.T.Helper()
	w.node.mu.Lock()
	defer w.node.mu.Unlock()
	got, rest, err := money.FromBaseUnits(w.node.balance(tokens[asset], wallettest.Address(w.keys[userID])), 18)
	if err != nil || rest.Sign() != 0 {
		w.T.Fatalf("received %s and %s: %v", got, rest, err)
	}
	return got
}
