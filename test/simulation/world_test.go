package simulation

import (
	"context"
	"crypto/ecdsa"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"etld/internal/app"
	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/payout"
	"etld/internal/core/price"
	"etld/internal/infra/beacon"
	"etld/internal/infra/chain"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/chain/walletsig/wallettest"
	"etld/internal/infra/config"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
	"etld/internal/infra/sqldb/meta"
)

const (
	host    = "etld.example"
	network = "BEP-20"
	// logMax bounds what the server's log keeps for a failure.
	logMax = 40
)

var (
	treasury = common.Address{0: 0x11}
	tokens   = map[money.Asset]common.Address{money.USDT: {0: 0x21}, money.ETLD: {0: 0x22}, money.ETH: {0: 0x23}}
	// funder is the operator's own wallet; what it sends is capital.
	funder = common.Address{0: 0x31}
	// hotFunds is what a hot wallet begins with.
	hotFunds = map[money.Asset]money.Amount{money.USDT: money.Units(5_000), money.ETLD: money.Units(9_000), money.ETH: money.Units(5)}
	assets   = []money.Asset{money.USDT, money.ETLD, money.ETH}
)

// failure is what the simulation found; it unwinds the step.
type failure struct{ text string }

// world is the platform with everything around it.
type world struct {
	t      testing.TB
	seed   uint64
	chance *rand.Rand
	// source is the server's chance; it goes on through restarts.
	source  entropy.Source
	clock   dbtest.Clock
	address string
	line    *line
	nodes   []*node
	feeds   []*feed
	key     *signer.Key
	signer  *signer.Local
	journal string
	program *app.Program
	// books are read beside the server.
	books *sqldb.DB
	log   *tail
	steps []string
	users []*person
	// requests numbers request ids.
	requests int
	// counts is how often each call was answered, by outcome.
	counts map[string]int
	// ended is how each withdrawal ended that did.
	ended map[string]string
	// restUntil is until when nodes may still be left alone that had asked for it.
	restUntil time.Time
	// past are the newest requests.
	past []request
	// owed are payments that people mean to make.
	owed []payment
}

// newWorld founds a platform on a new database.
func newWorld(t testing.TB, engine sqldb.Engine, seed uint64) *world {
	t.Helper()
	w := &world{t: t, seed: seed, chance: rand.New(rand.NewPCG(seed, 0)), source: entropy.Seeded(seed), clock: dbtest.NewClock(), address: dbtest.Address(t, engine),
		counts: make(map[string]int), ended: make(map[string]string), log: &tail{}, journal: filepath.Join(t.TempDir(), "journal")}
	w.openHotWallet()
	w.line = newLine(w.clock, w.chance, w.key.Address(), treasury)
	for i := range 3 {
		w.nodes = append(w.nodes, w.line.node(fmt.Sprintf("node %d", i+1)))
	}
	for _, name := range []string{"first feed", "second feed"} {
		w.feeds = append(w.feeds, &feed{name: name, world: w, price: money.Units(3_500)})
	}
	w.books = dbtest.Open(t, w.address, w.clock)
	w.startSigner()
	w.line.mine(finalityDepth + 1)
	w.start()
	w.found()
	t.Cleanup(func() { _ = errors.Join(w.program.Close(), w.signer.Close()) })
	return w
}

// found brings the operator's capital and fills the pools and the hot wallet.
func (w *world) found() {
	for _, asset := range assets {
		amount := map[money.Asset]money.Amount{money.USDT: money.Units(3_000_000), money.ETLD: money.Units(14_000_000), money.ETH: money.Units(1_000)}[asset]
		w.line.send(tokens[asset], funder, treasury, units(amount))
	}
	w.line.mine(finalityDepth + 1)
	w.must(w.program.PollChains(context.Background()))
	w.must(w.program.WorkJobs(context.Background()))
	w.must(w.program.SeedDemo(context.Background()))
	for _, asset := range assets {
		w.refill(asset)
	}
	w.line.after[len(w.line.after)-1] = w.line.after[len(w.line.after)-1].with(native, w.line.hot, units(money.Units(1_000)))
	w.line.mine(finalityDepth + 1)
}

