package picture

import (
	"testing"
	"time"

	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

func TestTablesNameTheirColumns(t *testing.T) {
	t.Parallel()
	dbtest.Tables(t, pictureTable, contentTable)
}

// A picture's id is a digest, which says nothing of when it came.
func TestPicturesAreListedNewestFirst(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		insert := pictureTable.Insert()
		err := db.Update(t.Context(), func(tx *sqldb.Tx) error {
			for i, id := range []string{"bb", "cc", "aa"} {
				insert.Add(tx, stored{id: id, Sizes: []storedSize{}, CreatedAt: tx.Now().Add(time.Duration(i) * time.Minute)})
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		err = db.View(t.Context(), func(tx *sqldb.Tx) error {
			page, err := pictureList.Read(tx, []byte(`{"size":20}`))
			got := ""
			for _, p := range page.List.List {
				got += p.id + " "
			}
			if got != "aa cc bb " {
				t.Errorf("the list is %s", got)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	})
}
