package chain_test

// One of three providers lies, in every way there is.

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/big"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"etld/internal/infra/chain"
	"etld/internal/infra/chain/chaintest"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
)

// state is what a witness says of accounts and contracts.
type state struct {
	code, answer []byte
	failed       error
	nonce        uint64
	balance      int64
	tip, base    int64
	gas          uint64
	aheadBy      uint64
}

func honestState() state {
	return state{answer: []byte("honest"), nonce: 7, balance: 1_000, tip: 1, base: 10, gas: 40_000}
}

// witness is a provider of a fake chain that also answers about state.
type witness struct {
	*chaintest.Provider
	state
	hangs bool
}

func (w *witness) wait(ctx context.Context) error {
	if !w.hangs {
		return nil
	}
	<-ctx.Done()
	return ctx.Err()
}

func (w *witness) ChainID(ctx context.Context) (uint64, error) {
	if err := w.wait(ctx); err != nil {
		return 0, err
	}
	return w.Provider.ChainID(ctx)
}

func (w *witness) Block(ctx context.Context, tag chain.Tag) (chain.Block, error) {
	if err := w.wait(ctx); err != nil {
		return chain.Block{}, err
	}
	block, err := w.Provider.Block(ctx, tag)
	if tag.IsLatest() || tag.IsFinalized() {
		block.Number += w.aheadBy
	}
	return block, err
}

func (w *witness) CallContract(context.Context, ethereum.CallMsg, *big.Int) ([]byte, error) {
	return w.answer, w.failed
}
func (w *witness) CodeAt(context.Context, common.Address, *big.Int) ([]byte, error) {
	return w.code, nil
}
func (w *witness) NonceAt(context.Context, common.Address, *big.Int) (uint64, error) {
	return w.nonce, nil
}
func (w *witness) SentAt(context.Context, common.Address, uint64, uint64) (common.Hash, error) {
	return common.Hash{}, chain.ErrNotFound
}
func (w *witness) BalanceAt(context.Context, common.Address, *big.Int) (*big.Int, error) {
	return big.NewInt(w.balance), nil
}
func (w *witness) Prices(context.Context) (tip, base *big.Int, err error) {
	return big.NewInt(w.tip), big.NewInt(w.base), nil
}
func (w *witness) EstimateGas(context.Context, ethereum.CallMsg) (uint64, error) {
	return w.gas, w.failed
}
func (w *witness) SendRaw(ctx context.Context, _ []byte) error { return w.wait(ctx) }

// witnesses are a liar, whom the pool prefers until it knows better, and two
// honest providers.
func witnesses(world *chaintest.FakeWorld) (liar *witness, all []chain.Provider) {
	for _, name := range []string{"liar", "second", "third"} {
		one := &witness{Provider: world.Chain.Provider(name), state: honestState()}
		if liar == nil {
			liar = one
		}
		all = append(all, one)
	}
	return liar, all
}

// quick gives stragglers little time. In a bubble of synctest that is time in which
// everybody waits, so a busy machine makes nobody slow.
func quick(t *testing.T, providers ...chain.Provider) *chain.Pool {
	t.Helper()
	return quickTelling(t, nil, providers...)
}

// quickTelling is quick with a log.
func quickTelling(t *testing.T, log *slog.Logger, providers ...chain.Provider) *chain.Pool {
	t.Helper()
	pool, err := chain.NewPool(context.Background(), chain.PoolConfig{ChainID: chaintest.ChainID, Grace: 20 * time.Millisecond, Log: log}, providers...)
	if err != nil {
		t.Fatal(err)
	}
	return pool
}

