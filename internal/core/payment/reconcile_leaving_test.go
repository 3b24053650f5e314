package payment_test

import (
	"context"
	"errors"
	"math/big"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/money"
	"etld/internal/infra/sqldb"
)

// What payouts on their way pay may have left the chain or not: any part of it
// is no deficit, and one unit more is.
func TestReconcileAllowsForWhatIsLeaving(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		w.line.land(w.line.pay(funder, money.Units(100)))
		w.work()
		leaving := money.Amount(0)
		onTheWay := func(_ *sqldb.Tx, network string, asset money.Asset) (money.Amount, error) {
			if network != "BEP-20" || asset != money.USDT {
				return 0, nil
			}
			return leaving, nil
		}
		for _, test := range []struct {
			name          string
			held, leaving money.Amount
			more          int64 // units on top of what is held
			unexplained   int64
		}{
			{"all there", money.Units(100), 0, 0, 0},
			{"on its way and still there", money.Units(100), money.Units(30), 0, 0},
			{"part of it has left", money.Units(80), money.Units(30), 0, 0},
			{"all of it has left", money.Units(70), money.Units(30), 0, 0},
			{"a unit more has left", money.Units(70), money.Units(30), -1, -1},
			{"nothing is on its way and a unit is missing", money.Units(100), 0, -1, -1},
			{"a unit too many while something is on its way", money.Units(100), money.Units(30), 1, 1},
		} {
			leaving = test.leaving
			v := &vault{held: map[[2]common.Address]*big.Int{{usdt, hot}: new(big.Int).Add(units(test.held), big.NewInt(test.more))}}
			readings, err := w.compare(v, onTheWay).Reconcile(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			_, isDeficit := readings[0].Violation()
			if got := readings[0].Unexplained(); got.Cmp(big.NewInt(test.unexplained)) != 0 || isDeficit != (test.unexplained < 0) {
				t.Errorf("%s: unexplained %s, deficit %v", test.name, got, isDeficit)
			}
		}
	})
}

// The job compares every five minutes, and every minute while the chain cannot be read.
func TestReconcileJobIsTriedAgain(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		w.line.land(w.line.pay(funder, money.Units(100)))
		w.work()
		v := &vault{held: map[[2]common.Address]*big.Int{{usdt, treasury}: units(money.Units(100))}, fail: errors.New("no provider")}
		service := w.compare(v, nil)
		run := func() {
			t.Helper()
			job := jobOf(t, service, "payment_reconcile")
			if more, err := job.Work(context.Background()); more || err != nil || job.Every > time.Minute {
				t.Fatalf("more %v, every %s, %v", more, job.Every, err)
			}
		}
		run()
		if len(service.Readings()) != 0 {
			t.Fatal("a reading without a chain")
		}
		v.fail = nil
		run()
		first := service.Readings()
		if len(first) != 2 || first[0].Difference().Sign() != 0 {
			t.Fatalf("readings %+v", first)
		}
		w.Clock.Advance(4 * time.Minute)
		run()
		if again := service.Readings(); !again[0].At.Equal(first[0].At) {
			t.Error("compared twice within five minutes")
		}
		w.Clock.Advance(time.Minute)
		run()
		if again := service.Readings(); again[0].At.Equal(first[0].At) {
			t.Error("not compared after five minutes")
		}
	})
}
