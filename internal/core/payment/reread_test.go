package payment_test

import (
	"context"
	"math/big"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/payment"
	"etld/internal/core/payment/reconciliation"
	"etld/internal/infra/chain"
	"etld/internal/infra/chain/chaintest"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// forgetful is a service whose only node may keep deposits back.
type forgetful struct {
	w       *world
	fake    *chaintest.Chain
	node    *chaintest.Provider
	watched *watched
	watcher *chain.Watcher
	strayed *big.Int // what our addresses hold and no deposit brought
	rescans []chain.Span
	tokens  []payment.Token
}

func onForgetful(t *testing.T, test func(t *testing.T, w *world, f *forgetful)) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newBareWorld(t, db, c)
		test(t, w, newForgetful(t, w))
	})
}

func newForgetful(t *testing.T, w *world) *forgetful {
	t.Helper()
	f := &forgetful{w: w, watched: newWatched(t, w), strayed: new(big.Int)}
	f.fake = f.watched.fake
	f.node = f.fake.Provider("only")
	f.configure(payment.Token{Asset: money.USDT, Contract: usdt, Decimals: 18})
	return f
}

// configure starts the program anew with tokens.
func (f *forgetful) configure(tokens ...payment.Token) {
	t := f.w.T
	t.Helper()
	c := config(f.w.DB, f.w.Ledger, f.w.users, f.w.notices)
	c.Networks[0].Blocks, c.Networks[0].Tokens = f.watched, tokens
	service, err := payment.New(c)
	if err != nil {
		t.Fatal(err)
	}
	watch, err := service.Incoming.Watch(chainID)
	if err != nil {
		t.Fatal(err)
	}
	pool, err := chain.NewPool(context.Background(), chain.PoolConfig{ChainID: chainID, Pause: func(context.Context, time.Duration) error { return nil }}, f.node)
	if err != nil {
		t.Fatal(err)
	}
	contracts := make([]common.Address, len(tokens))
	for i, token := range tokens {
		contracts[i] = token.Contract
	}
	if f.watcher, err = chain.NewWatcher(chain.WatcherConfig{Treasury: treasury, Tokens: contracts}, pool, watch, quiet()); err != nil {
		t.Fatal(err)
	}
	f.w.comparing = reconciliation.New(reconciliation.Config{DB: f.w.DB, Ledger: f.w.Ledger, Log: quiet(), Payments: service, Balances: f,
		Rereaders: map[uint64]reconciliation.Rereader{chainID: f}})
	f.w.service, f.tokens = service, tokens
}

// Rescan counts what is read again.
func (f *forgetful) Rescan(ctx context.Context, span chain.Span) (int, error) {
	f.rescans = append(f.rescans, span)
	return f.watcher.Rescan(ctx, span)
}

func (f *forgetful) StartBlock() uint64 { return f.watcher.StartBlock() }

// TokenBalance adds up what final transactions brought the treasury.
func (f *forgetful) TokenBalance(_ context.Context, _ uint64, token, owner common.Address, _ uint64) (*big.Int, error) {
	sum := new(big.Int)
	if owner == hot && token == usdt {
		return sum.Set(f.strayed), nil
	}
	for _, transaction := range f.fake.FinalTransactions() {
		for _, event := range transaction.Events {
			if event.Contract == token && common.BytesToAddress(event.Topics[2].Bytes()) == owner {
				sum.Add(sum, new(big.Int).SetBytes(event.Data))
			}
		}
	}
	return sum, nil
}

// pay puts a deposit into a block that becomes final, and the watcher looks.
func (f *forgetful) pay(token, from common.Address, amount money.Amount) {
	f.w.T.Helper()
	f.fake.MineWith(chaintest.Transaction{Hash: common.BigToHash(big.NewInt(int64(f.fake.Head().Number))),
		Events: []chaintest.Event{chaintest.TransferEvent(token, from, treasury, units(amount))}})
	f.pass(finalityDepth + 1)
}

// pass lets blocks pass by.
func (f *forgetful) pass(blocks int) {
	f.w.T.Helper()
	f.fake.Mine(blocks)
	if err := f.watcher.Poll(context.Background()); err != nil {
		f.w.T.Fatal(err)
	}
}

// hours lets time pass with a few blocks and all the work of each hour.
func (f *forgetful) hours(count int) {
	f.w.T.Helper()
	for range count {
		f.w.Clock.Advance(time.Hour)
		f.pass(3)
		f.w.work()
	}
}

