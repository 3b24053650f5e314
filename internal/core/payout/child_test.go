package payout_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/clock"
	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/payout"
	"etld/internal/infra/chain"
	"etld/internal/infra/chain/endpoint"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

// childEnvironment holds a child's plan; with it the test binary is a worker or
// a signer that dies where the plan says.
const childEnvironment = "ETLD_PAYOUT_TEST_CHILD"

// plan is what a child does.
type plan struct {
	Role       string // worker or signer
	Database   string
	RPC        string
	Token      common.Address
	Wallet     common.Address
	Keystore   string
	Passphrase string
	Journal    string
	// Socket, when set, is where the signer serves; the worker then has no key.
	Socket string
	// Die names the point at which the child kills itself, the count-th time.
	Die   string
	Count int
	// FirstFee, when set, is the price per gas of the first transaction.
	FirstFee uint64
	// StuckAfter, when set, is when what is signed and not mined is bumped.
	StuckAfter time.Duration
	// LoseAnswers makes every accepted broadcast look timed out.
	LoseAnswers bool
}

func TestMain(m *testing.M) {
	if text := os.Getenv(childEnvironment); text != "" {
		if err := runChild(text); err != nil {
			fmt.Fprintln(os.Stderr, "child:", err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func runChild(text string) error {
	var p plan
	if err := json.Unmarshal([]byte(text), &p); err != nil {
		return err
	}
	// The child ends with its parent, whose end closes the pipe.
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		cancel()
	}()
	if p.Role == "signer" {
		return p.serve(ctx)
	}
	return p.work(ctx)
}

// reaper kills the process at a point, really.
type reaper struct {
	point string
	rest  int
}

func (r *reaper) pass(point string) {
	if r.point != point {
		return
	}
	if r.rest--; r.rest <= 0 {
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
		select {}
	}
}

func (p plan) pool(ctx context.Context) (*chain.Pool, error) {
	client, err := endpoint.Dial(ctx, "anvil", p.RPC)
	if err != nil {
		return nil, err
	}
	return chain.NewPool(ctx, chain.PoolConfig{ChainID: chainID}, client)
}

func (p plan) policy(pool *chain.Pool) signer.Policy {
	one := policy(pool)
	one.Networks[0].Currencies = one.Networks[0].Currencies[:1]
	one.Networks[0].Currencies[0].Token = p.Token
	return one
}

func (p plan) local(ctx context.Context, log *slog.Logger) (*signer.Local, error) {
	pool, err := p.pool(ctx)
	if err != nil {
		return nil, err
	}
	key, err := signer.OpenKeystore(p.Keystore, p.Passphrase)
	if err != nil {
		return nil, err
	}
	return signer.New(signer.Config{Key: key, Policy: p.policy(pool), Journal: p.Journal, Clock: &clock.System{}, Log: log})
}

// signedHandler dies between the journal's line and the answer: that is where
// the signer logs.
type signedHandler struct {
	slog.Handler
	reaper *reaper
}

func (h signedHandler) Handle(ctx context.Context, r slog.Record) error {
	if r.Message == "signed" {
		h.reaper.pass("after journal")
	}
	return h.Handler.Handle(ctx, r)
}

func (p plan) serve(ctx context.Context) error {
	log := slog.New(signedHandler{slog.NewTextHandler(os.Stderr, nil), &reaper{p.Die, p.Count}})
	local, err := p.local(ctx, log)
	if err != nil {
		return err
	}
	listener, err := signer.Listen(p.Socket)
	if err != nil {
		return err
	}
	return signer.Serve(ctx, listener, signer.Desk{Payouts: local}, log)
}

// childChain is the real chain with a reaper in every doorway.
type childChain struct {
	*chain.Pool
	plan   *plan
	reaper *reaper
	// seen is what the child has seen become of its one payout.
	seen *fate
}

// fate tells apart what looks the same on the chain: not mined yet, and mined no
// more.
type fate struct{ mined, gone, reverted bool }

func (c childChain) Quote(ctx context.Context, call ethereum.CallMsg) (chain.Quote, error) {
	c.reaper.pass("before reserving")
	quote, err := c.Pool.Quote(ctx, call)
	if c.plan.FirstFee != 0 && err == nil {
		quote.FeeCap, quote.Tip = c.plan.FirstFee, min(quote.Tip, c.plan.FirstFee)
		c.plan.FirstFee = 0
	}
	return quote, err
}

func (c childChain) Broadcast(ctx context.Context, raw []byte) error {
	c.reaper.pass("before broadcast")
	if c.seen.gone {
		c.reaper.pass("before sending again")
	}
	err := c.Pool.Broadcast(ctx, raw)
	c.reaper.pass("after broadcast")
	if c.seen.gone {
		c.reaper.pass("after sending again")
	}
	if c.plan.LoseAnswers && err == nil {
		return context.DeadlineExceeded
	}
	return err
}

func (c childChain) Outcome(ctx context.Context, account common.Address, nonce uint64, hashes []common.Hash) (chain.Outcome, error) {
	o, err := c.Pool.Outcome(ctx, account, nonce, hashes)
	switch {
	case err == nil && o.Tx == (common.Hash{}) && c.seen.mined:
		c.seen.gone = true
		c.reaper.pass("seen reorganised away")
	case err != nil || o.Tx == (common.Hash{}):
		c.reaper.pass("after looking")
	case !o.Succeeded:
		c.seen.mined, c.seen.reverted = true, true
		if o.IsFinal {
			c.reaper.pass("seen reverted for good")
		} else {
			c.reaper.pass("seen reverted")
		}
	case o.IsFinal:
		c.reaper.pass("seen final")
	default:
		c.seen.mined, c.seen.gone = true, false
		c.reaper.pass("seen mined")
	}
	return o, err
}

type childSigner struct {
	payout.Signer
	reaper *reaper
	seen   *fate
}

func (c childSigner) SignPayout(ctx context.Context, r signer.Request) (signer.Signed, error) {
	c.reaper.pass("before signing")
	if c.seen.reverted {
		c.reaper.pass("before signing the next issue")
	}
	signed, err := c.Signer.SignPayout(ctx, r)
	c.reaper.pass("after signing")
	if c.seen.reverted {
		c.reaper.pass("after signing the next issue")
	}
	return signed, err
}

type childSettlement struct {
	settlement
	reaper *reaper
}

func (c *childSettlement) Paid(tx *sqldb.Tx, p payout.Payout) error {
	err := c.settlement.Paid(tx, p)
	c.reaper.pass("settling")
	return err
}

// quick is a timing for tests that wait for real. Nothing is stuck that pays enough,
// however slow the machine is.
func quick() payout.Timing {
	return payout.Timing{Lease: time.Second, ResendEvery: 200 * time.Millisecond, StuckAfter: time.Hour, UnknownAfter: time.Second,
		DoubtFor: 300 * time.Millisecond, RetryEvery: 200 * time.Millisecond}
}

func (p plan) work(ctx context.Context) error {
	log := slog.New(slog.NewTextHandler(os.Stderr, nil))
	reaper := &reaper{p.Die, p.Count}
	pool, err := p.pool(ctx)
	if err != nil {
		return err
	}
	var sign payout.Signer = signer.NewClient(p.Socket)
	if p.Socket == "" {
		if sign, err = p.local(ctx, log); err != nil {
			return err
		}
	}
	db, err := sqldb.Open(ctx, p.Database, &clock.System{})
	if err != nil {
		return err
	}
	timing := quick()
	if p.StuckAfter != 0 {
		timing.StuckAfter = p.StuckAfter
	}
	seen := &fate{}
	w := p.wallet(childChain{pool, &p, reaper, seen}, childSigner{sign, reaper, seen})
	w.Timing = timing
	service, err := payout.New(payout.Config{DB: db, Ledger: ledger.New(entropy.System()), Chance: entropy.System(), Log: log,
		Settlement: func() payout.Settlement { return &childSettlement{reaper: reaper} }, Wallets: []payout.Wallet{w}})
	if err != nil {
		return err
	}
	job := service.Jobs()[0]
	for ctx.Err() == nil {
		more, err := job.Work(ctx)
		if err != nil && !errors.Is(err, jobs.ErrLost) && !strings.Contains(err.Error(), "context canceled") {
			log.Error("work", "error", err)
		}
		if !more {
			time.Sleep(50 * time.Millisecond)
		}
	}
	return db.Close()
}

func (p plan) wallet(c payout.Chain, s payout.Signer) payout.Wallet {
	return payout.Wallet{Network: network, ChainID: chainID, Address: p.Wallet, Account: ledger.ChainBEP20, Native: bnb, FeeCapMax: 500 * gwei,
		RefillWithin: time.Hour, Chain: c, Signer: s, Coins: []payout.Coin{{Asset: money.USDT, Token: p.Token, Decimals: 18}}}
}
