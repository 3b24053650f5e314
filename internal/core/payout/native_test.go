package payout_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/payout"
	"etld/internal/infra/chain"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// leaving is a settlement that takes what was paid out of the books, as a
// withdrawal's does.
type leaving struct{ world *world }

func (leaving) Stepped(sqldb.Command, payout.State, payout.Payout) error { return nil }

func (l leaving) Paid(tx *sqldb.Tx, p payout.Payout) error {
	w := l.world
	_, err := w.Ledger.Post(tx, ledger.Entry{RefType: ledger.RefFunding, RefID: p.WithdrawalID, Transfers: []ledger.Transfer{{Type: ledger.InternalTransfer,
		SubType: ledger.CapitalOut, Debit: ledger.House(ledger.Capital, p.Asset), Credit: ledger.House(w.wallet.Account, p.Asset), Amount: p.Amount}}})
	if err != nil {
		return err
	}
	return w.settlement.Paid(tx, p)
}

func (leaving) Failed(*sqldb.Tx, payout.Payout, string) error { return nil }

// gasLook is how often a wallet is looked at.
const gasLook = time.Minute

// Where users are paid in the coin that gas costs, the books learn of a refill
// only while nothing is on its way. A payout out of money they have not seen yet
// must be settled all the same.
func TestNativeCoinIsPaidOutOfAnUnseenRefill(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		w.payNative()
		w.ends = leaving{w}
		first := w.order("w1", money.ETH, "6")
		w.enqueue(first)
		w.work()
		w.want("w1", payout.Broadcast, "")
		if booked := w.balance(ledger.ChainBEP20, money.ETH); booked != money.Units(10) {
			t.Fatalf("booked %s at the first look", booked)
		}
		w.node.fund(common.Address{}, w.wallet.Address, wei(20))
		second := w.order("w2", money.ETH, "15")
		w.enqueue(second)
		w.work()
		w.want("w2", payout.Broadcast, "")
		w.settle()
		for _, o := range []payout.Order{first, second} {
			w.want(o.WithdrawalID, payout.Final, "")
			if got := w.node.received(common.Address{}, o.Recipient); got.Cmp(units(o)) != 0 {
				t.Errorf("%s got %s on chain", o.WithdrawalID, got)
			}
		}
		w.Clock.Advance(2 * gasLook)
		w.work()
		spent := w.balance(ledger.GasSpent, money.ETH)
		if held, want := w.balance(ledger.ChainBEP20, money.ETH), money.Units(9)-spent; spent == 0 || held != want {
			t.Errorf("booked %s after both, want %s (gas %s)", held, want, spent)
		}
		w.wantSound()
	})
}

// payNative makes the wallet pay in the chain's own coin.
func (w *world) payNative() {
	p := policy(outcomeOnly{w.node})
	p.Networks[0].Currencies = []signer.Currency{{Name: money.ETH, Decimals: 18, PayoutMin: 1, PayoutMax: money.Units(100), DayMax: money.Units(1_000), OneDayMax: money.Units(1_000),
		TwoFrom: money.Units(100), AutomaticMax: money.Units(100), AutomaticDayMax: money.Units(1_000)}}
	w.wallet.Signer, w.wallet.Native = w.signerOf(p), money.ETH
	w.wallet.Coins = []payout.Coin{{Asset: money.ETH, Decimals: 18}}
	w.rebuild()
}

// A contract can say yes to an estimate and no to the native coin itself: its
// owner gets nothing, and stops nobody else.
func TestContractsThatRefuseTheNativeCoinStopNobodyElse(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		w.payNative()
		w.ends = leaving{w}
		for n := range 4 {
			bad := w.order(fmt.Sprintf("bad%d", n), money.ETH, "1")
			w.node.set(func(n *node) { n.reverts[bad.Recipient] = true })
			w.enqueue(bad)
			w.work()
			w.settle()
			if p := w.want(bad.WithdrawalID, payout.NeedsAttention, payout.ReasonReverted); p.Proof != payout.ProofReverted {
				t.Errorf("proof %q", p.Proof)
			}
		}
		if got := w.overview().Breaker; got != "" {
			t.Errorf("breaker %q", got)
		}
		good := w.order("good", money.ETH, "1")
		w.enqueue(good)
		w.work()
		w.settle()
		w.want("good", payout.Final, "")
		w.wantSound()
	})
}

// A wallet can delegate to code that burns gas, and sign plainly: its payout is
// not begun, and no number of them stops others.
func TestRecipientsThatBurnGasHurtOnlyThemselves(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		w.payNative()
		w.ends = leaving{w}
		w.rebuild()
		w.node.set(func(n *node) { n.burns = make(map[common.Address]uint64) })
		for n := range 4 {
			bad := w.order(fmt.Sprintf("bad%d", n), money.ETH, "0.02")
			// Above what the tests' signer allows.
			w.node.set(func(node *node) { node.burns[bad.Recipient] = uint64(170_000 * (n + 1)) })
			w.enqueue(bad)
			w.work()
			w.want(bad.WithdrawalID, payout.Queued, payout.ReasonWouldFail)
		}
		if got := w.overview().Breaker; got != "" {
			t.Errorf("breaker %q", got)
		}
		good := w.order("good", money.ETH, "1")
		w.enqueue(good)
		w.work()
		w.settle()
		w.want("good", payout.Final, "")
		w.wantSound()
	})
}

// A stop of all payouts holds what is queued and lets go on what was begun.
func TestStoppedPayouts(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		isStopped := false
		w.stopped = func(sqldb.Command) (string, bool, error) { return "drill", isStopped, nil }
		w.rebuild()
		first := w.pay("w1", "49")
		w.work()
		isStopped = true
		second := w.pay("w2", "59")
		w.settle()
		w.wantPaid(first)
		w.want("w2", payout.Queued, payout.ReasonStopped)
		w.wantUnpaid(second)
		isStopped = false
		w.work()
		w.settle()
		w.wantPaid(second)
	})
}

// The stop and the halt are asked again where the nonce is taken: one that came after
// the chain was asked still holds the payout.
func TestStoppedWhileTheChainWasAsked(t *testing.T) {
	t.Parallel()
	for _, isHalt := range []bool{false, true} {
		dbtest.In(t, newWorld, func(t *testing.T, w *world) { w.stopWhileTheChainIsAsked(isHalt) })
	}
}

func (w *world) stopWhileTheChainIsAsked(isHalt bool) {
	asked := 0
	w.stopped = func(sqldb.Command) (string, bool, error) {
		asked++
		if isHalt && asked > 2 {
			w.halted = string(chain.StateHalted)
		}
		return "drill", !isHalt && asked > 2, nil
	}
	w.rebuild()
	first := w.pay("w1", "49")
	for range 5 {
		_, _ = w.service.Jobs()[0].Work(w.T.Context())
	}
	w.wantUnpaid(first)
	var taken int64
	w.View(func(tx *sqldb.Tx) error {
		_, err := tx.QueryOne(sqldb.Dest(&taken), `SELECT COUNT(*) FROM payout_slot`)
		return err
	})
	if taken != 0 || asked < 3 {
		w.T.Errorf("%d nonces taken after %d questions", taken, asked)
	}
}
