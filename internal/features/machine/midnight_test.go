package machine

import (
	"errors"
	"slices"
	"testing"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/features/machine/earning"
	"etld/internal/features/machine/offer"
	"etld/internal/features/machine/payrun"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// shortTerms is a catalogue whose small machine matures after three days.
func shortTerms() []offer.Listing {
	offers := offer.Catalogue()
	offers[0].Product.TermDays = 3
	return offers
}

// toMidnight moves the clock to some time around the next platform midnight,
// with the jobs running up to a second before it.
func (w *world) toMidnight(after time.Duration) {
	w.T.Helper()
	end := clock.DayOf(w.Clock.Now()).End()
	w.Clock.Set(end.Add(-time.Second))
	w.drain()
	w.Clock.Set(end.Add(after))
}

// nightlyLives buys machines that start and mature seconds after midnights,
// and lets act do something in the first minute of each day.
func (w *world) nightlyLives(act func(buyer string)) {
	w.T.Helper()
	buyer := w.User(1, "5000 USDT")
	w.toMidnight(20 * time.Second)
	w.running(buyer, "small")
	w.buy(w.orderOf(buyer, "small", 2))
	for range 6 {
		w.toMidnight(30 * time.Second)
		act(buyer)
		w.Clock.Advance(2 * time.Minute)
		w.drain()
	}
	w.check()
}

// In the minute before a day is closed a user acts like at any other time,
// though a cooling-off, a maturity and interest have fallen due since
// midnight; and what is posted is what a night without actions posts.
func TestUsersActBeforeTheDayIsClosed(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		active := newWorld(t, db, c, shortTerms()...)
		quietClock := dbtest.NewClock()
		quiet := newWorld(t, dbtest.Open(t, dbtest.Address(t, db.Engine()), quietClock), quietClock, shortTerms()...)
		acted := 0
		active.nightlyLives(func(buyer string) {
			if err := active.Try(func(tx sqldb.Command) error { return active.machines.CatchUp(tx, buyer) }); err != nil {
				t.Errorf("half a minute after midnight: %v", err)
			}
			acted++
		})
		quiet.nightlyLives(func(string) {})
		want, got := quiet.journal(), active.journal()
		if !slices.Equal(want, got) || acted != 6 {
			t.Errorf("%d postings without actions, %d with %d of them", len(want), len(got), acted)
		}
		for _, kind := range []string{"machine_started", "machine_completed"} {
			if n := active.notices(kind); n != 3 {
				t.Errorf("%d notices %s", n, kind)
			}
		}
	})
}

// Even with the jobs behind by minutes people buy, start and cancel, and the
// day is closed afterwards as if they had not.
func TestActionsRunAheadOfALateClosing(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		buyer := w.User(1, "5000 USDT")
		w.toMidnight(20 * time.Second)
		w.running(buyer, "small")
		cooling := w.buy(w.orderOf(buyer, "small", 1)).Machines[0]
		w.toMidnight(20 * time.Minute)
		later := w.buy(w.orderOf(buyer, "small", 2)).Machines
		w.startNow(buyer, later[0].ID)
		if m := w.machine(cooling.ID); m.State != Running || !m.StartAt.Equal(cooling.CoolingEndAt) {
			t.Errorf("the cooling-off that ended after midnight: %+v", m)
		}
		w.drain()
		var closed earning.Day
		w.View(func(tx *sqldb.Tx) (err error) {
			closed, err = w.machines.PayRun.Days(tx)(clock.DayOf(c.Now()) - 1)
			return err
		})
		// The machine bought at twenty seconds past ran the rest of that day.
		if closed.Weight != earning.SecondsOfDay-20 {
			t.Errorf("the day's weight is %d", closed.Weight)
		}
		w.expect("output", w.Balance(ledger.AvailableOf(buyer, money.ETLD)), earning.OutputOf(closed.Rate, 1, earning.SecondsOfDay-20))
		w.check()
	})
}

// A machine that the unclosed day may dig out holds its owner back until it is
// known, as what falls due later must find it in the right state.
func TestTheCapIsNotOvertaken(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		offers := shortTerms()
		offers[0].Product.ETLDCap = amount("1.5")
		w := newWorld(t, db, c, offers...)
		buyer := w.User(1, "5000 USDT")
		w.toMidnight(20 * time.Second)
		m := w.running(buyer, "small")
		w.buy(w.orderOf(buyer, "small", 1))
		catchUp := func() error {
			return w.Try(func(tx sqldb.Command) error { return w.machines.CatchUp(tx, buyer) })
		}
		w.toMidnight(30 * time.Second)
		if err := catchUp(); err != nil {
			t.Errorf("far from the cap: %v", err)
		}
		w.Clock.Advance(2 * time.Minute)
		w.drain()
		w.buy(w.orderOf(buyer, "small", 1))
		w.Clock.Set(clock.DayOf(c.Now()).End().Add(3 * time.Minute))
		if err := catchUp(); !errors.Is(err, payrun.ErrCatchingUp) {
			t.Errorf("before the day that reaches the cap is closed: %v", err)
		}
		w.drain()
		if err := catchUp(); err != nil {
			t.Errorf("after it: %v", err)
		}
		if got := w.machine(m.ID); got.State != DugOut {
			t.Errorf("the machine is %s", got.State)
		}
		w.check()
	})
}
