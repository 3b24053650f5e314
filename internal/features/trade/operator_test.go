package trade

import (
	"errors"
	"testing"

	"etld/internal/base/fault"
	"etld/internal/core/operator"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

func TestOperatorsPlaceAndCancelBids(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		w.Capital("100 USDT")
		bid := placeBid{Price: amount("0.5"), Quantity: amount("150")}
		decision := operator.Decision{ProposalID: "proposal01"}
		var d operator.Description
		w.Must(w.DB.Update(t.Context(), func(tx *sqldb.Tx) (err error) {
			if d, err = w.trade.describePlace(tx, bid); err != nil {
				return err
			}
			return w.trade.executePlace(tx, bid, decision)
		}))
		want := []operator.Change{{Field: "price of ETLD", Before: "0", After: "0.5"}, {Field: "O.CAP/USDT", Before: "100", After: "25"}}
		if d.Approvals != 1 || len(d.Diff) != 2 || d.Diff[0] != want[0] || d.Diff[1] != want[1] {
			t.Errorf("described as %+v", d)
		}
		w.Expect("the bid is funded", escrow, "75")
		for what, err := range map[string]error{
			"described": w.DB.Update(t.Context(), func(tx *sqldb.Tx) error { _, err := w.trade.describePlace(tx, bid); return err }),
			"done":      w.DB.Update(t.Context(), func(tx *sqldb.Tx) error { return w.trade.executePlace(tx, bid, decision) }),
		} {
			if f, ok := fault.As(err); !ok || !errors.Is(err, operator.ErrShort) || f.Params["balance"] != "25" {
				t.Errorf("%s without capital: %v", what, err)
			}
		}
		var book []Bid
		w.Must(w.Try(func(tx sqldb.Command) (err error) {
			book, err = w.trade.Book(tx)
			return err
		}))
		if len(book) != 1 || book[0].PlacedBy != "proposal01" {
			t.Fatalf("book: %+v", book)
		}
		cancel := cancelBid{BidNo: book[0].ID}
		w.Must(w.DB.Update(t.Context(), func(tx *sqldb.Tx) (err error) {
			if d, err = w.trade.describeCancel(tx, cancel); err != nil {
				return err
			}
			return w.trade.executeCancel(tx, cancel, decision)
		}))
		if len(d.Diff) != 2 || d.Diff[1].After != "75" {
			t.Errorf("cancelling is described as %+v", d)
		}
		w.Expect("the capital is back", capital, "100")
		for what, err := range map[string]error{
			"described": w.DB.Update(t.Context(), func(tx *sqldb.Tx) error { _, err := w.trade.describeCancel(tx, cancel); return err }),
			"done":      w.DB.Update(t.Context(), func(tx *sqldb.Tx) error { return w.trade.executeCancel(tx, cancel, decision) }),
		} {
			if !errors.Is(err, fault.NotFound) {
				t.Errorf("%s twice: %v", what, err)
			}
		}
		for field, bad := range map[string]placeBid{"price": {Price: 1, Quantity: amount("1")}, "quantity": {Price: amount("0.5"), Quantity: 1}} {
			if f, ok := fault.As(bad.Check()); !ok || f.Params["field"] != field {
				t.Errorf("%+v: %v", bad, bad.Check())
			}
		}
		w.check()
	})
}