// refill sends the hot wallet what it began with from the treasury.
func (w *world) refill(asset money.Asset) {
	w.line.send(tokens[asset], treasury, w.line.hot, units(hotFunds[asset]))
}

// keyOf is somebody's key, the same for a seed.
func (w *world) keyOf(name string) *ecdsa.PrivateKey {
	return wallettest.Key(fmt.Sprintf("%s of %d", name, w.seed))
}

// openHotWallet keeps the hot wallet's key as a signer does.
func (w *world) openHotWallet() {
	var err error
	w.key, err = signer.ImportKeystore(filepath.Join(w.t.TempDir(), "hot.json"), "a long passphrase", signer.Light, w.keyOf("hot wallet"))
	w.must(err)
}

// start builds the server anew on its database, with new connections.
func (w *world) start() {
	ctx := context.Background()
	providers := make([]chain.Provider, len(w.nodes))
	for i, n := range w.nodes {
		providers[i] = n
	}
	pool, err := chain.NewPool(ctx, chain.PoolConfig{ChainID: chainID, OneByOne: true, Now: w.clock.Now, Pause: func(context.Context, time.Duration) error { return nil }}, providers...)
	w.must(err)
	wallet := payout.Wallet{Network: network, ChainID: chainID, Address: w.key.Address(), Account: ledger.ChainBEP20, Native: "BNB", FeeCapMax: 500 * gwei,
		RefillWithin: 4 * time.Hour, Chain: pool, Signer: w.signer}
	for _, asset := range assets {
		wallet.Coins = append(wallet.Coins, payout.Coin{Asset: asset, Token: tokens[asset], Decimals: tokenDecimals, DayMax: money.Units(500_000)})
	}
	var sources []price.Source
	for _, f := range w.feeds {
		sources = append(sources, price.Source{Feed: f, Min: money.Units(1_000), Max: money.Units(10_000)})
	}
	rounds, err := beacon.NewLocal([]byte("simulation"), w.clock)
	w.must(err)
	w.program, err = app.Build(ctx, app.Settings{World: meta.Demo, Clock: w.clock, Chance: w.source, Log: slog.New(slog.NewTextHandler(w.log, nil)), Beacon: rounds,
		Config: config.Config{Database: w.address, Host: host, PublicOrigin: "http://" + host, OperatorKey: hex.EncodeToString(make([]byte, 32)), PersonalKey: hex.EncodeToString(make([]byte, 32)), Jobs: true, Watch: true, Pay: true},
		Chain: app.Chain{Pool: pool, Treasury: treasury, Own: []common.Address{treasury, w.key.Address()}, Capital: []common.Address{funder}, Tokens: tokens,
			ETHSources: sources, Wallets: []payout.Wallet{wallet}, Confirmations: finalityDepth, Genesis: w.line.genesis.Hex(),
			Sign: func(text string) (string, error) { return wallettest.Sign(w.keyOf("treasury"), text), nil }}})
	w.must(err)
}

// restart stops the server and starts it again; at times the signer too.
func (w *world) restart() {
	w.must(w.program.Close())
	// No server starts within the millisecond in which it stopped.
	w.clock.Advance(time.Duration(1+w.chance.IntN(5_000)) * time.Millisecond)
	if w.oneIn(3) {
		w.must(w.signer.Close())
		w.startSigner()
	}
	w.start()
}

