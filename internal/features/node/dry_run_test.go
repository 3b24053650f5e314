package node

import (
	"testing"

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
