package payment_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/core/payment"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

func TestOpenMakesTheOneOpenIntentOfAUser(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		i := w.mustOpen("ann", "order1", money.Units(1038))
		want := payment.Intent{No: i.No, UserID: "ann", Purpose: buying, Ref: "order1", PayAddress: treasury.Hex(), Network: "BEP-20", Token: usdt.Hex(),
			Asset: money.USDT, Amount: money.Units(1038), State: payment.StateOpen, CreatedAt: c.Now(), ExpireAt: c.Now().Add(30 * time.Minute)}
		if i != want || w.intent(i.No) != want {
			t.Errorf("opened %+v, stored %+v, want %+v", i, w.intent(i.No), want)
		}
		_, err := w.open("ann", "order2", money.Units(1))
		refusal, _ := fault.As(err)
		if !is(err, payment.ErrAlreadyOpen) || refusal.Code != 1506 || refusal.Params["intentNo"] != i.No {
			t.Errorf("a second open intent: %v", err)
		}
		if _, err := w.open("bob", "order3", money.Units(1)); err != nil {
			t.Errorf("another user's intent: %v", err)
		}
	})
}

func TestOpenRefusesWhatCannotBePaid(t *testing.T) {
	t.Parallel()
	db, c := dbtest.SQLite(t)
	w := newWorld(t, db, c)
	for name, o := range map[string]payment.IntentRequest{
		"zero":               {UserID: "ann", Purpose: buying, Asset: money.USDT},
		"above the largest":  {UserID: "ann", Purpose: buying, Asset: money.USDT, Amount: money.Max + 1},
		"an unknown purpose": {UserID: "ann", Purpose: "gift", Asset: money.USDT, Amount: 1},
		"an unknown token":   {UserID: "ann", Purpose: buying, Asset: money.ETH, Amount: 1},
		"nobody":             {Purpose: buying, Asset: money.USDT, Amount: 1},
	} {
		err := db.Command(context.Background(), func(tx sqldb.Command) error {
			_, err := w.service.Intents.Open(tx, o)
			return err
		})
		if _, isRefusal := fault.As(err); err == nil || isRefusal {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestCancelEndsAnIntentOnce(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		i := w.mustOpen("ann", "order1", money.Units(5))
		if err := w.cancel("0123456789"); !is(err, fault.NotFound) {
			t.Errorf("an unknown intent: %v", err)
		}
		if err := w.cancel(i.No); err != nil {
			t.Fatal(err)
		}
		if err := w.cancel(i.No); !is(err, payment.ErrNotOpen) {
			t.Errorf("a second cancel: %v", err)
		}
		got := w.intent(i.No)
		if got.State != payment.StateCancelled || !got.ClosedAt.Equal(c.Now()) {
			t.Errorf("cancelled intent %+v", got)
		}
		if events := w.shop.take(); len(events) != 1 || events[0] != "cancelled order1 0" {
			t.Errorf("the purpose heard %q", events)
		}
		w.mustOpen("ann", "order2", money.Units(5))
	})
}

// One transaction may cancel an intent and open the next.
func TestOpenAfterCancelInOneCommand(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		first := w.mustOpen("ann", "order1", money.Units(5))
		var second payment.Intent
		if err := db.Command(context.Background(), func(tx sqldb.Command) error {
			err := w.service.Intents.Cancel(tx, first.No)
			if err == nil {
				second, err = w.service.Intents.Open(tx, payment.IntentRequest{UserID: "ann", Purpose: buying, Ref: "order2", Asset: money.USDT, Amount: 1})
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
		if w.intent(first.No).State != payment.StateCancelled || w.intent(second.No).State != payment.StateOpen {
			t.Error("the first is not cancelled or the second not open")
		}
		if _, err := w.open("ann", "order3", 1); !is(err, payment.ErrAlreadyOpen) {
			t.Errorf("a third: %v", err)
		}
	})
}

// A purchase that is refused after its intent was opened leaves no intent.
func TestOpenIsUndoneWithItsCommand(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		soldOut := fault.New(1501, "sold_out")
		err := db.Command(context.Background(), func(tx sqldb.Command) error {
			if _, err := w.service.Intents.Open(tx, payment.IntentRequest{UserID: "ann", Purpose: buying, Asset: money.USDT, Amount: 1}); err != nil {
				return err
			}
			return soldOut
		})
		if !is(err, soldOut) {
			t.Fatal(err)
		}
		w.mustOpen("ann", "order1", 1)
	})
}

func TestOpenAtOnceOpensOne(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		var mu sync.Mutex
		opened := 0
		var wg sync.WaitGroup
		for range 20 {
			wg.Go(func() {
				_, err := w.open("ann", "order", money.Units(1))
				mu.Lock()
				defer mu.Unlock()
				if err == nil {
					opened++
				} else if !is(err, payment.ErrAlreadyOpen) {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if opened != 1 {
			t.Errorf("%d intents were opened", opened)
		}
	})
}

// An intent whose purpose cannot end it holds up no other, and is parked with its cause.
func TestExpiryGoesOnAroundAFailure(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		w.line.land()
		first, second := w.mustOpen("ann", "broken", money.Units(5)), w.mustOpen("bob", "order", money.Units(5))
		w.shop.refuseRef = "broken"
		w.shop.refuseWith(errors.New("out of order"))
		c.Advance(31 * time.Minute)
		w.line.land()
		expire := jobOf(t, w.service, "payment_expire").Work
		if _, err := expire(context.Background()); err != nil {
			t.Error(err)
		}
		if one := w.wantParked(1, 1)[0]; one.Subject != first.No || one.Cause != "out of order" {
			t.Errorf("parked is %+v", one)
		}
		if a, b := w.intent(first.No).State, w.intent(second.No).State; a != payment.StateOpen || b != payment.StateExpired {
			t.Errorf("the broken one is %s, the other %s", a, b)
		}
		w.shop.refuseWith(nil)
		c.Advance(time.Minute)
		if _, err := expire(context.Background()); err != nil {
			t.Error(err)
		}
		if state := w.intent(first.No).State; state != payment.StateExpired {
			t.Errorf("mended, it is %s", state)
		}
		w.wantParked(0, 0)
	})
}

// Neither does one whose user cannot be found.
func TestExpiryGoesOnAroundAnUnknownUser(t *testing.T) {
	onEach(t, func(t *testing.T, w *world) {
		first, second := w.mustOpen("ann", "lost", money.Units(5)), w.mustOpen("bob", "order", money.Units(5))
		delete(w.users.byAddress, ann.Hex())
		w.Clock.Set(second.ExpireAt.Add(time.Minute))
		w.line.land()
		w.work()
		if one := w.wantParked(1, 1)[0]; one.Subject != first.No || one.Cause != "no user ann" {
			t.Errorf("parked is %+v", one)
		}
		if a, b := w.intent(first.No).State, w.intent(second.No).State; a != payment.StateOpen || b != payment.StateExpired {
			t.Errorf("that one is %s, the other %s", a, b)
		}
	})
}
