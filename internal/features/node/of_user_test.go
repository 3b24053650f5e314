package node

import (
	"testing"

	"etld/internal/core/operator"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// A user's nodes are listed by the numbers that the user reads to support, the newest first.
func TestNodesOfAUserAreListed(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c, "2026-05-20 00:00:00")
		ann, ben := w.User(1, "20000 USDT"), w.User(2, "10000 USDT")
		bought := w.active(ann, King, 2)
		w.active(ben, King, 1)
		w.View(func(tx *sqldb.Tx) error {
			page, err := ownedList.Read(tx, []byte(`{"userId":"`+ann+`"}`))
			if err != nil {
				return err
			}
			if len(page.List.List) != len(bought) {
				t.Errorf("listed are %+v", page.List.List)
			}
			for i, n := range page.List.List {
				row, err := staffNode(tx, operator.Caller{}, n)
				if err != nil || row.NodeNo != bought[len(bought)-1-i].ID || row.UserID != ann || row.State != Active || row.ActiveAt == nil || row.EndedAt != nil {
					t.Errorf("row %d is %+v, %v", i, row, err)
				}
			}
			return nil
		})
	})
}