// startSigner opens the signer on its journal.
func (w *world) startSigner() {
	pool, err := chain.NewPool(context.Background(), chain.PoolConfig{ChainID: chainID}, w.line.node("the signer's"))
	w.must(err)
	p := signer.Policy{Host: host, Networks: []signer.Network{{Name: network, ChainID: chainID, FeeCapMax: 1_000 * gwei, GasMax: 500_000, GasDayMax: 18e18, Chain: pool,
		Currencies: []signer.Currency{
			{Name: money.USDT, PayoutMin: 1, PayoutMax: money.Units(10_000), DayMax: money.Units(200_000), OneDayMax: money.Units(200_000), TwoFrom: money.Units(1_000), AutomaticMax: money.Units(200), AutomaticDayMax: money.Units(5_000)},
			{Name: money.ETLD, PayoutMin: 1, PayoutMax: money.Units(50_000), DayMax: money.Units(500_000), OneDayMax: money.Units(500_000), TwoFrom: money.Units(2_000), AutomaticMax: money.Units(400), AutomaticDayMax: money.Units(10_000)},
			{Name: money.ETH, PayoutMin: 1, PayoutMax: money.Units(3), DayMax: money.Units(60), OneDayMax: money.Units(60), TwoFrom: money.MustParse("0.3"), AutomaticMax: money.MustParse("0.06"), AutomaticDayMax: money.MustParse("1.5")},
		}}}}
	for i := range p.Networks[0].Currencies {
		c := &p.Networks[0].Currencies[i]
		c.Token, c.Decimals = tokens[c.Name], tokenDecimals
	}
	for _, name := range []string{"checker one", "checker two"} {
		p.Operators = append(p.Operators, crypto.PubkeyToAddress(w.keyOf(name).PublicKey))
	}
	w.signer, err = signer.New(signer.Config{Key: w.key, Policy: p, Journal: w.journal, Clock: w.clock, Log: slog.New(slog.NewTextHandler(w.log, nil))})
	w.must(err)
}

// work lets the server do everything that is due now.
func (w *world) work() { w.workWithin(context.Background()) }

// workWithin is work until the context ends; then it says false.
func (w *world) workWithin(ctx context.Context) (finished bool) {
	w.program.PollPrices(ctx)
	// What the chain brought is settled by the jobs; an unreachable chain is one
	// of the faults.
	if err := w.program.PollChains(ctx); err != nil && !w.isChainDown() && ctx.Err() == nil {
		w.fail("the chain is there and cannot be watched: %v", err)
	}
	for _, do := range []func(context.Context) error{w.program.WorkJobs, w.program.WorkPayouts} {
		if err := do(ctx); err != nil {
			if ctx.Err() != nil {
				return false
			}
			w.fail("work: %v", err)
		}
	}
	return ctx.Err() == nil
}

func (w *world) isChainDown() bool {
	down := 0
	for _, n := range w.nodes {
		if n.down != nil {
			down++
		}
	}
	return down > len(w.nodes)-2 || w.clock.Now().Before(w.restUntil)
}

func (w *world) fail(format string, args ...any) { panic(failure{fmt.Sprintf(format, args...)}) }

func (w *world) must(err error) {
	if err != nil {
		w.fail("%v", err)
	}
}

func (w *world) note(format string, args ...any) {
	w.steps = append(w.steps, w.clock.Now().Format("2006-01-02T15:04:05.000")+" "+fmt.Sprintf(format, args...))
}

// oneIn is true once in n.
func (w *world) oneIn(n int) bool { return w.chance.IntN(n) == 0 }

// amount is a random amount up to a number of whole units, to the atom.
func (w *world) amount(unitsMax int64) money.Amount {
	a := money.Amount(1 + w.chance.Int64N(unitsMax*int64(money.Unit)))
	if w.oneIn(2) {
		a = max(money.Unit, a/money.Unit*money.Unit)
	}
	return a
}

// pick is one of a list.
func pick[T any](w *world, list []T) T { return list[w.chance.IntN(len(list))] }

// feed is a source of the price of ETH that wanders.
type feed struct {
	name  string
	world *world
	price money.Amount
	dead  bool
}

func (f *feed) Name() string     { return f.name }
func (f *feed) Kind() price.Kind { return price.Aggregator }

func (f *feed) Read(context.Context) (price.Reading, error) {
	if f.dead {
		return price.Reading{}, errors.New("no answer")
	}
	return price.Reading{Price: f.price, At: f.world.clock.Now()}, nil
}

// tail keeps the end of the server's log.
type tail struct{ lines []string }

func (l *tail) Write(p []byte) (int, error) {
	l.lines = append(l.lines, strings.TrimSpace(string(p)))
	l.lines = l.lines[max(0, len(l.lines)-logMax):]
	return len(p), nil
}
