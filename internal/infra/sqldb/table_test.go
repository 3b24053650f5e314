package sqldb_test

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"testing"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

const createThings = `CREATE TABLE test_thing (id TEXT PRIMARY KEY, kind TEXT NOT NULL, made BIGINT NOT NULL, amount BIGINT NOT NULL,
	day BIGINT NOT NULL, took BIGINT NOT NULL, live BIGINT NOT NULL, count BIGINT NOT NULL, names TEXT NOT NULL, owner TEXT, rest BIGINT)`

type kind string

type thing struct {
	ID     string
	Kind   kind
	Made   time.Time
	Amount money.Amount
	Day    clock.Day
	Took   time.Duration
	Live   bool
	Count  int
	Names  map[string]string
	Owner  string
	Rest   money.Amount
}

var (
	things      = sqldb.NewTable[thing]("test_thing", "id, made, amount, day, took, live, count, names, rest").Once("kind").Nullable("owner")
	saveThing   = things.Upsert()
	insertThing = things.Insert()
	countThing  = things.Update("count", "owner", "rest")
)

// One list of columns stores and reads every kind of field.
func TestATableReadsWhatItStores(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		ctx := context.Background()
		update := func(body func(tx *sqldb.Tx) error) {
			t.Helper()
			if err := db.Update(ctx, body); err != nil {
				t.Fatal(err)
			}
		}
		a := thing{ID: "a", Kind: "large", Made: dbtest.Start, Amount: 7 * money.Unit, Day: 20_000, Took: 3 * time.Second, Live: true, Count: 2,
			Names: map[string]string{"en": "A"}, Owner: "u", Rest: 5}
		b := thing{ID: "b", Kind: "small", Count: 1}
		update(func(tx *sqldb.Tx) error {
			_, err := tx.Exec(createThings)
			insertThing.Add(tx, a)
			insertThing.Add(tx, b)
			return err
		})
		a.Kind, a.Amount, a.Live = "other", 8, false
		b.Amount, b.Count, b.Owner, b.Rest = 100, 3, "v", 0
		update(func(tx *sqldb.Tx) error {
			saveThing.Add(tx, a)
			countThing.Add(tx, b)
			return nil
		})
		// Once keeps the kind, and the update leaves the amount alone.
		a.Kind, b.Amount = "large", 0
		err := db.View(ctx, func(tx *sqldb.Tx) error {
			list, err := sqldb.Collect(tx, things.Scan, things.Select("ORDER BY id"))
			if !reflect.DeepEqual(list, []thing{a, b}) {
				t.Errorf("stored %+v and %+v, read %+v", a, b, list)
			}
			ids, err2 := sqldb.Collect(tx, sqldb.One[string], `SELECT t.id FROM test_thing t WHERE t.rest = $1`, 0)
			if err2 != nil || len(ids) != 1 || ids[0] != "b" {
				t.Errorf("a rest of nothing with an owner: %q, %v", ids, err2)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	})
}

// A lookup on a table finds rows by their key; what follows a table's columns
// in a row is scanned as well.
func TestATableServesLookupsAndJoins(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		byID := sqldb.NewLookup("things", things.Select("WHERE id"), sqldb.Single(things.ByKey(func(v thing) string { return v.ID })))
		err := db.Update(context.Background(), func(tx *sqldb.Tx) error {
			if _, err := tx.Exec(createThings); err != nil {
				return err
			}
			insertThing.Add(tx, thing{ID: "a", Kind: "x", Count: 4})
			if _, err := tx.Exec(`UPDATE test_thing SET count = count + 1`); err != nil {
				return err
			}
			v, found, err := byID.Get(tx, "a")
			if err != nil || !found || v.Count != 5 {
				t.Errorf("found %v %+v, %v", found, v, err)
			}
			return tx.Query(func(row *sqldb.Row) error {
				var twice int
				v, err := things.ScanMore(row, &twice)
				if v.ID != "a" || twice != 10 {
					t.Errorf("joined %+v and %d", v, twice)
				}
				return err
			}, `SELECT `+things.NamesOf("t")+`, t.count * 2 FROM test_thing t`)
		})
		if err != nil {
			t.Error(err)
		}
	})
}

// BenchmarkScan compares a table's scan with one written out.
func BenchmarkScan(b *testing.B) {
	db := dbtest.Open(b, dbtest.Address(b, sqldb.SQLite), dbtest.NewClock())
	err := db.Update(context.Background(), func(tx *sqldb.Tx) error {
		if _, err := tx.Exec(createThings); err != nil {
			return err
		}
		for i := range 1000 {
			insertThing.Add(tx, thing{ID: "thing" + string(rune('A'+i/100)) + string(rune('A'+i/10%10)) + string(rune('A'+i%10)), Kind: "x", Names: map[string]string{}})
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	scans := map[string]func(row *sqldb.Row) (thing, error){
		"table": things.Scan,
		"written out": func(row *sqldb.Row) (v thing, err error) {
			var names string
			err = row.Scan(&v.ID, &v.Made, &v.Amount, &v.Day, &v.Took, &v.Live, &v.Count, &names, &v.Rest, &v.Kind, &v.Owner)
			if err != nil {
				return v, err
			}
			return v, json.Unmarshal([]byte(names), &v.Names)
		},
	}
	for name, scan := range scans {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if err := db.View(context.Background(), func(tx *sqldb.Tx) error {
					_, err := sqldb.Collect(tx, scan, things.Select("ORDER BY id"))
					return err
				}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// What was put is read from then on, in its transaction and later.
func TestKeyedRowsAreReadAsTheyWerePut(t *testing.T) {
	t.Parallel()
	keyed := things.Keyed("things", func(v thing) string { return v.ID }, saveThing)
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		expect := func(tx sqldb.Command, what, key string, want int) error {
			t.Helper()
			got, found, err := keyed.Get(tx, key)
			if found != (want > 0) || got.Count != want {
				t.Errorf("%s: %s has the count %d", what, key, got.Count)
			}
			return err
		}
		if err := db.Update(t.Context(), func(tx *sqldb.Tx) error {
			_, err := tx.Exec(createThings)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		for count := 1; count <= 2; count++ {
			if err := db.Command(t.Context(), func(tx sqldb.Command) error {
				before := expect(tx, "before", "a", count-1)
				keyed.Put(tx, thing{ID: "a", Count: count})
				return errors.Join(before, expect(tx, "at once", "a", count), expect(tx, "nobody", "b", 0))
			}, keyed.Hint("a")); err != nil {
				t.Fatal(err)
			}
		}
		if err := db.View(t.Context(), func(tx *sqldb.Tx) error { return expect(tx, "later", "a", 2) }); err != nil {
			t.Fatal(err)
		}
	})
}
