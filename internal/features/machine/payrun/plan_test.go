package payrun

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// Whom to pay next is read from an index, however many users there are and however
// many of them are parked.
func TestWhoIsPaidNextIsReadFromAnIndex(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		const users, isParked = 4000, 4
		insert := PayeeTable.Insert()
		err := db.Update(t.Context(), func(tx *sqldb.Tx) error {
			for n := range users {
				p := Payee{UserID: fmt.Sprintf("USER%05d", n), NextDueAt: c.Now().Add(time.Duration(n) * time.Second), ChangesAt: c.Now().Add(time.Duration(n) * time.Second)}
				insert.Add(tx, p)
				if n%isParked == 0 {
					if err := jobs.Park(tx, ParkedUser(p.UserID), errors.New("its terms are missing"), c.Now()); err != nil {
						return err
					}
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		key := "machine_user_pkey"
		if db.Engine() == sqldb.SQLite {
			key = "PRIMARY KEY"
		}
		dbtest.ReadFromIndexes(t, db, map[string]dbtest.Read{
			"the next batch":      {Query: selectBatch, Args: []any{"USER00100"}, Index: key},
			"whose change next":   {Query: selectChanging, Args: []any{c.Now().Add(time.Hour), pageUsers + 1}, Index: "machine_user_changes"},
			"whether anybody has": {Query: selectAnyChanging, Args: []any{c.Now().Add(time.Hour)}, Index: "machine_user_changes"},
		})
	})
}
