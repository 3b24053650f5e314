package node

import (
	"testing"

	"etld/internal/core/ledger"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// The dry run says what the month then pays, and changes nothing.
func TestDryRunOfADividend(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c, "2026-05-20 00:00:00")
		holder := w.User(1, "10000 USDT")
		w.active(holder, King, 1)
		w.moveTo("2026-06-30 23:59:59")
		w.work()
		w.start("6000", "1000", c.Now())
		try := func() (out DryRun) {
			w.View(func(tx *sqldb.Tx) (err error) {
				out, err = w.node.Dividends.dryRun(tx)
				return err
			})
			return out
		}
		first, second := try(), try()
		king := first.Pools[2]
		// 30 days of weight among at least 60: half of the pool of 60.
		if king.Pool != amount("60") || king.Divided != amount("30") || king.Free != amount("30") || king.Nodes != 1 || king.Base != 60 || king.Sold != 1 || king != second.Pools[2] {
			t.Errorf("the dry run: %+v, then %+v", first, second)
		}
		w.moveTo("2026-07-01 12:00:00")
		w.work()
		w.has(holder, "30")
		var months []Closed
		w.View(func(tx *sqldb.Tx) error {
			page, err := statementList.Read(tx, []byte(`{"month":"2026-06","level":"king"}`))
			for _, r := range page.List.List {
				row, err := r.closed(tx)
				w.Must(err)
				months = append(months, row)
			}
			return err
		})
		if len(months) != 1 || months[0].Pool != king.Pool || months[0].Divided != king.Divided || months[0].Free != king.Free || months[0].Nodes != 1 || months[0].Unpaid != 0 {
			t.Errorf("the month that closed: %+v", months)
		}
		if next := try(); next.Month != "2026-07" || next.Pools[2].Pool != 0 {
			t.Errorf("afterwards: %+v", next)
		}
	})
}

// A month that is over is shown with the weights and fundings of its end until it is
// closed: as the statement then says.
func TestAMonthThatIsOverIsShownAsItWillBeDivided(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c, "2026-06-10 09:00:00")
		holder, late := w.User(1, "40000 USDT"), w.User(2, "10000 USDT")
		w.active(holder, King, 4)
		w.start("6000", "1000", w.Clock.Now())
		w.moveTo("2026-07-01 08:00:00")
		w.work()
		w.active(late, King, 1)
		w.Fund(ledger.DividendKing, "1000 USDT")
		w.moveTo("2026-07-01 09:30:00")
		w.work()
		var open, ofLate Pools
		var listed NodeList
		var trial DryRun
		w.View(func(tx *sqldb.Tx) (err error) {
			if trial, err = w.node.Dividends.dryRun(tx); err != nil {
				return err
			}
			if ofLate, err = w.node.Dividends.pools(tx, httpapi.Caller{UserID: late}, MonthIn{}); err != nil {
				return err
			}
			if listed, err = w.node.mine(tx, httpapi.Caller{UserID: holder}, MineIn{Page: httpapi.Page{Size: 20}}); err != nil {
				return err
			}
			open, err = w.node.Dividends.pools(tx, httpapi.Caller{UserID: holder}, MonthIn{})
			return err
		})
		w.moveTo("2026-07-01 12:00:00")
		w.work()
		var closed Pools
		w.View(func(tx *sqldb.Tx) (err error) {
			closed, err = w.node.Dividends.pools(tx, httpapi.Caller{UserID: holder}, MonthIn{Month: "2026-06"})
			return err
		})
		got, want := open.Pools[2], closed.Pools[2]
		if got.Pool != want.Pool || got.Funded != want.Funded || got.Nodes != want.Nodes || got.Weights != want.Weights || got.Base != want.Base ||
			got.MyNodes != want.MyNodes || got.MyWeight != want.MyWeight || got.MyAmount != want.MyAmount || want.MyWeight != 80 {
			t.Errorf("shown was %+v, divided is %+v", got, want)
		}
		for _, one := range listed.List.List {
			if one.Weight != want.MyWeight/4 {
				t.Errorf("the list shows a weight of %d", one.Weight)
			}
		}
		if of := ofLate.Pools[2]; of.MyNodes != 0 || of.MyWeight != 0 {
			t.Errorf("who came after the cut-off sees %+v", of)
		}
		if try := trial.Pools[2]; try.Pool != want.Pool || try.Nodes != want.Nodes || try.Weights != want.Weights {
			t.Errorf("the dry run said %+v, divided is %+v", try, want)
		}
		w.check()
	})
}
