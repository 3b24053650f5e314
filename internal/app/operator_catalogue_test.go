package app

import (
	"errors"
	"log/slog"
	"net/http"
	"slices"
	"testing"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/core/checkout"
	"etld/internal/core/ledger"
	"etld/internal/core/operator"
	"etld/internal/features/machine"
	"etld/internal/features/machine/catalogue"
	"etld/internal/features/machine/offer"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
)

// The catalogue of machines is changed by two. A dearer machine is announced for a day,
// then refused to whoever saw the earlier terms; what somebody has stays what it is.
func TestOperatorsChangeMachines(t *testing.T) {
	t.Parallel()
	onBothEngines(t, func(t *testing.T, p *Program) {
		owner, minerNo := p.runningMachine(t)
		p.world(t).Deposit(owner, "1000 USDT")
		maker, checker, support := p.staff(t, operator.Catalogue), p.staff(t, operator.FinanceChecker), p.staff(t, operator.Support)
		row := func() catalogue.Row {
			return dataOf[httpapi.List[catalogue.Row]](t, support.call("machines/catalogue", map[string]any{})).List[0]
		}
		change := func(pairs map[string]any) map[string]any {
			pairs["productId"] = "machineSmall"
			return map[string]any{"payload": pairs, "reason": "dearer halls"}
		}
		stock := row().Stock
		for name, one := range map[string]struct {
			by   *person
			body map[string]any
			code int
		}{
			"support":     {support, change(map[string]any{"addStock": 1}), operator.ErrForbidden.Code},
			"the checker": {checker, change(map[string]any{"addStock": 1}), operator.ErrForbidden.Code},
			"a float":     {maker, change(map[string]any{"price": 110.5}), 1002},
			"too many":    {maker, change(map[string]any{"addStock": -2000}), checkout.ErrStockBelow.Code},
		} {
			if r := one.by.call("machines/change", one.body); r.Code != one.code {
				t.Errorf("%s: %+v, want %d", name, r, one.code)
			}
		}
		old := p.termsOfSmall(t)
		proposed := maker.call("machines/change", change(map[string]any{"price": "110", "dailyRate": "0.0001", "addStock": 500}))
		if r := maker.approve(proposed); r.Code == http.StatusOK || row().Stock != stock {
			t.Error("one person changed what is sold")
		}
		if r := checker.approve(proposed); r.Code != http.StatusOK || row().Stock != stock+500 || row().NextTerms == nil {
			t.Fatalf("approve: %+v, %+v", r, row())
		}
		buy := func(version string) error {
			return p.db.Update(t.Context(), func(tx *sqldb.Tx) error {
				_, err := p.machine.Purchase(tx, checkout.Order{UserID: owner, ProductID: "machineSmall", Quantity: 1, PayType: checkout.PayBalance, TermsVersion: version, StartNow: true})
				return err
			})
		}
		if err := buy(old.Version()); err != nil {
			t.Errorf("in the day before: %v", err)
		}
		p.passDays(t, 1)
		if err := buy(old.Version()); !errors.Is(err, machine.ErrTermsChanged) {
			t.Errorf("with the earlier terms: %v", err)
		}
		now := p.termsOfSmall(t)
		if err := buy(now.Version()); err != nil || now.Price != money.MustParse("110") || now.InterestTotal != money.MustParse("0.99") {
			t.Errorf("with the terms of now: %v, %+v", err, now)
		}
		// 100 of each of the first two, 110 of the third.
		p.holds(t, ledger.Of(owner, ledger.Principal, money.USDT), "310")
		p.expectState(t, minerNo, machine.Running)
		if r := p.staff(t, operator.Catalogue).call("machines/hide", map[string]any{"productId": "machineSmall"}); r.Code != http.StatusOK {
			t.Errorf("hide: %+v", r)
		}
		if err := buy(now.Version()); !errors.Is(err, fault.NotFound) {
			t.Errorf("a hidden machine: %v", err)
		}
		// The first two end after the ninety days that they were sold for.
		p.passDays(t, 89)
		p.holds(t, ledger.Of(owner, ledger.Principal, money.USDT), "110")
		if found, err := p.Violations(t.Context()); err != nil || len(found) > 0 {
			t.Errorf("the books: %v, %v", found, err)
		}
	})
}

func (p *Program) termsOfSmall(t *testing.T) (terms offer.Terms) {
	t.Helper()
	err := p.db.View(t.Context(), func(tx *sqldb.Tx) (err error) {
		terms, err = p.machine.CurrentTerms(tx, "machineSmall")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return terms
}

// passDays moves the clock day by day, and lets machines do what is due.
func (p *Program) passDays(t *testing.T, days int) {
	t.Helper()
	for range days {
		p.settings.Clock.(*clock.System).Advance(24 * time.Hour)
		if err := jobs.NewRunner(slog.New(slog.DiscardHandler), nil, slices.Concat(p.machine.Jobs(), p.team.Jobs(), ledger.Jobs(p.db))...).Drain(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}
