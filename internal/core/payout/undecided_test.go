package payout_test

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"etld/internal/base/money"
	"etld/internal/core/payout"
	"etld/internal/infra/chain"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/chain/walletsig/wallettest"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

// endlessWallets are contract wallets whose check ends only when it is let go,
// and then says yes.
type endlessWallets struct {
	*node
	code  map[common.Address]bool
	hangs atomic.Bool
	// asked counts the checks.
	asked atomic.Int64
}

func (e *endlessWallets) AgreedHead(context.Context) (chain.Block, error) { return chain.Block{}, nil }

func (e *endlessWallets) CodeAt(_ context.Context, account common.Address, _ *big.Int) ([]byte, error) {
	if e.code[account] {
		return []byte{1}, nil
	}
	return nil, nil
}

func (e *endlessWallets) CallContract(context.Context, ethereum.CallMsg, *big.Int) ([]byte, error) {
	e.asked.Add(1)
	if e.hangs.Load() {
		// What a call says that ran out of its time.
		return nil, context.DeadlineExceeded
	}
	return common.RightPadBytes(crypto.Keccak256([]byte("isValidSignature(bytes32,bytes)"))[:4], 32), nil
}

// orderEndless orders payouts of such wallets, of which the signer can say
// nothing.
func (w *world) orderEndless(count int) (*endlessWallets, []payout.Order) {
	w.T.Helper()
	wallets := &endlessWallets{node: w.node, code: make(map[common.Address]bool)}
	wallets.hangs.Store(true)
	w.wallet.Signer = w.signerOf(policy(wallets))
	w.rebuild()
	var list []payout.Order
	for n := range count {
		one := w.order(fmt.Sprintf("endless%d", n), money.USDT, "49")
		one.Statement.Signature = wallettest.Sign(operators[0], one.Statement.Text)
		wallets.code[one.Recipient] = true
		w.enqueue(one)
		list = append(list, one)
	}
	return wallets, list
}

func (w *world) wantUndecided(orders ...payout.Order) {
	w.T.Helper()
	for _, o := range orders {
		w.want(o.WithdrawalID, payout.Queued, signer.ErrUndecided.Code)
		w.wantUnpaid(o)
		if steps := w.history(o.WithdrawalID); len(steps) != 2 {
			w.T.Errorf("waiting for the same reason is told again: %v", steps)
		}
	}
}

func TestUndecidedPayoutsHoldUpNoOther(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		wallets, endless := w.orderEndless(3)
		first, other := w.pay("w1", "5"), w.order("w2", money.ETLD, "6")
		w.enqueue(other)
		for range 5 {
			w.work()
		}
		w.settle()
		w.wantPaid(first, other)
		w.wantUndecided(endless...)
		for n := range 5 {
			w.Clock.Advance(3 * time.Minute)
			later, other := w.pay(fmt.Sprintf("later%d", n), "7"), w.order(fmt.Sprintf("other%d", n), money.ETLD, "7")
			w.enqueue(other)
			before := wallets.asked.Load()
			// Three steps sign both, of either currency.
			for range 3 {
				if _, err := w.service.Jobs()[0].Work(context.Background()); err != nil {
					t.Fatal(err)
				}
			}
			if wallets.asked.Load() != before {
				t.Error("a wallet that is put off is asked before others are paid")
			}
			w.work()
			w.settle()
			w.wantPaid(later, other)
		}
		w.wantUndecided(endless...)
		if o := w.overview(); o.Breaker != "" || o.Wait != "" {
			t.Errorf("breaker %q, waits for %q", o.Breaker, o.Wait)
		}
	})
}

func TestUndecidedPayoutsAreTriedLessAndLess(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		wallets, endless := w.orderEndless(2)
		askedIn := func(minutes int) int64 {
			before := wallets.asked.Load()
			for range 2 * minutes {
				w.Clock.Advance(30 * time.Second)
				w.work()
			}
			return wallets.asked.Load() - before
		}
		w.work()
		w.work()
		// After half a minute, one, two, four and eight.
		if asked := askedIn(10); asked != 2*5 {
			t.Errorf("asked %d times in the first 10 minutes about 2 payouts", asked)
		}
		w.Clock.Advance(5 * time.Hour)
		w.work()
		w.work()
		if asked := askedIn(30); asked != 2*3 {
			t.Errorf("asked %d times in half an hour, hours later", asked)
		}
		w.wantUndecided(endless...)
		// Nothing was signed, so it may be taken out of the queue.
		w.Update(func(tx *sqldb.Tx) error { return w.service.Orders.Recall(tx, endless[0].WithdrawalID, "endless") })
		wallets.hangs.Store(false)
		askedIn(11)
		w.settle()
		w.wantPaid(endless[1])
		w.wantUnpaid(endless[0])
	})
}

// wantParked names what operators see among the parked items.
func (w *world) wantParked(withdrawalIDs ...string) {
	w.T.Helper()
	var got []string
	w.View(func(tx *sqldb.Tx) error {
		list, err := jobs.Parked(tx, "")
		for _, p := range list {
			got = append(got, p.Subject)
		}
		return err
	})
	if !slices.Equal(got, withdrawalIDs) {
		w.T.Errorf("parked are %v, want %v", got, withdrawalIDs)
	}
}