// lies about state, and what is asked about it; the answer is written out.
var stateLies = map[string]struct {
	lie func(*state)
	ask func(ctx context.Context, pool *chain.Pool) (string, error)
	// isUnblamed are those that honest providers may differ about.
	isUnblamed bool
}{
	"forged code": {lie: func(s *state) { s.code = []byte{1} }, ask: func(ctx context.Context, pool *chain.Pool) (string, error) {
		code, err := pool.CodeAt(ctx, common.Address{1}, nil)
		return fmt.Sprintf("%x", code), err
	}},
	"forged call":               {lie: func(s *state) { s.answer = []byte("yes") }, ask: askCall},
	"a call that does not fail": {lie: func(s *state) { s.failed = chain.ErrCallFailed }, ask: askCall},
	"invented nonce": {lie: func(s *state) { s.nonce = 1_000_000_000 }, ask: func(ctx context.Context, pool *chain.Pool) (string, error) {
		latest, final, err := pool.Nonces(ctx, common.Address{1})
		return fmt.Sprint(latest, final), err
	}},
	"no balance": {lie: func(s *state) { s.balance = 0 }, ask: func(ctx context.Context, pool *chain.Pool) (string, error) {
		balance, err := pool.Balance(ctx, common.Address{}, common.Address{1})
		return fmt.Sprint(balance), err
	}},
	"gas estimate of 21,001": {lie: func(s *state) { s.gas = 21_001 }, ask: askQuote, isUnblamed: true},
	"gas for nothing":        {lie: func(s *state) { s.tip, s.base = 0, 0 }, ask: askQuote, isUnblamed: true},
	"gas at any price":       {lie: func(s *state) { s.tip, s.base, s.gas = 1<<60, 1<<60, 1<<60 }, ask: askQuote, isUnblamed: true},
	"a transfer that fails":  {lie: func(s *state) { s.failed = chain.ErrCallFailed }, ask: askQuote, isUnblamed: true},
	"a head of 2⁶³": {lie: func(s *state) { s.aheadBy = 1 << 63 }, ask: func(ctx context.Context, pool *chain.Pool) (string, error) {
		head, err := pool.AgreedHead(ctx)
		return fmt.Sprint(head.Number), err
	}, isUnblamed: true},
	"finality of 2⁶³": {lie: func(s *state) { s.aheadBy = 1 << 63 }, ask: func(ctx context.Context, pool *chain.Pool) (string, error) {
		final, err := pool.AgreedFinalized(ctx)
		return fmt.Sprint(final.Number), err
	}, isUnblamed: true},
}

func askCall(ctx context.Context, pool *chain.Pool) (string, error) {
	to := common.Address{1}
	answer, err := pool.CallContract(ctx, ethereum.CallMsg{To: &to}, nil)
	return string(answer), err
}

// TestOneOfTwoMakesNothingDear: where two disagree about the fee, what is paid whole
// is the lower word.
func TestOneOfTwoMakesNothingDear(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, world := context.Background(), chaintest.NewFakeWorld()
		world.Mine(t, 20)
		liar, all := witnesses(world)
		pool := quick(t, all[:2]...)
		to := common.Address{1}
		honest, err := pool.Quote(ctx, ethereum.CallMsg{To: &to})
		if err != nil {
			t.Fatal(err)
		}
		liar.tip = 1 << 40
		if quote, err := pool.Quote(ctx, ethereum.CallMsg{To: &to}); err != nil || quote.Tip != honest.Tip || quote.FeeCap != honest.FeeCap {
			t.Errorf("%+v %v, want %+v", quote, err, honest)
		}
	})
}

func askQuote(ctx context.Context, pool *chain.Pool) (string, error) {
	to := common.Address{1}
	quote, err := pool.Quote(ctx, ethereum.CallMsg{To: &to})
	return fmt.Sprintf("%+v", quote), err
}

// TestALoneLiarIsOutvoted: what two of three say counts, the third is demoted
// and named in the log. With one against one nothing is known.
func TestALoneLiarIsOutvoted(t *testing.T) {
	t.Parallel()
	for name, test := range stateLies {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				ctx, world := context.Background(), chaintest.NewFakeWorld()
				world.Mine(t, 20)
				liar, all := witnesses(world)
				var log strings.Builder
				pool := quickTelling(t, slog.New(slog.NewTextHandler(&log, nil)), all...)
				want, err := test.ask(ctx, pool)
				if err != nil {
					t.Fatal(err)
				}
				test.lie(&liar.state)
				if got, err := test.ask(ctx, pool); err != nil || got != want {
					t.Errorf("got %s %v, want %s", got, err, want)
				}
				if test.isUnblamed {
					return
				}
				if health := pool.Health(); health[2].Name != "liar" || health[2].Demerits < 10 || !strings.Contains(health[2].LastProblem, "disagree") {
					t.Errorf("nobody is blamed: %+v", health)
				}
				if _, err := test.ask(ctx, pool); err != nil || strings.Count(log.String(), "\n") != 1 || !strings.Contains(log.String(), "provider=liar ") {
					t.Errorf("%v, and the log says %s", err, log.String())
				}
				pair := quick(t, all[:2]...)
				if got, err := test.ask(ctx, pair); !errors.Is(err, chain.ErrDisagreement) {
					t.Errorf("one against one is %s %v", got, err)
				}
			})
		})
	}
}

