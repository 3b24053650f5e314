package lists_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// rowsOfBench are how many rows the benchmark's list has.
const rowsOfBench = 100_000

// grow fills the tests' table with rows of a thousand owners, and gives each order and
// filter its index.
func grow(b *testing.B, db *sqldb.DB) {
	b.Helper()
	err := db.Update(b.Context(), func(tx *sqldb.Tx) error {
		for _, statement := range []string{
			"CREATE TABLE lists_parcel (id TEXT PRIMARY KEY, owner TEXT NOT NULL, state TEXT NOT NULL, weight BIGINT NOT NULL, at BIGINT NOT NULL)",
			"CREATE INDEX lists_parcel_at ON lists_parcel (at, id)",
			"CREATE INDEX lists_parcel_weight ON lists_parcel (weight, id)",
			"CREATE INDEX lists_parcel_owner ON lists_parcel (owner, at, id)",
			"CREATE INDEX lists_parcel_state ON lists_parcel (state, at, id)",
		} {
			if _, err := tx.Exec(statement); err != nil {
				return err
			}
		}
		insert := parcels.Insert()
		for i := range int64(rowsOfBench) {
			state := "home"
			if i%1000 == 0 {
				state = "sent"
			}
			insert.Add(tx, parcel{fmt.Sprintf("p%06d", i), fmt.Sprintf("owner%03d", i%1000), state, i % 97, time.Unix(i, 0).UTC()})
		}
		return nil
	})
	if err == nil {
		err = db.Update(b.Context(), func(tx *sqldb.Tx) error {
			_, err := tx.Exec("ANALYZE")
			return err
		})
	}
	if err != nil {
		b.Fatal(err)
	}
}

// A page of a hundred thousand rows: the first and one in the middle, narrowed and not,
// in both directions, and a count that ends where it is bounded.
func BenchmarkPageOfManyRows(b *testing.B) {
	for _, engine := range []sqldb.Engine{sqldb.SQLite, sqldb.Postgres} {
		b.Run(string(engine), func(b *testing.B) {
			db := dbtest.Open(b, dbtest.Address(b, engine), dbtest.NewClock())
			grow(b, db)
			page := func(ctx context.Context, body string) (cursor string, err error) {
				err = db.View(ctx, func(tx *sqldb.Tx) error {
					p, err := parcelList.Read(tx, []byte(body))
					cursor = p.NextCursor
					return err
				})
				return cursor, err
			}
			middle, err := page(b.Context(), `{"size":1,"to":"1970-01-01T13:53:20Z"}`)
			if err != nil {
				b.Fatal(err)
			}
			for name, body := range map[string]string{
				"first":    `{"size":50}`,
				"oldest":   `{"size":50,"order":"asc"}`,
				"middle":   `{"size":50,"cursor":"` + middle + `"}`,
				"owner":    `{"size":50,"owner":"owner007"}`,
				"few":      `{"size":50,"state":"sent"}`,
				"weight":   `{"size":50,"sort":"weight"}`,
				"twofold":  `{"size":50,"owner":"owner007","state":"sent"}`,
				"ids":      `{"ids":["p000001","p050000","p099999"]}`,
				"counted":  `{"size":50,"count":true}`,
				"prefixed": `{"size":50,"no":"p0500"}`,
			} {
				b.Run(name, func(b *testing.B) {
					for b.Loop() {
						if _, err := page(b.Context(), body); err != nil {
							b.Fatal(err)
						}
					}
				})
			}
		})
	}
}
