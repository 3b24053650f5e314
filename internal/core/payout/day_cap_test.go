package payout_test

import (
	"testing"
	"time"

	"etld/internal/base/money"
	"etld/internal/core/payout"
	"etld/internal/infra/sqldb/dbtest"
)

// What is above the cap of a day alone waits for no day and holds up no other; it is paid
// when the cap is raised.
func TestAPayoutAboveADaysCapHoldsUpNoOther(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		w.wallet.Coins[0].DayMax = money.Units(100)
		w.rebuild()
		large, small := w.pay("w1", "101"), w.pay("w2", "60")
		w.work()
		w.work()
		if p := w.want("w1", payout.Queued, payout.ReasonWouldFail); !p.ExpectedAt.IsZero() {
			t.Errorf("expected %s", p.ExpectedAt)
		}
		w.wantParked("w1")
		w.settle()
		w.wantPaid(small)
		w.wantUnpaid(large)
		w.Clock.Set(dayEnd(w.Clock))
		w.work()
		w.want("w1", payout.Queued, payout.ReasonWouldFail)
		w.wallet.Coins[0].DayMax = money.Units(101)
		w.rebuild()
		w.Clock.Advance(time.Minute)
		w.work()
		w.settle()
		w.wantPaid(large)
		w.wantParked()
	})
}
