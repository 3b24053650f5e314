package app

import (
	"context"
	"crypto/ecdsa"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/app/nodes"
	"etld/internal/base/clock"
	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/base/skip"
	"etld/internal/core/ledger"
	"etld/internal/core/payout"
	"etld/internal/infra/chain/anvil"
	"etld/internal/infra/chain/contracts"
	"etld/internal/infra/chain/endpoint"
	"etld/internal/infra/chain/sending"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/chain/walletsig/wallettest"
	"etld/internal/infra/config"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/meta"
)

const (
	twoChainsWithin = time.Minute
	finalAfter      = 4 // blocks
	testPassphrase  = "a passphrase for tests"
	testHost        = "etld.example"
)

// devChain is a development chain with an account that can do everything.
type devChain struct {
	t       *testing.T
	process *anvil.Process
	client  *endpoint.Client
	rich    *sending.Sender
	key     *ecdsa.PrivateKey
}

func startChain(t *testing.T, id uint64) *devChain {
	t.Helper()
	skip.WhenQuick(t)
	binary, err := anvil.Find("", "")
	if err != nil {
		skip.Missing(t, "%v", err)
	}
	process, err := anvil.Start(t.Context(), anvil.Options{Binary: binary, DataDir: t.TempDir(), ChainID: id, BlockTime: time.Second, SlotsInEpoch: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = process.Stop() })
	client, err := endpoint.Dial(t.Context(), "anvil", process.URL)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	d := &devChain{t: t, process: process, client: client, key: wallettest.New()}
	d.rich = sending.NewSender(client.Eth(), id, d.key, big.NewInt(1e12))
	d.gas(d.rich.Address(), 1_000)
	return d
}

func (d *devChain) gas(to common.Address, coins int64) {
	d.t.Helper()
	if err := d.process.Control.SetBalance(d.t.Context(), to, new(big.Int).Mul(big.NewInt(coins), big.NewInt(1e18))); err != nil {
		d.t.Fatal(err)
	}
}

func (d *devChain) mine(blocks int) {
	d.t.Helper()
	if err := d.process.Control.Mine(d.t.Context(), blocks); err != nil {
		d.t.Fatal(err)
	}
}

// token deploys a token; the rich account has a million of it.
func (d *devChain) token(symbol string, decimals int) common.Address {
	d.t.Helper()
	token, err := contracts.DeployTestToken(d.t.Context(), d.rich, symbol, symbol, d.rich.Address())
	if err == nil {
		_, err = token.Mint(d.t.Context(), d.rich, d.rich.Address(), baseUnits(d.t, 1_000_000, decimals))
	}
	if err != nil {
		d.t.Fatal(err)
	}
	return token.Address
}

func baseUnits(t *testing.T, whole int64, decimals int) *big.Int {
	t.Helper()
	units, err := money.ToBaseUnits(money.Units(whole), decimals)
	if err != nil {
		t.Fatal(err)
	}
	return units
}

func (d *devChain) send(by *sending.Sender, token, to common.Address, units *big.Int) {
	d.t.Helper()
	if _, err := (contracts.ERC20{Address: token}).Transfer(d.t.Context(), by, to, units); err != nil {
		d.t.Fatal(err)
	}
}

func (d *devChain) holds(token, owner common.Address) *big.Int {
	d.t.Helper()
	var held *big.Int
	var err error
	if token == (common.Address{}) {
		held, err = d.client.Eth().BalanceAt(d.t.Context(), owner, nil)
	} else {
		held, err = contracts.ERC20{Address: token}.BalanceOf(d.t.Context(), d.client, owner, nil)
	}
	if err != nil {
		d.t.Fatal(err)
	}
	return held
}

// capitalSettles takes what was paid out of the operator's capital: the test has
// no users with balances.
type capitalSettles struct{ p *Program }

func (capitalSettles) Stepped(sqldb.Command, payout.State, payout.Payout) error { return nil }

func (s capitalSettles) Paid(tx *sqldb.Tx, paid payout.Payout) error {
	account := ledger.ChainBEP20
	if paid.Network == erc20Name {
		account = ledger.ChainERC20
	}
	_, err := s.p.ledger.Post(tx, ledger.Entry{RefType: ledger.RefFunding, RefID: paid.WithdrawalID, Transfers: []ledger.Transfer{{Type: ledger.InternalTransfer,
		SubType: ledger.CapitalOut, Debit: ledger.House(ledger.Capital, paid.Asset), Credit: ledger.House(account, paid.Asset), Amount: paid.Amount}}})
	return err
}

func (capitalSettles) Failed(*sqldb.Tx, payout.Payout, string) error {
	return errors.New("nothing fails here")
}

// twoChains is a program that pays on two chains, as serve builds it, with the
// signer's own command behind its socket.
type twoChains struct {
	t              *testing.T
	first, second  *devChain
	tokens         map[money.Asset]common.Address
	usdt           common.Address // on the second chain, with 6 decimals
	treasury, user *ecdsa.PrivateKey
	// checker approves payouts: the signer's policy knows this wallet alone.
	checker *ecdsa.PrivateKey
	hot     common.Address
	anchor  common.Address
	p       *Program
}

