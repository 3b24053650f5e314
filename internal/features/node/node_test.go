package node

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/core/checkout"
	"etld/internal/core/payment"
	"etld/internal/core/user"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

func TestANodeIsBoughtAndActive(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c, "2026-06-10 09:00:00")
		buyer := w.User(1, "30000 USDT")
		b := w.buy(w.order(buyer, King, 2))
		w.has(buyer, "10000")
		w.Expect("the books", cooling(buyer), "20000")
		w.check()
		w.moveTo("2026-06-11 08:59:59.999999")
		w.work()
		w.Expect("the books", revenue, "0")
		w.moveTo("2026-06-11 09:00:00")
		// Exactly 24 hours on, the start wins, even before the job came to it.
		if err := w.cancel(buyer, b.Nodes[0].ID); !errors.Is(err, ErrCoolingOver) {
			t.Errorf("cancelled at the end of the cooling-off: %v", err)
		}
		w.moveTo("2026-06-12 15:00:00")
		w.work()
		w.Expect("the books", revenue, "20000")
		w.Expect("the books", cooling(buyer), "0")
		if n := w.nodeOf(buyer, b.Nodes[1].ID); n.State != Active || !n.ActiveAt.Equal(at(t, "2026-06-11 09:00:00")) {
			t.Errorf("after a day: %s since %s", n.State, n.ActiveAt)
		}
		w.View(func(tx *sqldb.Tx) error {
			p, err := user.Find(tx, buyer)
			if p.GiftLevel != 3 {
				t.Errorf("gift level %d, want 3", p.GiftLevel)
			}
			return err
		})
		w.check()
	})
}

func TestANodeIsCancelledWithAFullRefund(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c, "2026-06-10 09:00:00")
		buyer, other := w.User(1, "1500 USDT"), w.User(2)
		b := w.buy(w.order(buyer, Diamond, 3))
		if err := w.cancel(other, b.Nodes[0].ID); !errors.Is(err, fault.NotFound) {
			t.Errorf("somebody else's node: %v", err)
		}
		if err := w.cancel(buyer, b.Nodes[0].ID); err != nil {
			t.Fatal(err)
		}
		w.has(buyer, "500")
		if err := w.cancel(buyer, b.Nodes[0].ID); !errors.Is(err, ErrNotPossible) {
			t.Errorf("cancelled twice: %v", err)
		}
		w.check()
		w.moveTo("2026-06-12 00:00:00")
		w.work()
		w.Expect("the books", revenue, "1000")
		w.View(func(tx *sqldb.Tx) error {
			left, err := w.node.checkout.StockOf(tx, "nodeDiamond")
			if left.Rest != 1998 {
				t.Errorf("%d are left, want 1998", left.Rest)
			}
			return err
		})
		w.check()
	})
}

func TestANodePaidOnChain(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c, "2026-06-10 09:00:00")
		paid, late, left := w.User(1), w.User(2), w.User(3)
		orders := make(map[string]Bought)
		for _, buyer := range []string{paid, late, left} {
			o := w.order(buyer, Star, 1)
			o.PayType = checkout.PayChain
			orders[buyer] = w.buy(o)
			w.check()
		}
		intent := func(buyer string) payment.Intent { return w.payments.Intents[orders[buyer].Intent.No] }
		w.pay(paid, orders[paid], "2000")
		w.Update(func(tx *sqldb.Tx) error { return w.payments.Lapse(tx, intent(late), payment.Expired) })
		if err := w.cancel(left, orders[left].Nodes[0].ID); err != nil {
			t.Fatal(err)
		}
		for buyer, want := range map[string]State{paid: Cooling, late: Expired, left: Cancelled} {
			if n := w.nodeOf(buyer, orders[buyer].Nodes[0].ID); n.State != want {
				t.Errorf("%s: %s, want %s", buyer, n.State, want)
			}
		}
		w.Expect("the books", cooling(paid), "2000")
		w.check()
	})
}

func TestPurchasesOfNodesAreRefused(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c, "2026-06-10 09:00:00")
		poor, rich := w.User(1, "9999.99999999 USDT"), w.User(2, "2000000 USDT")
		robot := w.Robot(9)
		unknown, old, many := w.order(rich, King, 1), w.order(rich, King, 1), w.order(rich, King, 10)
		unknown.ProductID, old.TermsVersion = "nodeQueen", "old"
		for _, one := range []struct {
			order checkout.Order
			want  error
		}{
			{unknown, fault.NotFound}, {w.order(robot, King, 1), ErrPlatformOwned}, {old, ErrTermsChanged}, {w.order(poor, King, 1), checkout.ErrInsufficient},
		} {
			if _, err := w.try(one.order); !errors.Is(err, one.want) {
				t.Errorf("%+v: %v, want %v", one.order, err, one.want)
			}
		}
		for range 10 {
			w.buy(many)
		}
		if _, err := w.try(w.order(rich, King, 1)); !errors.Is(err, ErrSoldOut) {
			t.Errorf("the 101st king: %v", err)
		}
		w.has(rich, "1000000")
		w.check()
	})
}

