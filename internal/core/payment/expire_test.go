package payment_test

import (
	"errors"
	"testing"
	"time"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/payment"
)

// configured is the service after a restart with another configuration.
func (w *world) configured(change func(c *payment.Config)) *payment.Service {
	w.t.Helper()
	c := config(w.db, w.books, w.users, w.notices)
	c.Networks[0].Blocks = blocks{w}
	change(&c)
	service, err := payment.New(c)
	if err != nil {
		w.t.Fatal(err)
	}
	service.Handle(buying, w.shop)
	return service
}

// withoutNetwork is a configuration with another network in place of the first.
func withoutNetwork(c *payment.Config) {
	c.Networks[0].Name, c.Networks[0].ChainID, c.Networks[0].Account = "ERC-20", 1, ledger.ChainERC20
}

func TestIntentsOfARemovedNetworkExpire(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		unpaid, part := w.mustOpen("ann", "unpaid", money.Units(100)), w.mustOpen("bob", "part", money.Units(100))
		w.line.land(w.line.pay(bob, money.Units(40)))
		w.work()
		w.notices.take()
		w.service = w.configured(withoutNetwork)
		// Another instance may have the network still, or it was left out by mistake.
		w.clock.Set(part.ExpireAt.Add(50 * time.Minute))
		w.work()
		if got := w.intent(part.No); got.State != payment.StateOpen {
			t.Errorf("at once: %+v", got)
		}
		w.clock.Advance(11 * time.Minute)
		w.work()
		w.work()
		for _, no := range []string{unpaid.No, part.No} {
			if got := w.intent(no); got.State != payment.StateExpired || !got.ClosedAt.Equal(w.clock.Now()) {
				t.Errorf("intent %+v", got)
			}
		}
		w.wantBalances(map[ledger.Account]money.Amount{available("ann"): 0, available("bob"): money.Units(40), onChain: money.Units(40)})
		wantList(t, "purpose in any order", sorted(w.shop.take()), "expired part 40", "expired unpaid 0")
		wantList(t, "notices", w.notices.take(), "bob payment_mismatch_short 40")
		w.mustOpen("ann", "another", money.Units(1))
	})
}

func TestIntentsOfARemovedNetworkCanBeCancelled(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		unpaid, part := w.mustOpen("ann", "unpaid", money.Units(100)), w.mustOpen("bob", "part", money.Units(100))
		w.line.land(w.line.pay(bob, money.Units(40)))
		w.work()
		w.notices.take()
		// Final, and not settled before the network is gone.
		w.line.land(w.line.pay(bob, money.Units(50)))
		w.service = w.configured(withoutNetwork)
		for _, no := range []string{unpaid.No, part.No} {
			if err := w.cancel(no); err != nil {
				t.Fatal(err)
			}
		}
		w.wantBalances(map[ledger.Account]money.Amount{available("bob"): money.Units(40), onChain: money.Units(40)})
		wantList(t, "purpose", w.shop.take(), "cancelled unpaid 0", "cancelled part 40")
		wantList(t, "notices", w.notices.take(), "bob payment_mismatch_cancelled 40")
		if err := w.cancel(part.No); !errors.Is(err, payment.ErrNotOpen) {
			t.Errorf("twice: %v", err)
		}
		// What waits to be settled is the user's once the network is back.
		w.service = w.configured(func(*payment.Config) {})
		w.clock.Advance(2 * time.Minute)
		w.work()
		w.wantBalances(map[ledger.Account]money.Amount{available("bob"): money.Units(90), onChain: money.Units(90)})
		wantList(t, "later notices", w.notices.take(), "bob payment_mismatch_cancelled 50")
	})
}
