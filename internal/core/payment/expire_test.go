package payment_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/payment"
	"etld/internal/infra/chain"
	"etld/internal/infra/sqldb"
)

// configured is the service after a restart with another configuration.
func (w *world) configured(change func(c *payment.Config)) *payment.Service {
	w.T.Helper()
	c := config(w.DB, w.Ledger, w.users, w.notices)
	c.Networks[0].Blocks, c.Stopped = blocks{w}, w.stopped
	change(&c)
	service, err := payment.New(c)
	if err != nil {
		w.T.Fatal(err)
	}
	service.Intents.Handle(buying, w.shop)
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
		w.Clock.Set(part.ExpireAt.Add(50 * time.Minute))
		w.work()
		if got := w.intent(part.No); got.State != payment.StateOpen {
			t.Errorf("at once: %+v", got)
		}
		w.Clock.Advance(11 * time.Minute)
		w.work()
		w.work()
		for _, no := range []string{unpaid.No, part.No} {
			if got := w.intent(no); got.State != payment.StateExpired || !got.ClosedAt.Equal(w.Clock.Now()) {
				t.Errorf("intent %+v", got)
			}
		}
		w.wantBalances(map[ledger.Account]money.Amount{ledger.AvailableOf("ann", money.USDT): 0, ledger.AvailableOf("bob", money.USDT): money.Units(40), onChain: money.Units(40)})
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
		w.wantBalances(map[ledger.Account]money.Amount{ledger.AvailableOf("bob", money.USDT): money.Units(40), onChain: money.Units(40)})
		wantList(t, "purpose", w.shop.take(), "cancelled unpaid 0", "cancelled part 40")
		wantList(t, "notices", w.notices.take(), "bob payment_mismatch_cancelled 40")
		if err := w.cancel(part.No); !errors.Is(err, payment.ErrNotOpen) {
			t.Errorf("twice: %v", err)
		}
		// What waits to be settled is the user's once the network is back.
		w.service = w.configured(func(*payment.Config) {})
		w.Clock.Advance(2 * time.Minute)
		w.work()
		w.wantBalances(map[ledger.Account]money.Amount{ledger.AvailableOf("bob", money.USDT): money.Units(90), onChain: money.Units(90)})
		wantList(t, "later notices", w.notices.take(), "bob payment_mismatch_cancelled 50")
	})
}

// away is a chain that does not answer.
type away struct{}

func (away) AgreedBlock(context.Context, uint64) (chain.Block, error) {
	return chain.Block{}, errors.New("connection refused")
}

func TestExpiryThatWaitsForAChainIsToldOnceAndThenSeldom(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		var log strings.Builder
		isAway := true
		w.service = w.configured(func(c *payment.Config) {
			c.Log = slog.New(slog.NewTextHandler(&log, nil))
			c.Networks[0].Blocks = sometimes{&isAway, w}
		})
		i := w.mustOpen("ann", "order", money.Units(100))
		w.Clock.Set(i.ExpireAt.Add(time.Minute))
		told := func(hours int) int {
			before := strings.Count(log.String(), "intents cannot expire yet")
			for range hours * 12 {
				w.work()
				w.Clock.Advance(5 * time.Minute)
			}
			return strings.Count(log.String(), "intents cannot expire yet") - before
		}
		if lines := told(1); lines != 1 {
			t.Errorf("%d lines in the first hour: %s", lines, log.String())
		}
		// After one hour, three, seven and fifteen.
		if lines := told(23); lines != 4 {
			t.Errorf("%d lines in the rest of the day: %s", lines, log.String())
		}
		if !strings.Contains(log.String(), "for=15h") {
			t.Errorf("not told for how long: %s", log.String())
		}
		isAway = false
		w.line.land()
		w.work()
		if got := w.intent(i.No); got.State != payment.StateExpired {
			t.Errorf("intent %+v", got)
		}
		if !strings.Contains(log.String(), "intents can expire again") {
			t.Errorf("its end is not told: %s", log.String())
		}
		// The next time is told of at once.
		isAway = true
		next := w.mustOpen("ann", "next", money.Units(100))
		w.Clock.Set(next.ExpireAt.Add(time.Minute))
		if lines := told(1); lines != 1 {
			t.Errorf("%d lines the next time", lines)
		}
	})
}

// sometimes is a chain that is away while a test says so.
type sometimes struct {
	isAway *bool
	w      *world
}

func (s sometimes) AgreedBlock(ctx context.Context, number uint64) (chain.Block, error) {
	if *s.isAway {
		return away{}.AgreedBlock(ctx, number)
	}
	return s.w.line.AgreedBlock(ctx, number)
}

// However many cannot be closed, those behind them are; they are parked, and closed once
// their cause is gone.
func TestIntentsThatFailHoldUpNoOther(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		for n := range expireChunk {
			user := fmt.Sprintf("user%03d", n)
			w.users.byAddress[address(user).Hex()] = user
			w.mustOpen(user, user, money.Units(100))
		}
		w.Clock.Advance(time.Second)
		behind := w.mustOpen("ann", "order", money.Units(100))
		known := w.users.byAddress
		w.users.byAddress = map[string]string{ann.Hex(): "ann"}
		w.Clock.Set(behind.ExpireAt.Add(time.Minute))
		w.line.land()
		expire := jobOf(t, w.service, "payment_expire").Work
		for range 2 {
			if _, err := expire(context.Background()); err != nil {
				t.Error(err)
			}
		}
		wantList(t, "purpose", w.shop.take(), "expired order 0")
		parked := w.wantParked(expireChunk, 1)
		if one := parked[0]; one.Job != "payment_expire" || !strings.HasPrefix(one.Cause, "no user user") {
			t.Errorf("parked is %+v", one)
		}
		w.users.byAddress = known
		w.work()
		w.wantParked(expireChunk, 1)
		w.Clock.Advance(time.Minute)
		w.work()
		w.wantParked(0, 0)
		if got := w.shop.take(); len(got) != expireChunk {
			t.Errorf("%d intents end when they can", len(got))
		}
	})
}

// A parked intent waits like any other: on a halted chain, and where its network was
// just taken out of the configuration.
func TestAParkedIntentWaitsLikeAnyOther(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		i := w.mustOpen("ann", "order", money.Units(100))
		delete(w.users.byAddress, ann.Hex())
		w.Clock.Set(i.ExpireAt.Add(time.Minute))
		w.line.land()
		w.work()
		w.wantParked(1, 1)
		w.users.byAddress[ann.Hex()] = "ann"
		halt := func(why string) {
			w.Update(func(tx *sqldb.Tx) error {
				_, err := tx.Exec(`UPDATE payment_chain SET halt = $1`, why)
				return err
			})
		}
		halt("looked into")
		w.Clock.Advance(time.Minute)
		w.work()
		if got := w.intent(i.No); got.State != payment.StateOpen {
			t.Errorf("on a halted chain: %+v", got)
		}
		halt("")
		delete(w.users.byAddress, ann.Hex())
		w.work()
		w.wantParked(1, 1)
		w.users.byAddress[ann.Hex()] = "ann"
		w.service = w.configured(withoutNetwork)
		w.Clock.Advance(time.Minute)
		w.work()
		if got := w.intent(i.No); got.State != payment.StateOpen {
			t.Errorf("its network was just taken out: %+v", got)
		}
		w.Clock.Set(i.ExpireAt.Add(61 * time.Minute))
		w.work()
		if got := w.intent(i.No); got.State != payment.StateExpired {
			t.Errorf("its network is gone for long: %+v", got)
		}
		w.wantParked(0, 0)
	})
}