func (f *forgetful) wantSurplus(want money.Amount) {
	f.w.T.Helper()
	sum := new(big.Int)
	for _, r := range f.w.comparing.Readings() {
		sum.Add(sum, r.Unexplained())
	}
	if sum.Cmp(units(want)) != 0 {
		f.w.T.Errorf("the surplus is %s, want %s", sum, units(want))
	}
}

// blocksReadAgain counts blocks, each as often as it was read again.
func (f *forgetful) blocksReadAgain() (count uint64) {
	for _, span := range f.rescans {
		count += span.To - span.From + 1
	}
	return count
}

// The only node says that there are no deposits and then the truth: each is
// credited, once, by itself, and nothing is read again after that.
func TestAMissedDepositIsFoundByReadingAgain(t *testing.T) {
	onForgetful(t, func(t *testing.T, w *world, f *forgetful) {
		f.pay(usdt, ann, money.Units(3))
		f.hours(30)
		if len(f.rescans) != 0 {
			t.Fatalf("%v was read again without a surplus", f.rescans)
		}
		f.node.Set(chaintest.Faults{HideLogs: true})
		before := f.watcher.Status().Finalized
		f.pay(usdt, ann, money.Units(10))
		f.pay(usdt, bob, money.Units(4))
		f.node.Set(chaintest.Faults{})
		w.work()
		w.wantBalances(map[ledger.Account]money.Amount{ledger.AvailableOf("ann", money.USDT): money.Units(3), ledger.AvailableOf("bob", money.USDT): 0})
		f.hours(1)
		w.wantBalances(map[ledger.Account]money.Amount{ledger.AvailableOf("ann", money.USDT): money.Units(13), ledger.AvailableOf("bob", money.USDT): money.Units(4), onChain: money.Units(17)})
		f.wantSurplus(0)
		if len(f.rescans) != 1 || f.rescans[0].From <= before-3 {
			t.Errorf("%v was read again, the last comparison was at about %d", f.rescans, before)
		}
		f.hours(100)
		w.wantBalances(map[ledger.Account]money.Amount{ledger.AvailableOf("ann", money.USDT): money.Units(13), ledger.AvailableOf("bob", money.USDT): money.Units(4), onChain: money.Units(17)})
		if len(f.rescans) != 1 {
			t.Errorf("%v was read again", f.rescans)
		}
		w.clean()
	})
}

// A node that still keeps the deposit back when it is asked again is asked
// later, also by a program that was restarted.
func TestAMissedDepositIsLookedForAgain(t *testing.T) {
	onForgetful(t, func(t *testing.T, w *world, f *forgetful) {
		f.hours(1)
		f.node.Set(chaintest.Faults{HideLogs: true})
		f.pay(usdt, ann, money.Units(10))
		f.hours(10)
		f.configure(f.tokens...)
		f.hours(10)
		w.wantBalances(map[ledger.Account]money.Amount{ledger.AvailableOf("ann", money.USDT): 0})
		f.wantSurplus(money.Units(10))
		f.node.Set(chaintest.Faults{})
		f.hours(25)
		w.wantBalances(map[ledger.Account]money.Amount{ledger.AvailableOf("ann", money.USDT): money.Units(10), onChain: money.Units(10)})
		f.wantSurplus(0)
	})
}

// A surplus that no deposit explains is looked for less and less often, credits
// nothing, and does not hide a deposit that is missed later.
func TestASurplusWithoutADepositIsNotLookedForWithoutEnd(t *testing.T) {
	onForgetful(t, func(t *testing.T, w *world, f *forgetful) {
		f.pay(usdt, ann, money.Units(3))
		f.hours(1)
		f.strayed = units(money.Units(7))
		f.hours(1)
		if len(f.rescans) != 1 {
			t.Errorf("%v was read again at first", f.rescans)
		}
		f.hours(10 * 24)
		// 1 + 2 + 4 + 8 + 16 hours, then once a day.
		if n := len(f.rescans); n < 10 || n > 16 {
			t.Errorf("read again %d times in ten days: %v", n, f.rescans)
		}
		f.wantSurplus(money.Units(7))
		w.wantBalances(map[ledger.Account]money.Amount{ledger.AvailableOf("ann", money.USDT): money.Units(3), ledger.AvailableOf("bob", money.USDT): 0, suspense: 0, onChain: money.Units(3)})
		f.node.Set(chaintest.Faults{HideLogs: true})
		f.pay(usdt, bob, money.Units(4))
		f.node.Set(chaintest.Faults{})
		before := f.blocksReadAgain()
		f.hours(1)
		w.wantBalances(map[ledger.Account]money.Amount{ledger.AvailableOf("ann", money.USDT): money.Units(3), ledger.AvailableOf("bob", money.USDT): money.Units(4), onChain: money.Units(7)})
		if read := f.blocksReadAgain() - before; read > 2*finalityDepth+10 {
			t.Errorf("%d blocks were read again for what an hour brought", read)
		}
		f.strayed = new(big.Int)
		f.hours(1)
		f.wantSurplus(0)
		w.clean()
	})
}