func newTwoChains(t *testing.T) *twoChains {
	t.Helper()
	w := &twoChains{t: t, first: startChain(t, chainID), second: startChain(t, erc20ChainID), tokens: make(map[money.Asset]common.Address),
		treasury: wallettest.New(), user: wallettest.New(), checker: wallettest.New()}
	for _, asset := range []money.Asset{money.USDT, money.ETLD, money.ETH} {
		w.tokens[asset] = w.first.token(string(asset), tokenDecimals)
	}
	w.usdt = w.second.token("USDT", erc20Decimals)
	c := w.signer()
	w.first.gas(w.hot, 20)
	w.first.gas(w.anchor, 1)
	w.second.gas(w.hot, 20)
	// A wallet is looked at once a minute, for the first time at once: the gas is
	// final by then, as only what is final is booked.
	w.first.mine(finalAfter)
	w.second.mine(finalAfter)
	c.Host, c.Pay, c.Watch = testHost, true, true
	c.FunderAddress = w.first.rich.Address().Hex()
	c.Payouts = config.Payouts{HotWallet: w.hot.Hex(), AnchorAddress: w.anchor.Hex(), RefillWithin: time.Hour, FeeCapGwei: 100, DayMax: demoDayMax}
	c.ERC20.Treasury, c.ERC20.TokenUSDT, c.ERC20.FeeCapGwei = wallettest.Address(w.treasury).Hex(), w.usdt.Hex(), 100
	c.ERC20.DayMax = map[money.Asset]money.Amount{money.USDT: money.Units(1_000), money.ETH: money.Units(10)}
	c.Database = "sqlite:" + filepath.Join(t.TempDir(), "etld.db")
	pool, hangUp, err := nodes.Dial(t.Context(), chainID, nodes.Config{URLs: c.RPCURLs, Confirmations: c.Confirmations})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(hangUp)
	on := Chain{Pool: pool, Treasury: wallettest.Address(w.treasury), Own: []common.Address{wallettest.Address(w.treasury)}, Tokens: w.tokens,
		Capital: []common.Address{w.first.rich.Address(), w.second.rich.Address()}, Sign: func(string) (string, error) { return "", nil }}
	log := slog.New(slog.DiscardHandler)
	hangUpMore, err := connectPayouts(t.Context(), c, &on, log)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(hangUpMore)
	on.More[0].Capital = on.Capital
	if w.p, err = Build(t.Context(), Settings{Config: c, World: meta.Demo, Clock: &clock.System{}, Chance: entropy.System(), Log: log, Chain: on, Beacon: testBeacon(t, &clock.System{})}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.p.Close() })
	w.pollUntil("both chains are watched", func() bool { return w.p.chainReady(t.Context()) == nil })
	w.fund()
	return w
}

// signer runs "etld signer" for both chains until the test ends.
func (w *twoChains) signer() config.Config {
	t := w.t
	t.Helper()
	folder, err := os.MkdirTemp("", "etld")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	key, err := signer.CreateKeystore(filepath.Join(folder, "key"), testPassphrase, signer.Light, entropy.System())
	if err != nil {
		t.Fatal(err)
	}
	w.hot = key.Address()
	anchors, err := signer.CreateKeystore(filepath.Join(folder, "anchor"), testPassphrase, signer.Light, entropy.System())
	if err != nil {
		t.Fatal(err)
	}
	w.anchor = anchors.Address()
	limits := signer.Currency{PayoutMin: 1, PayoutMax: money.Units(10_000), DayMax: money.Units(100_000), OneDayMax: money.Units(100_000), TwoFrom: money.Units(1_000), AutomaticMax: money.Units(500), AutomaticDayMax: money.Units(5_000)}
	of := func(asset money.Asset, token common.Address, decimals int) signer.Currency {
		c := limits
		c.Name, c.Token, c.Decimals = asset, token, decimals
		return c
	}
	policy := signer.Policy{Host: testHost, Anchor: &signer.AnchorPolicy{ChainID: chainID, FeeCapMax: 1_000 * gwei, GasMax: 100_000, GasDayMax: 18e18}, Operators: []common.Address{wallettest.Address(w.checker)}, Networks: []signer.Network{
		{Name: networkName, ChainID: chainID, FeeCapMax: 1_000 * gwei, GasMax: 500_000, GasDayMax: 18e18, Currencies: []signer.Currency{of(money.USDT, w.tokens[money.USDT], tokenDecimals)}},
		{Name: erc20Name, ChainID: erc20ChainID, FeeCapMax: 1_000 * gwei, GasMax: 500_000, GasDayMax: 18e18, Currencies: []signer.Currency{
			of(money.USDT, w.usdt, erc20Decimals), of(money.ETH, common.Address{}, ethDecimals)}}}}
	text, err := json.Marshal(policy)
	if err != nil {
		t.Fatal(err)
	}
	write := func(name, content string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	c := config.Config{RPCURLs: w.first.process.URL, Confirmations: 2, ERC20: config.ERC20{RPCURLs: w.second.process.URL, Confirmations: 2}}
	c.Signing.Socket = filepath.Join(folder, "s")
	arguments := []string{"signer", "--signer-policy", write("policy", string(text)), "--signer-keystore", filepath.Join(folder, "key"), "--signer-anchor-keystore", filepath.Join(folder, "anchor"),
		"--signer-passphrase-file", write("passphrase", testPassphrase+"\n"), "--signer-journal", filepath.Join(folder, "journal"), "--signer-socket", c.Signing.Socket,
		"--rpc-urls", c.RPCURLs, "--erc20-rpc-urls", c.ERC20.RPCURLs, "--single-node", "--log-level", "error"}
	ctx, stop := context.WithCancel(context.Background())
	ended, ready := make(chan error, 1), &firstLine{got: make(chan string, 1)}
	go func() { ended <- Run(ctx, arguments, ready, io.Discard) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Errorf("the signer ended with %v", err)
		}
	})
	select {
	case line := <-ready.got:
		if !strings.Contains(line, w.hot.Hex()) {
			t.Fatalf("the signer says %q", line)
		}
	case err := <-ended:
		ended <- err
		t.Fatalf("the signer: %v", err)
	}
	return c
}

