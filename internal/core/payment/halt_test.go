package payment_test

import (
	"fmt"
	"testing"
	"time"

	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/payment"
	"etld/internal/infra/chain"
	"etld/internal/infra/chain/walletsig/wallettest"
	"etld/internal/infra/sqldb"
)

// resume ends the halt of the chain.
func (w *world) resume() {
	w.T.Helper()
	w.Update(func(tx *sqldb.Tx) error { return w.service.Incoming.ClearHalt(tx, "BEP-20") })
}

// To leave a payment gives back what was paid of it: that is a credit. Where nothing was
// paid, nothing is credited.
func TestPartPaidIntentsCannotBeLeftWhileTheirChainIsHalted(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		part, unpaid := w.mustOpen("ann", "part", money.Units(100)), w.mustOpen("bob", "unpaid", money.Units(100))
		w.line.land(w.line.pay(ann, money.Units(40)))
		w.work()
		w.line.apply(chain.Step{Halt: "block 101 was taken back"})
		err := w.cancel(part.No)
		if refused, _ := fault.As(err); !is(err, fault.Maintenance) || refused.Params["reason"] != "halted" {
			t.Errorf("while halted: %v", err)
		}
		if err := w.cancel(unpaid.No); err != nil {
			t.Error(err)
		}
		if got := w.intent(part.No); got.State != payment.StateOpen || got.Paid != money.Units(40) {
			t.Errorf("afterwards %+v", got)
		}
		w.wantBalances(map[ledger.Account]money.Amount{ledger.AvailableOf("ann", money.USDT): 0})
		w.resume()
		if err := w.cancel(part.No); err != nil {
			t.Fatal(err)
		}
		w.wantBalances(map[ledger.Account]money.Amount{ledger.AvailableOf("ann", money.USDT): money.Units(40), onChain: money.Units(40)})
	})
}

// A halted chain stays halted where its network is taken out of the configuration.
func TestPartPaidIntentsOfARemovedNetworkWaitForItsHalt(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		part, unpaid := w.mustOpen("ann", "part", money.Units(100)), w.mustOpen("bob", "unpaid", money.Units(100))
		w.line.land(w.line.pay(ann, money.Units(40)))
		w.work()
		w.line.apply(chain.Step{Halt: "block 101 was taken back"})
		configured := w.service
		w.service = w.configured(withoutNetwork)
		w.Clock.Set(part.ExpireAt.Add(2 * time.Hour))
		w.work()
		for no, want := range map[string]payment.State{part.No: payment.StateOpen, unpaid.No: payment.StateExpired} {
			if got := w.intent(no); got.State != want {
				t.Errorf("while halted: %+v", got)
			}
		}
		w.wantBalances(map[ledger.Account]money.Amount{ledger.AvailableOf("ann", money.USDT): 0})
		removed := w.service
		w.service = configured
		w.resume()
		w.service = removed
		w.work()
		if got := w.intent(part.No); got.State != payment.StateExpired {
			t.Errorf("after the halt: %+v", got)
		}
		w.wantBalances(map[ledger.Account]money.Amount{ledger.AvailableOf("ann", money.USDT): money.Units(40)})
	})
}

func TestClaimWhileTheChainIsHalted(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		key, sender, client := w.carlClaims()
		text := fmt.Sprintf("%s%d", w.info("carl").ClaimPhrase, w.Clock.Now().UnixMilli())
		claim := func() (code int, data string) {
			r := client.In("en_US").Call("/api/pay/claimSuspense", "carl", "sender", sender.Hex(), "message", text, "signature", wallettest.Sign(key, text))
			return r.Code, string(r.Data)
		}
		w.line.apply(chain.Step{Halt: "block 101 was taken back"})
		if code, data := claim(); code != fault.Maintenance.Code || data != `{"reason":"halted"}` {
			t.Errorf("while halted: %d %s", code, data)
		}
		w.wantBalances(map[ledger.Account]money.Amount{suspense: money.Units(7), ledger.AvailableOf("carl", money.USDT): 0})
		// The same text serves afterwards.
		w.resume()
		if code, data := claim(); code != 200 {
			t.Errorf("after the halt: %d %s", code, data)
		}
		w.wantBalances(map[ledger.Account]money.Amount{suspense: 0, ledger.AvailableOf("carl", money.USDT): money.Units(7)})
	})
}