// The June of the product's rules, from the sale to the balances.
func TestAMonthIsPaid(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c, "2026-05-20 00:00:00")
		first, second, third, sniper := w.User(1, "10000 USDT"), w.User(2, "10000 USDT"), w.User(3, "10000 USDT"), w.User(4, "10000 USDT")
		w.active(first, King, 1)
		w.active(second, King, 1)
		w.moveTo("2026-06-01 12:00:00")
		w.work()
		// One atom more would be in June: 23:59:59.999999 of the last day of May.
		w.start("1200000", "300000", at(t, "2026-06-01 00:00:00"))
		w.moveTo("2026-06-20 09:00:00")
		w.active(third, King, 1)
		w.moveTo("2026-06-30 08:00:00")
		w.active(sniper, King, 1)
		w.moveTo("2026-07-01 11:59:59.999999")
		w.work()
		w.has(first, "0")
		w.moveTo("2026-07-01 12:00:00")
		// A machine's catching up is not over yet.
		w.machines.until = at(t, "2026-06-30 00:00:00")
		w.work()
		w.has(first, "0")
		w.machines.until = w.Clock.Now()
		w.work()
		w.has(first, "5142.85714285")
		w.has(second, "5142.85714285")
		w.has(third, "1714.28571428")
		w.has(sniper, "0")
		w.Expect("the books", King.pool(), "0.00000002")
		// Nobody has a diamond or star node: all goes to the income pool.
		w.Expect("the books", Diamond.pool(), "0")
		w.Expect("the books", interestFree, "12000")
		w.check()
		st := w.statement("2026-06", King)
		if st.NewPurchases != amount("1200000") || st.Repurchases != amount("300000") || st.Pool != amount("12000") || len(st.Rows) != 4 {
			t.Errorf("the statement: %+v", st)
		}
		if err := st.Verify(); err != nil {
			t.Error(err)
		}
		// Nothing is paid twice, and what was carried opens the next month.
		w.restart()
		w.work()
		w.has(first, "5142.85714285")
		w.moveTo("2026-08-01 12:00:00")
		w.work()
		if st := w.statement("2026-07", King); st.Opening != amount("0.00000002") || st.Shares != 0 {
			t.Errorf("July opens with %s and brought %s", st.Opening, st.Shares)
		}
		w.check()
	})
}

// Whoever cannot be served holds up nobody, loses nothing, and is served later.
func TestOneFailingOwnerIsParked(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c, "2026-05-20 00:00:00")
		unlucky, other := w.User(1, "10000 USDT"), w.User(2, "10000 USDT")
		late := w.buy(w.order(unlucky, King, 1)).Nodes[0].ID
		w.buy(w.order(other, King, 1))
		w.inbox.fullFor = unlucky
		w.moveTo("2026-05-21 00:00:00")
		w.work()
		w.Expect("the books", revenue, "10000")
		w.start("6000", "0", w.Clock.Now())
		w.moveTo("2026-06-01 12:00:00")
		w.work()
		// 11 days of weight each among at least 60: the node that is parked counts.
		w.has(other, "11")
		w.has(unlucky, "0")
		w.check()
		w.View(func(tx *sqldb.Tx) error {
			parked, err := jobs.Parked(tx, "")
			if len(parked) != 2 || parked[0].Subject != late || parked[1].Subject != unlucky || parked[1].Cause != errFull.Error() {
				t.Errorf("parked: %+v", parked)
			}
			return err
		})
		w.inbox.fullFor = ""
		w.moveTo("2026-06-01 13:00:00")
		w.work()
		w.has(unlucky, "11")
		w.Expect("the books", revenue, "20000")
		if n := w.nodeOf(unlucky, late); !n.ActiveAt.Equal(at(t, "2026-05-21 00:00:00")) {
			t.Errorf("active since %s", n.ActiveAt)
		}
		w.View(func(tx *sqldb.Tx) error {
			counts, err := jobs.CountParked(tx)
			if len(counts) != 0 {
				t.Errorf("still parked: %v", counts)
			}
			return err
		})
		w.check()
	})
}

// Machines that start at 23:59:59.999999 and 00:00:00 of the platform's zone are
// of different months, and one that is told of late belongs to the open month.
func TestTheCutOffIsMidnightOfThePlatform(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c, "2026-05-20 00:00:00")
		holder := w.User(1, "10000 USDT")
		w.active(holder, King, 1)
		w.moveTo("2026-07-01 03:00:00")
		w.start("1000", "0", at(t, "2026-06-30 23:59:59.999999"))
		w.start("2000", "0", at(t, "2026-07-01 00:00:00"))
		w.moveTo("2026-07-01 13:00:00")
		w.work()
		w.start("4000", "0", at(t, "2026-06-15 00:00:00"))
		w.check()
		w.moveTo("2026-08-01 12:00:00")
		w.work()
		for month, want := range map[string]string{"2026-05": "0", "2026-06": "10", "2026-07": "60"} {
			if st := w.statement(month, King); st.Shares != amount(want) {
				t.Errorf("%s brought %s, want %s", month, st.Shares, want)
			}
		}
		w.check()
	})
}

