package incoming

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"etld/internal/core/payment"
	"etld/internal/infra/lists"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// transfers are two of ann, of which one is credited, and one of nobody known.
func transfers() []payment.Transfer {
	at := func(minute int) time.Time { return dbtest.Start.Add(time.Duration(minute) * time.Minute) }
	return []payment.Transfer{
		{ID: "t1", ChainID: 56, TxHash: "0x1", Wei: "7", Asset: "USDT", Amount: 7, Remainder: "0", State: payment.Seen, UserID: "ann", IntentNo: "i1", SeenAt: at(1)},
		{ID: "t2", ChainID: 56, TxHash: "0x2", Wei: "8", Asset: "USDT", Amount: 8, Remainder: "0", State: payment.Credited, UserID: "ann", EntryID: "e", SeenAt: at(2), FinalAt: at(3), SettledAt: at(4)},
		{ID: "t3", ChainID: 1, TxHash: "0x2", Wei: "9", Asset: "USDT", Amount: 9, Remainder: "0", State: payment.Suspended, EntryID: "f", SeenAt: at(5), FinalAt: at(5), SettledAt: at(6)},
	}
}

// Transfers and payments are found by state, by user and by transaction, the newest first.
func TestWhatArrivedIsListed(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		err := db.Update(t.Context(), func(tx *sqldb.Tx) error {
			insert := payment.Transfers().Insert()
			for _, one := range transfers() {
				insert.Add(tx, one)
			}
			intents := payment.Intents().Insert()
			for i, state := range []payment.State{payment.StateExpired, payment.StateOpen} {
				intents.Add(tx, payment.Intent{No: fmt.Sprintf("i%d", i+1), UserID: "ann", Purpose: "machine", Asset: "USDT", Amount: 7, State: state,
					CreatedAt: dbtest.Start.Add(time.Duration(i) * time.Minute)})
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, one := range []struct{ list, body, want string }{
			{"transfers", `{}`, "t3 t2 t1 "}, {"transfers", `{"state":"credited"}`, "t2 "}, {"transfers", `{"userId":"ann"}`, "t2 t1 "},
			{"transfers", `{"txHash":"0x2","order":"asc"}`, "t2 t3 "}, {"transfers", `{"ids":["t1"]}`, "t1 "}, {"transfers", `{"state":"suspense","userId":"ann"}`, ""},
			{"intents", `{}`, "i2 i1 "}, {"intents", `{"state":"expired","userId":"ann"}`, "i1 "},
		} {
			if got := keys(t, db, one.list, one.body); got != one.want {
				t.Errorf("%s %s: %q, want %q", one.list, one.body, got, one.want)
			}
		}
	})
}

// keys are those of a page.
func keys(t *testing.T, db *sqldb.DB, list, body string) (got string) {
	t.Helper()
	err := db.View(t.Context(), func(tx *sqldb.Tx) error {
		got = ""
		if list == "intents" {
			return each(tx, intentList, body, func(i payment.Intent) { got += intentOf(i).IntentNo + " " })
		}
		return each(tx, transferList, body, func(one payment.Transfer) { got += rowOf(one, "").TransferID + " " })
	})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func each[T any](tx *sqldb.Tx, list lists.List[T], body string, see func(T)) error {
	page, err := list.Read(tx, json.RawMessage(body))
	for _, one := range page.List.List {
		see(one)
	}
	return err
}