// What was sent of a token before it was configured is found from the start.
func TestATokenConfiguredLaterIsReadFromTheStart(t *testing.T) {
	onForgetful(t, func(t *testing.T, w *world, f *forgetful) {
		f.pay(etld, ann, money.Units(9))
		f.pay(usdt, ann, money.Units(3))
		f.hours(2)
		w.wantBalances(map[ledger.Account]money.Amount{ledger.AvailableOf("ann", money.USDT): money.Units(3), ledger.AvailableOf("ann", money.ETLD): 0})
		f.configure(append(f.tokens, payment.Token{Asset: money.ETLD, Contract: etld, Decimals: 18})...)
		f.hours(2)
		w.wantBalances(map[ledger.Account]money.Amount{ledger.AvailableOf("ann", money.USDT): money.Units(3), ledger.AvailableOf("ann", money.ETLD): money.Units(9)})
		f.wantSurplus(0)
		if len(f.rescans) != 1 || f.rescans[0].From != 1 {
			t.Errorf("%v was read again", f.rescans)
		}
		w.clean()
	})
}

// A long way is gone in chunks, and ends as soon as the deposit was found. Two
// instances share it.
func TestReadingAgainIsBounded(t *testing.T) {
	onForgetful(t, func(t *testing.T, w *world, f *forgetful) {
		f.fake.Mine(9_000)
		f.pay(etld, ann, money.Units(9))
		f.fake.Mine(20_000)
		f.hours(1)
		f.configure(append(f.tokens, payment.Token{Asset: money.ETLD, Contract: etld, Decimals: 18})...)
		f.hours(1)
		w.wantBalances(map[ledger.Account]money.Amount{ledger.AvailableOf("ann", money.ETLD): money.Units(9)})
		if len(f.rescans) != 1 || f.rescans[0] != (chain.Span{From: 1, To: 10_000}) {
			t.Errorf("%v was read again", f.rescans)
		}
	})
}

// A node that fails while it is read again is no failure of the job, and the
// reading goes on where it stood.
func TestReadingAgainWaitsForTheNode(t *testing.T) {
	onForgetful(t, func(t *testing.T, w *world, f *forgetful) {
		f.hours(1)
		f.node.Set(chaintest.Faults{HideLogs: true})
		f.pay(usdt, ann, money.Units(10))
		w.Clock.Advance(time.Hour)
		f.node.Set(chaintest.Faults{Down: chain.ErrUnreachable})
		w.work()
		w.work()
		w.wantBalances(map[ledger.Account]money.Amount{ledger.AvailableOf("ann", money.USDT): 0})
		f.node.Set(chaintest.Faults{})
		w.work()
		w.wantBalances(map[ledger.Account]money.Amount{ledger.AvailableOf("ann", money.USDT): money.Units(10)})
	})
}

// Two instances do not read the same chunk twice in turn: what one noted, the
// other goes on from.
func TestTwoInstancesReadAgain(t *testing.T) {
	onForgetful(t, func(t *testing.T, w *world, f *forgetful) {
		f.hours(1)
		f.strayed = units(money.Units(7))
		one := w.comparing
		f.configure(f.tokens...)
		f.hours(1)
		w.comparing = one
		w.work()
		if len(f.rescans) != 1 {
			t.Errorf("%v was read again", f.rescans)
		}
		var runs int64
		w.View(func(tx *sqldb.Tx) error {
			_, err := tx.QueryOne(sqldb.Dest(&runs), `SELECT COUNT(*) FROM job_run WHERE job = 'payment_reread'`)
			return err
		})
		if runs != 1 {
			t.Errorf("%d rows", runs)
		}
	})
}
