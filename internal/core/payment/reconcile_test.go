package payment_test

import (
	"context"
	"errors"
	"log/slog"
	"math/big"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/prometheus/client_golang/prometheus"

	"etld/internal/base/money"
	"etld/internal/core/payment/reconciliation"
	"etld/internal/infra/metrics"
	"etld/internal/infra/sqldb"
)

// vault is what our own addresses hold on chain, by token and owner.
type vault struct {
	mu   sync.Mutex
	held map[[2]common.Address]*big.Int
	// before runs once, ahead of the next reading.
	before func()
	fail   error
}

func (v *vault) TokenBalance(_ context.Context, id uint64, token, owner common.Address, _ uint64) (*big.Int, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.before != nil {
		run := v.before
		v.before = nil
		run()
	}
	if v.fail != nil || id != chainID {
		return nil, errors.Join(v.fail, errors.New("unreadable"))
	}
	if held := v.held[[2]common.Address{token, owner}]; held != nil {
		return held, nil
	}
	return new(big.Int), nil
}

// compare is what compares a vault with the books.
func (w *world) compare(v *vault, onTheWay func(tx *sqldb.Tx, network string, asset money.Asset) (money.Amount, error)) *reconciliation.Service {
	w.T.Helper()
	return reconciliation.New(reconciliation.Config{DB: w.DB, Ledger: w.Ledger, Log: quiet(), Payments: w.service, Balances: v, OnTheWay: onTheWay})
}

func (w *world) reconcile(v *vault) reconciliation.Reading {
	w.T.Helper()
	readings, err := w.compare(v, nil).Reconcile(context.Background())
	if err != nil {
		w.T.Fatal(err)
	}
	if len(readings) != 2 || readings[0].Asset != money.USDT || readings[1].Difference().Sign() != 0 {
		w.T.Fatalf("readings %+v", readings)
	}
	return readings[0]
}

func TestReconcile(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		w.mustOpen("ann", "order", money.Units(100))
		odd := new(big.Int).Add(units(money.Units(7)), big.NewInt(9))
		w.line.land(
			w.line.pay(ann, money.Units(40)), // held
			w.line.transfer(stranger, usdt, odd),
			w.line.transfer(bob, usdt, big.NewInt(5)),                                    // dust
			w.line.pay(ann, 400_000), w.line.pay(ann, 700_000), w.line.pay(ann, 300_000), // dust, and a sum
			w.line.pay(funder, money.Units(1000)),
			w.line.pay(hot, money.Units(3)), // ours before
		)
		v := &vault{held: map[[2]common.Address]*big.Int{
			{usdt, treasury}: new(big.Int).Add(units(money.Units(1050)+1_400_000), big.NewInt(14)),
			{usdt, hot}:      new(big.Int).Neg(units(money.Units(3))),
		}}
		// Before and after settling: receipts not yet credited are counted.
		for range 2 {
			if r := w.reconcile(v); r.Difference().Sign() != 0 || r.Block != w.line.progress().Finalized().Number {
				t.Errorf("reading %+v differs by %s", r, r.Difference())
			}
			w.work()
		}
		v.held[[2]common.Address{usdt, treasury}].Sub(v.held[[2]common.Address{usdt, treasury}], big.NewInt(1))
		r := w.reconcile(v)
		if violation, isDeficit := r.Violation(); !isDeficit || violation.Invariant != "I4" || r.Difference().String() != "-1" {
			t.Errorf("a unit less: %v %s", violation, r.Difference())
		}
		v.held[[2]common.Address{usdt, treasury}].Add(v.held[[2]common.Address{usdt, treasury}], big.NewInt(2))
		r = w.reconcile(v)
		if _, isDeficit := r.Violation(); isDeficit || r.Difference().String() != "1" {
			t.Errorf("a unit more: %s", r.Difference())
		}
	})
}