// A server that slept for three months pays what one that never slept paid, with
// the same times of effect.
func TestASleeperPaysTheSame(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		awake := newWorld(t, db, c, "2027-01-29 00:00:00")
		second := dbtest.NewClock()
		asleep := newWorld(t, dbtest.Open(t, dbtest.Address(t, db.Engine()), second), second, "2027-01-29 00:00:00")
		var owned [2][]string
		for i, w := range []*world{awake, asleep} {
			holder, late := w.User(1, "30000 USDT"), w.User(2, "20000 USDT")
			w.active(holder, King, 2)
			w.active(holder, Diamond, 3)
			o := w.order(late, Star, 1)
			w.buy(o)
			owned[i] = []string{holder, late}
			w.start("777", "11", at(t, "2027-01-29 00:00:00"))
		}
		for day := at(t, "2027-01-30 00:00:00"); day.Before(at(t, "2027-05-02 00:00:00")); day = day.Add(7 * time.Hour) {
			awake.moveTo(day.In(clock.Zone).Format("2006-01-02 15:04:05"))
			awake.work()
		}
		asleep.moveTo("2027-05-02 00:00:00")
		asleep.work()
		for i := range owned[0] {
			if a, b := awake.lines(owned[0][i]), asleep.lines(owned[1][i]); len(a) < 1 || !slices.Equal(a, b) {
				t.Errorf("user %d: awake %v, asleep %v", i, a, b)
			}
		}
		awake.check()
		asleep.check()
	})
}

func TestAChangedStatementIsFound(t *testing.T) {
	t.Parallel()
	r := result{ID: "2026-06-king", Month: 677, Level: King, Shares: amount("12000"), Floor: 2, Nodes: 2}
	d := Divide(r.pool(), 2, []int64{30, 10})
	r.Weights, r.Divided, r.Free, r.Carried = d.Weights, d.Divided, d.Free, d.Carried
	whole := func() Statement {
		return r.statement([]share{{NodeID: "A", Weight: 30, Amount: d.Amounts[0]}, {NodeID: "B", Weight: 10, Amount: d.Amounts[1]}})
	}
	if err := whole().Verify(); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*Statement){
		"an amount": func(s *Statement) { s.Rows[0].Amount++ }, "a weight": func(s *Statement) { s.Rows[1].Weight-- },
		"a weight above the window": func(s *Statement) { s.Rows[1].Weight = 31 }, "the pool": func(s *Statement) { s.Pool++ },
		"what machines brought": func(s *Statement) { s.Shares-- }, "the floor": func(s *Statement) { s.FloorNodes++ },
		"the rest": func(s *Statement) { s.ToInterestPool++ }, "what is carried": func(s *Statement) { s.Carried++ },
		"the month": func(s *Statement) { s.Month = "2026-05" }, "a row twice": func(s *Statement) { s.Rows[1] = s.Rows[0] },
		"a row less": func(s *Statement) { s.Rows = s.Rows[:1] }, "the hash": func(s *Statement) { s.Hash = s.Hash[1:] + "0" },
		"the purchases": func(s *Statement) { s.NewPurchases++ },
	} {
		s := whole()
		change(&s)
		if err := s.Verify(); !errors.Is(err, ErrStatement) {
			t.Errorf("%s was changed: %v", name, err)
		}
	}
}

func (w *world) cancel(userID, nodeID string) error {
	return w.DB.Command(context.Background(), func(tx sqldb.Command) error {
		_, err := w.node.Sale.Cancel(tx, userID, nodeID)
		return err
	}, w.node.Sale.actionHints(userID, nodeID)...)
}

func (w *world) nodeOf(userID, nodeID string) (n Node) {
	w.T.Helper()
	w.View(func(tx *sqldb.Tx) error {
		list, i, found, err := w.node.Sale.nodesOf(tx, userID, nodeID)
		if err == nil && found {
			n = list[i]
		}
		return err
	})
	return n
}

func (w *world) statement(month string, l Level) (st Statement) {
	w.T.Helper()
	w.View(func(tx *sqldb.Tx) error {
		m, err := clock.ParseMonth(month)
		if err != nil {
			return err
		}
		st, err = w.node.Dividends.statement(tx, m, l)
		return err
	})
	return st
}

// lines are a user's dividends with their times of effect.
func (w *world) lines(userID string) (list []string) {
	w.T.Helper()
	w.View(func(tx *sqldb.Tx) error {
		return tx.Query(func(row *sqldb.Row) error {
			var ref, sum string
			var at, n int64
			err := row.Scan(&ref, &at, &n)
			list = append(list, ref+" "+time.UnixMicro(at).UTC().String()+" "+money.Amount(n).String()+sum)
			return err
		}, `SELECT ref_id, at, amount FROM ledger_transfer WHERE line_user = $1 AND type = 'node_dividends' ORDER BY at, ref_id, amount`, userID)
	})
	return list
}