// firstLine tells the first thing that is written.
type firstLine struct{ got chan string }

func (f *firstLine) Write(text []byte) (int, error) {
	select {
	case f.got <- string(text):
	default:
	}
	return len(text), nil
}

// fund pays capital into the treasury on both chains, and from there into the
// hot wallet.
func (w *twoChains) fund() {
	t := w.t
	t.Helper()
	for _, one := range []struct {
		on       *devChain
		id       uint64
		token    common.Address
		decimals int
	}{{w.first, chainID, w.tokens[money.USDT], tokenDecimals}, {w.second, erc20ChainID, w.usdt, erc20Decimals}} {
		one.on.gas(wallettest.Address(w.treasury), 10)
		one.on.send(one.on.rich, one.token, wallettest.Address(w.treasury), baseUnits(t, 5_000, one.decimals))
		one.on.send(sending.NewSender(one.on.client.Eth(), one.id, w.treasury, big.NewInt(1e12)), one.token, w.hot, baseUnits(t, 2_000, one.decimals))
	}
	w.pollUntil("capital on both chains", func() bool {
		return w.balance(ledger.ChainBEP20, money.USDT) == money.Units(5_000) && w.balance(ledger.ChainERC20, money.USDT) == money.Units(5_000) &&
			w.balance(ledger.ChainERC20, money.ETH) == money.Units(20)
	})
}

func (w *twoChains) balance(class ledger.Class, asset money.Asset) money.Amount {
	w.t.Helper()
	return w.balanceOf(ledger.House(class, asset))
}

func (w *twoChains) balanceOf(account ledger.Account) (balance money.Amount) {
	w.t.Helper()
	err := w.p.db.View(w.t.Context(), func(tx *sqldb.Tx) (err error) {
		balance, err = w.p.ledger.Balance(tx, account)
		return err
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return balance
}

// pollUntil works as the program's loops would until something holds.
func (w *twoChains) pollUntil(what string, holds func() bool) {
	w.t.Helper()
	for deadline := time.Now().Add(twoChainsWithin); time.Now().Before(deadline); time.Sleep(200 * time.Millisecond) {
		if err := errors.Join(w.p.PollChains(w.t.Context()), w.p.runner.Drain(w.t.Context()), w.p.WorkPayouts(w.t.Context())); err != nil {
			w.t.Fatal(err)
		}
		if holds() {
			return
		}
	}
	w.t.Fatalf("not in time: %s", what)
}

// order asks for a payout to the user, as the user's wallet signed it.
func (w *twoChains) order(id, network string, asset money.Asset, amount money.Amount) {
	w.t.Helper()
	asked := signer.Withdrawal{Quantity: amount + money.Unit, Currency: asset, Network: network, Fee: money.Unit, Arrival: amount, Address: wallettest.Address(w.user),
		RequestID: "request-" + id, At: time.Now().Truncate(time.Millisecond)}
	text := signer.StatementText(testHost, asked)
	o := payout.Order{WithdrawalID: id, Network: network, Asset: asset, Recipient: wallettest.Address(w.user), Amount: amount, Automatic: true,
		Statement: signer.Statement{Text: text, Signature: wallettest.Sign(w.user, text)}}
	if err := w.p.db.Update(w.t.Context(), func(tx *sqldb.Tx) error { return w.p.payout.Orders.Enqueue(tx, o) }); err != nil {
		w.t.Fatal(err)
	}
}

func (w *twoChains) state(id string) (state payout.State) {
	w.t.Helper()
	err := w.p.db.View(w.t.Context(), func(tx *sqldb.Tx) error {
		found, _, err := w.p.payout.Orders.Find(tx, id)
		state = found.State
		return err
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return state
}
