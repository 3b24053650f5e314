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
	"etld/internal/core/param"
	"etld/internal/core/payout"
	"etld/internal/core/user"
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
	t       testing.TB
	db      *sqldb.DB
	clock   dbtest.Clock
	ledger  *ledger.Ledger
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
	keys    map[string]*ecdsa.PrivateKey
	calls   atomic.Int64
	wallet  payout.Wallet
	chance  entropy.Source
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
	w := &world{t: t, db: db, clock: c, chance: chance, ledger: ledger.New(chance), node: newNode(), client: apitest.New(t, db), keys: make(map[string]*ecdsa.PrivateKey),
		prices: &quotes{price: map[money.Asset]money.Amount{money.ETH: amount("3500"), money.ETLD: amount("0.5")}}, inbox: &inbox{sent: make(map[string][]string)},
		kinds: &kinds{contract: make(map[string]bool)}, asked: &asked{}, flagged: flagged{users: make(map[string]bool)}}
	none := ""
	w.halted.Store(&none)
	w.wirePayouts()
	w.wireStaff()
	config := Config{DB: db, Ledger: w.ledger, Chance: w.chance, Log: slog.New(slog.DiscardHandler), Prices: w.prices, Payouts: w.payouts, Reviews: w.staff,
		Notices: w.inbox, Wallets: w.kinds, Verifier: w.asked, Home: BEP20, Host: testHost, Flags: w.flagged,
		Halted: func(string) string { return *w.halted.Load() }, Explorers: map[string]string{BEP20: "https://scan.example/tx/"}}
	if change != nil {
		change(&config)
	}
	var err error
	w.service, err = New(config)
	w.must(err)
	w.service.RegisterOperator(w.staff)
	w.service.Register(w.client.API)
	var capital []ledger.Transfer
	for asset := range tokens {
		capital = append(capital, ledger.Transfer{Type: ledger.InternalTransfer, SubType: ledger.CapitalIn, Debit: ledger.House(ledger.ChainBEP20, asset),
			Credit: ledger.House(ledger.Capital, asset), Amount: amount("1000")})
	}
	w.post(capital...)
	return w
}

// ending hands the ends of payouts to the service, which is built after them.
type ending struct{ *world }

func (e ending) Paid(tx *sqldb.Tx, p payout.Payout) error { return e.service.Paid(tx, p) }

func (e ending) Failed(tx *sqldb.Tx, p payout.Payout, reason string) error {
	return e.service.Failed(tx, p, reason)
}

func (w *world) wirePayouts() {
	w.t.Helper()
	key := signertest.Hot(w.t)
	network := signer.Network{Name: BEP20, ChainID: 56, FeeCapMax: 1e12, GasMax: 500_000, GasDayMax: 18e18, Chain: w.node}
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
	local, err := signer.New(signer.Config{Key: key, Policy: policy, Journal: filepath.Join(w.t.TempDir(), "journal"), Clock: w.clock, Log: slog.New(slog.DiscardHandler)})
	w.must(err)
	w.t.Cleanup(func() { _ = local.Close() })
	w.wallet = payout.Wallet{Network: BEP20, ChainID: 56, Address: key.Address(), Account: ledger.ChainBEP20, Native: "BNB", FeeCapMax: 1e12,
		RefillWithin: 4 * time.Hour, Chain: w.node, Signer: local}
	for _, asset := range []money.Asset{money.USDT, money.ETLD, money.ETH} {
		w.wallet.Coins = append(w.wallet.Coins, payout.Coin{Asset: asset, Token: tokens[asset], Decimals: 18})
		w.node.fund(tokens[asset], key.Address(), tokensOf(100_000))
	}
	w.node.fund(common.Address{}, key.Address(), tokensOf(100))
	w.payouts, err = payout.New(payout.Config{DB: w.db, Ledger: w.ledger, Chance: w.chance, Log: slog.New(slog.DiscardHandler), Settlement: ending{w}, Wallets: []payout.Wallet{w.wallet}})
	w.must(err)
}

func (w *world) wireStaff() {
	w.t.Helper()
	set, err := param.NewSet(Parameters(), TermsFitTogether)
	w.must(err)
	w.staff, err = operator.New(operator.Config{DB: w.db, Ledger: w.ledger, Params: set, Notices: w.inbox, Chance: w.chance, Log: slog.New(slog.DiscardHandler),
		Host: testHost, ChainID: 56, Key: make([]byte, seal.KeyBytes), Demo: true})
	w.must(err)
}

func tokensOf(n int64) *big.Int { return new(big.Int).Mul(big.NewInt(n), big.NewInt(1e18)) }

func (w *world) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) update(body func(tx *sqldb.Tx) error) error {
	return w.db.Update(context.Background(), body)
}

func (w *world) view(body func(tx *sqldb.Tx) error) {
	w.t.Helper()
	w.must(w.db.View(context.Background(), body))
}

func (w *world) post(transfers ...ledger.Transfer) {
	w.t.Helper()
	w.must(w.update(func(tx *sqldb.Tx) error {
		_, err := w.ledger.Post(tx, ledger.Entry{Transfers: transfers})
		return err
	}))
}

// user makes a person with a wallet who has money; the account is a day and an
// hour old.
func (w *world) user(name string, balances ...string) (id string) {
	w.t.Helper()
	id = w.newcomer(name, balances...)
	w.clock.Advance(25 * time.Hour)
	return id
}