// TestWhoNeverAnswersIsNotWaitedFor: two answer, and the third is left behind.
func TestWhoNeverAnswersIsNotWaitedFor(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		world := chaintest.NewFakeWorld()
		world.Mine(t, 20)
		liar, all := witnesses(world)
		pool := quick(t, all...)
		liar.hangs = true
		began := time.Now()
		if got, err := askCall(context.Background(), pool); err != nil || got != "honest" {
			t.Errorf("got %s %v", got, err)
		}
		if err := pool.Broadcast(context.Background(), signedNothing(t)); err != nil {
			t.Errorf("broadcast: %v", err)
		}
		if took := time.Since(began); took > 5*time.Second {
			t.Errorf("it took %s", took)
		}
		if health := pool.Health(); health[2].Name != "liar" || health[2].Usable {
			t.Errorf("the one that never answers is still preferred: %+v", health)
		}
	})
}

// Of two, one that names an old head does not choose at which block contracts are
// asked: then nothing is known.
func TestAnOldHeadIsNoAgreement(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		world := chaintest.NewFakeWorld()
		liar, all := witnesses(world)
		world.Mine(t, 300)
		pool := quick(t, all[:2]...)
		if _, err := pool.CallContract(t.Context(), ethereum.CallMsg{To: &common.Address{1}}, nil); err != nil {
			t.Fatal(err)
		}
		liar.Set(chaintest.Faults{Behind: 50})
		if _, err := pool.CallContract(t.Context(), ethereum.CallMsg{To: &common.Address{1}}, nil); err != nil {
			t.Errorf("a provider that lags a little: %v", err)
		}
		liar.Set(chaintest.Faults{Behind: 200})
		if _, err := pool.CallContract(t.Context(), ethereum.CallMsg{To: &common.Address{1}}, nil); !errors.Is(err, chain.ErrNoQuorum) {
			t.Errorf("one that names an old head: %v", err)
		}
	})
}

// TestAnOldHeadRightAfterAStart: what the chain's head was is remembered by the
// store, so that a process that has just begun does not take an old one for new.
func TestAnOldHeadRightAfterAStart(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx := t.Context()
		world := chaintest.NewFakeWorld()
		liar, all := witnesses(world)
		world.Mine(t, 300)
		store := chaintest.NewStore()
		config := chain.WatcherConfig{Treasury: world.Treasury(), Tokens: []common.Address{world.Token()}}
		poll(t, watcherOn(t, store, config, quick(t, all[:2]...)))
		liar.Set(chaintest.Faults{Behind: 200})
		again := quick(t, all[:2]...)
		watcher := watcherOn(t, store, config, again)
		if err := watcher.Recall(ctx); err != nil {
			t.Fatal(err)
		}
		if _, err := again.CallContract(ctx, ethereum.CallMsg{To: &common.Address{1}}, nil); !errors.Is(err, chain.ErrNoQuorum) {
			t.Errorf("one that names an old head: %v", err)
		}
		liar.Set(chaintest.Faults{})
		if _, err := again.CallContract(ctx, ethereum.CallMsg{To: &common.Address{1}}, nil); err != nil {
			t.Errorf("both name the newest: %v", err)
		}
	})
}

// TestAnOldHeadByTheClock: whoever keeps no head, as the signer, holds the newest
// block to its own clock.
func TestAnOldHeadByTheClock(t *testing.T) {
	t.Parallel()
	world := chaintest.NewFakeWorld()
	liar, all := witnesses(world)
	world.Mine(t, 300)
	head, err := liar.Block(t.Context(), chain.Latest())
	if err != nil {
		t.Fatal(err)
	}
	old, err := liar.Block(t.Context(), chain.At(head.Number-200))
	if err != nil {
		t.Fatal(err)
	}
	config := chain.PoolConfig{ChainID: chaintest.ChainID, Grace: time.Millisecond, HeadAgeMax: head.Time.Sub(old.Time) / 2, Now: func() time.Time { return head.Time }}
	pool, err := chain.NewPool(t.Context(), config, all[:2]...)
	if err != nil {
		t.Fatal(err)
	}
	liar.Set(chaintest.Faults{Behind: 200})
	if _, err := pool.CallContract(t.Context(), ethereum.CallMsg{To: &common.Address{1}}, nil); !errors.Is(err, chain.ErrNoQuorum) {
		t.Errorf("one that names an old head: %v", err)
	}
	liar.Set(chaintest.Faults{})
	if _, err := pool.CallContract(t.Context(), ethereum.CallMsg{To: &common.Address{1}}, nil); err != nil {
		t.Errorf("both name the newest: %v", err)
	}
}

func signedNothing(t *testing.T) []byte {
	t.Helper()
	key, err := crypto.GenerateKey()
	if err != nil {
		t.Fatal(err)
	}
	signed, err := types.SignNewTx(key, types.LatestSignerForChainID(big.NewInt(chaintest.ChainID)), &types.DynamicFeeTx{ChainID: big.NewInt(chaintest.ChainID), Gas: 21_000})
	if err != nil {
		t.Fatal(err)
	}
	raw, err := signed.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	return raw
}