// A reading during which the books move speaks of no one moment; it is repeated.
func TestReconcileReadsAgainWhenTheBooksMove(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		v := &vault{held: map[[2]common.Address]*big.Int{}}
		v.before = func() {
			w.line.land(w.line.pay(ann, money.Units(1)))
			v.held[[2]common.Address{usdt, treasury}] = units(money.Units(1))
		}
		if r := w.reconcile(v); r.Difference().Sign() != 0 || r.Recorded.Cmp(units(money.Units(1))) != 0 {
			t.Errorf("reading %+v", r)
		}
		v.fail = errors.New("no provider")
		if _, err := w.compare(v, nil).Reconcile(context.Background()); !errors.Is(err, v.fail) {
			t.Errorf("an unreadable chain: %v", err)
		}
	})
}

// A node that takes long for each balance does not keep the books from being compared:
// all are asked for at once, or the final block would move meanwhile each time.
func TestReconcileAsksForAllBalancesAtOnce(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		w.line.land(w.line.pay(ann, money.Units(1)))
		w.work()
		v := &vault{held: map[[2]common.Address]*big.Int{{usdt, treasury}: units(money.Units(1))}}
		slow := &together{vault: v, missing: 4, all: make(chan struct{})}
		s := reconciliation.New(reconciliation.Config{DB: w.DB, Ledger: w.Ledger, Log: quiet(), Payments: w.service, Balances: slow})
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		readings, err := s.Reconcile(ctx)
		if err != nil || len(readings) != 2 || readings[0].Difference().Sign() != 0 || len(readings[1].Held) != 2 || readings[1].Held[0].Address != treasury {
			t.Errorf("readings %+v, %v", readings, err)
		}
	})
}

// together is a vault that answers nobody before so many have asked.
type together struct {
	*vault
	missing int
	all     chan struct{}
}

func (s *together) TokenBalance(ctx context.Context, id uint64, token, owner common.Address, block uint64) (*big.Int, error) {
	s.mu.Lock()
	if s.missing--; s.missing == 0 {
		close(s.all)
	}
	s.mu.Unlock()
	select {
	case <-s.all:
		return s.vault.TokenBalance(ctx, id, token, owner, block)
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// A chain that does not answer leaves the readings before, which alarm no more when they
// are old; how old they are is told.
func TestAnOldReadingAlarmsNoMore(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		w.line.land(w.line.pay(ann, money.Units(1)))
		w.work()
		v := &vault{held: map[[2]common.Address]*big.Int{}}
		s := w.compare(v, nil)
		run := func() {
			t.Helper()
			if more, err := s.Jobs()[0].Work(t.Context()); more || err != nil {
				t.Fatal(more, err)
			}
		}
		run()
		expect := func(difference, age float64, isThere bool) {
			t.Helper()
			figures := usdtFigures(t, metrics.Read(s.DB, slog.New(slog.DiscardHandler), "reconciliation", s.Figures))
			got, isTold := figures["etld_chain_difference"]
			if isTold != isThere || got != difference || figures["etld_chain_reading_age_seconds"] != age {
				t.Errorf("told is %v, want %v of %v and an age of %v", figures, isThere, difference, age)
			}
		}
		missing, _ := new(big.Float).SetInt(new(big.Int).Neg(units(money.Units(1)))).Float64()
		expect(missing, 0, true)
		v.fail = errors.New("no provider")
		w.Clock.Advance(15 * time.Minute)
		run()
		expect(missing, 900, true)
		w.Clock.Advance(time.Minute)
		run()
		expect(0, 960, false)
		v.fail = nil
		run()
		expect(missing, 0, true)
	})
}

// usdtFigures are the collector's figures of USDT, by their names.
func usdtFigures(t *testing.T, c prometheus.Collector) map[string]float64 {
	t.Helper()
	figures := make(map[string]float64)
	for name, byLabel := range figuresOf(t, c) {
		if figure, found := byLabel[string(money.USDT)]; found {
			figures[name] = figure
		}
	}
	return figures
}

// figuresOf are the collector's figures, by their names and each value of a label.
func figuresOf(t *testing.T, c prometheus.Collector) map[string]map[string]float64 {
	t.Helper()
	registry := prometheus.NewPedanticRegistry()
	registry.MustRegister(c)
	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	figures := make(map[string]map[string]float64)
	for _, family := range families {
		byLabel := make(map[string]float64)
		for _, m := range family.Metric {
			for _, label := range m.Label {
				byLabel[label.GetValue()] = m.Gauge.GetValue()
			}
		}
		figures[family.GetName()] = byLabel
	}
	return figures
}