// newcomer is a user whose account is new. balances are "100 USDT".
func (w *world) newcomer(name string, balances ...string) (id string) {
	w.t.Helper()
	key := wallettest.Key("user " + name)
	w.must(w.update(func(tx *sqldb.Tx) error {
		p, err := user.Create(tx, w.chance, user.New{Address: wallettest.Address(key).Hex()})
		id = p.ID
		return err
	}))
	w.keys[id] = key
	for _, text := range balances {
		var figure, asset string
		if _, err := fmt.Sscanf(text, "%s %s", &figure, &asset); err != nil {
			w.t.Fatal(err)
		}
		w.post(deposit(id, money.Asset(asset), amount(figure)))
	}
	return id
}

func deposit(userID string, asset money.Asset, sum money.Amount) ledger.Transfer {
	return ledger.Transfer{Type: ledger.TopUp, SubType: ledger.Deposit, Debit: ledger.House(ledger.ChainBEP20, asset), Credit: available(userID, asset), Amount: sum}
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
	w.t.Helper()
	o, found := findOffer(money.Asset(asset), BEP20)
	if !found {
		w.t.Fatalf("%s is not offered", asset)
	}
	var t terms
	w.view(func(tx *sqldb.Tx) (err error) {
		t, err = o.terms(tx)
		return err
	})
	p := press{user: userID, key: w.keys[userID], requestID: fmt.Sprintf("request-%016d", w.calls.Add(1))}
	p.asked = signer.Withdrawal{Quantity: amount(quantity), Currency: o.asset, Network: o.network, Fee: t.fee, Arrival: amount(quantity) - t.fee,
		Address: wallettest.Address(w.keys[userID]), RequestID: p.requestID, At: w.clock.Now()}
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
	w.t.Helper()
	return w.client.Call(withdrawPath, p.user, p.params()...)
}

// withdraw makes a request that is taken.
func (w *world) withdraw(userID, quantity, asset string) RequestOut {
	w.t.Helper()
	return apitest.Data[RequestOut](w.t, w.send(w.press(userID, quantity, asset)))
}

func (w *world) cancel(userID, id string) apitest.Reply {
	w.t.Helper()
	return w.client.Call(cancelPath, userID, "withdrawNo", id, "requestId", fmt.Sprintf("request-%016d", w.calls.Add(1)))
}

func (w *world) record(userID, id string) RecordRow {
	w.t.Helper()
	list := apitest.Data[httpapi.List[RecordRow]](w.t, w.client.Call(recordsPath, userID, "withdrawNo", id))
	if len(list.List) != 1 {
		w.t.Fatalf("records of %s: %+v", id, list)
	}
	return list.List[0]
}

// languages are lan headers in the order of the texts that refused takes.
var languages = []string{"en_US", "zh_cn", "ru_RU"}

// refused holds a refusal in all three languages; each press is another one.
func (w *world) refused(what string, code int, texts [3]string, make func() press) {
	w.t.Helper()
	english := w.client
	defer func() { w.client = english }()
	for i, language := range languages {
		w.client = english.In(language)
		if got := w.send(make()); got.Code != code || got.Message != texts[i] {
			w.t.Errorf("%s: %s, want %d %s", what, got.Body, code, texts[i])
		}
	}
}

func (w *world) expect(what string, a ledger.Account, want string) {
	w.t.Helper()
	var got money.Amount
	w.view(func(tx *sqldb.Tx) (err error) {
		got, err = w.ledger.Balance(tx, a)
		return err
	})
	if got != amount(want) {
		w.t.Errorf("%s: %s holds %s, want %s", what, a.ID(), got, want)
	}
}

// lines are a user's movements, oldest first, as texts.
func (w *world) lines(userID string) (list []string) {
	w.t.Helper()
	w.view(func(tx *sqldb.Tx) error {
		found, err := w.ledger.Lines(tx, ledger.LinesQuery{User: userID, Limit: 100})
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
	w.t.Helper()
	w.view(func(tx *sqldb.Tx) error {
		for _, one := range []func(*sqldb.Tx) ([]ledger.Violation, error){ledger.Check, w.service.Check, w.payouts.Check, w.staff.Check} {
			found, err := one(tx)
			if err != nil {
				return err
			}
			for _, v := range found {
				w.t.Error(v)
			}
		}
		return nil
	})
}

// pay lets the payouts go as far as they can.
func (w *world) pay() {
	w.t.Helper()
	idle := 0
	for range 400 {
		more, err := w.payouts.Jobs()[0].Work(context.Background())
		if err != nil && !errors.Is(err, jobs.ErrLost) {
			w.t.Fatal(err)
		}
		if idle++; more || err != nil {
			idle = 0
		}
		// What was sent is looked at in the next run.
		if idle == 3 {
			return
		}
	}
	w.t.Fatal("payouts never rest")
}

// run runs the jobs of this package once.
func (w *world) run() {
	w.t.Helper()
	for _, job := range w.service.Jobs() {
		if _, err := job.Work(context.Background()); err != nil {
			w.t.Fatalf("%s: %v", job.Name, err)
		}
	}
}

// received is what a user's wallet got on chain, in whole atoms.
func (w *world) received(userID string, asset money.Asset) money.Amount {
	w.t.Helper()
	w.node.mu.Lock()
	defer w.node.mu.Unlock()
	got, rest, err := money.FromBaseUnits(w.node.balance(tokens[asset], wallettest.Address(w.keys[userID])), 18)
	if err != nil || rest.Sign() != 0 {
		w.t.Fatalf("received %s and %s: %v", got, rest, err)
	}
	return got
}
