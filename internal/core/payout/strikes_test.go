package payout_test

import (
	"fmt"
	"math/big"
	"strconv"
	"testing"
	"time"

	"etld/internal/base/money"
	"etld/internal/core/payout"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// Statements that waited until the signer takes them no more stop nobody else's payouts. A
// signer that finds fresh ones old has a wrong clock: that is everybody's.
func TestOldStatementsStopNobodyElse(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name    string
		waits   time.Duration
		signer  func(w *world) payout.Signer
		breaker payout.Breaker
	}{
		{"they waited for more than 30 days", 30*24*time.Hour + time.Second, func(w *world) payout.Signer { return w.signer }, ""},
		{"the signer's clock is ahead", time.Hour, func(*world) payout.Signer { return refusing{signer.ErrStatementAge} }, payout.BreakerStrikes},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			dbtest.In(t, newWorld, func(t *testing.T, w *world) {
				w.wallet.Signer = test.signer(w)
				w.rebuild()
				for n := range 3 {
					w.enqueue(w.order(fmt.Sprintf("w%d", n), money.USDT, "49"))
				}
				w.Clock.Advance(test.waits)
				good := w.pay("w9", "5")
				for range 6 {
					w.work()
				}
				for n := range 3 {
					w.want(fmt.Sprintf("w%d", n), payout.NeedsAttention, signer.ErrStatementAge.Code)
				}
				w.settle()
				if got := w.overview().Breaker; got != test.breaker {
					t.Errorf("breaker %q", got)
				}
				if test.breaker == "" {
					w.wantPaid(good)
				}
			})
		})
	}
}

// Neither a user nor a reviewer can have everybody's payouts stopped by what the signer
// counts otherwise than the server does.
func TestRefusalsOfOnesOwnDayStopNobodyElse(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name    string
		refusal *signer.Refusal
		limit   func(c *signer.Currency)
		order   func(w *world, id string) payout.Order
	}{
		{"a wallet withdraws more in 24 hours than is automatic", signer.ErrAutomaticUserCap, func(c *signer.Currency) { c.AutomaticMax = money.Units(20) },
			func(w *world, id string) payout.Order { return w.order(id, money.USDT, "49") }},
		{"a wallet withdraws so much in 24 hours that two must approve", signer.ErrApprovalsMissing, func(*signer.Currency) {},
			func(w *world, id string) payout.Order {
				return w.approve(w.order(id, money.USDT, "2000"), operators[0])
			}},
		{"a reviewer approves more on a day than one may", signer.ErrApprovalsMissing, func(c *signer.Currency) { c.OneDayMax = money.Units(100) },
			func(w *world, id string) payout.Order {
				return w.approve(w.order(id, money.USDT, "500"), operators[0])
			}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			dbtest.In(t, newWorld, func(t *testing.T, w *world) {
				strict := policy(outcomeOnly{w.node})
				test.limit(&strict.Networks[0].Currencies[0])
				w.wallet.Signer = w.signerOf(strict)
				w.rebuild()
				w.node.fund(usdt, w.wallet.Address, new(big.Int).Neg(wei(100_000)))
				var refused []payout.Order
				for n := range 4 {
					refused = append(refused, test.order(w, fmt.Sprintf("w%d", n)))
					w.enqueue(refused[n])
				}
				good := w.pay("w9", "5")
				w.node.fund(usdt, w.wallet.Address, wei(100_000))
				for range 6 {
					w.work()
				}
				w.settle()
				for _, o := range refused {
					w.want(o.WithdrawalID, payout.NeedsAttention, test.refusal.Code)
					w.wantUnpaid(o)
				}
				w.wantPaid(good)
				if got := w.overview().Breaker; got != "" {
					t.Errorf("breaker %q", got)
				}
			})
		})
	}
}

// What the program finds takes the place of a stop by people, so that an end to which they
// had agreed before is none of it. Payouts that the books do not know, which are found once,
// take the place of any; nothing else takes that of an open breaker. The detail keeps what
// stood before.
func TestTheProgramTakesOverAStopByPeople(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		const byPeople, byNonce, byForgotten = "1", "2; before: stopped_by_operator: 1", "5; before: nonce_used_elsewhere: 2; before: stopped_by_operator: 1"
		for n, step := range []struct {
			trips, want payout.Breaker
			detail      string
		}{
			{payout.BreakerOperator, payout.BreakerOperator, byPeople},
			{payout.BreakerNonce, payout.BreakerNonce, byNonce},
			{payout.BreakerOperator, payout.BreakerNonce, byNonce},
			{payout.BreakerStrikes, payout.BreakerNonce, byNonce},
			{payout.BreakerForgot, payout.BreakerForgot, byForgotten},
			{payout.BreakerNonce, payout.BreakerForgot, byForgotten},
		} {
			before := w.overview()
			w.Clock.Advance(time.Second)
			w.Update(func(tx *sqldb.Tx) error { return w.service.Stop(tx, network, step.trips, strconv.Itoa(n+1)) })
			now := w.overview()
			if now.Breaker != step.want || now.Detail != step.detail || (now.BrokenAt == before.BrokenAt) != (before.Breaker == step.want) {
				t.Errorf("after %s: %+v", step.trips, now.WalletState)
			}
		}
	})
}
