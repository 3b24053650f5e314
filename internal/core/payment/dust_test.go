package payment_test

import (
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/infra/chain"
	"etld/internal/infra/sqldb"
)

// Transfers below the least deposit cost their sender next to nothing. They are
// added up, told of once, and credited as one when they reach the least.
func TestDustIsAddedUpAndCreditedAtTheLeast(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		cents := func(thousandths int64) money.Amount { return money.Amount(thousandths * 100_000) }
		odd := w.line.transfer(ann, usdt, new(big.Int).Add(units(cents(4)), big.NewInt(7)))
		w.line.land(w.line.pay(ann, cents(4)), odd, w.line.pay(stranger, cents(6)))
		w.work()
		w.wantBalances(map[ledger.Account]money.Amount{ledger.AvailableOf("ann", money.USDT): 0, suspense: 0, onChain: 0})
		wantList(t, "notices", w.notices.take(), "ann top_up_dust 0")
		w.line.land(w.line.pay(ann, cents(2)), w.line.pay(bob, cents(10)), w.line.pay(stranger, cents(6)))
		w.work()
		w.wantBalances(map[ledger.Account]money.Amount{ledger.AvailableOf("ann", money.USDT): cents(10), ledger.AvailableOf("bob", money.USDT): cents(10), suspense: cents(12), onChain: cents(32)})
		wantList(t, "notices", sorted(w.notices.take()), "ann top_up_credited 0.01", "bob top_up_credited 0.01")
		states := map[string]int{}
		for _, r := range w.info("ann").Recent {
			states[r.State]++
		}
		if states["dust"] != 3 || states["credited"] != 1 {
			t.Errorf("shown: %v", states)
		}
		w.line.land(w.line.pay(ann, cents(9)))
		w.work()
		w.wantBalances(map[ledger.Account]money.Amount{ledger.AvailableOf("ann", money.USDT): cents(10)})
		wantList(t, "notices of another sum", w.notices.take(), "ann top_up_dust 0")
		for _, token := range w.info("ann").Networks[0].Tokens {
			want := map[money.Asset]money.Amount{money.USDT: cents(10), money.ETLD: cents(100)}[token.Currency]
			if token.Least != want {
				t.Errorf("the least deposit of %s is shown as %s, want %s", token.Currency, token.Least, want)
			}
		}
	})
}

// A block of dust does not hold up an honest deposit, and makes no postings.
func TestABlockOfDustHoldsUpNobody(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		const many = 1000
		list := make([]chain.Transfer, 0, many+1)
		flooder := common.HexToAddress("0xf100d")
		for range many {
			list = append(list, w.line.pay(flooder, 1))
		}
		list = append(list, w.line.pay(ann, money.Units(5)))
		w.line.land(list...)
		w.work()
		w.wantBalances(map[ledger.Account]money.Amount{ledger.AvailableOf("ann", money.USDT): money.Units(5), suspense: 0, onChain: money.Units(5)})
		var postings int64
		w.View(func(tx *sqldb.Tx) error {
			_, err := tx.QueryOne([]any{&postings}, `SELECT COUNT(*) FROM ledger_transfer`)
			return err
		})
		if postings != 1 {
			t.Errorf("%d postings, want the honest one alone", postings)
		}
	})
}
