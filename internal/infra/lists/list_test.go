package lists_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"etld/internal/base/entropy"
	"etld/internal/base/fault"
	"etld/internal/infra/lists"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// parcel is a row of the tests' own table.
type parcel struct {
	id, owner, state string
	weight           int64
	at               time.Time
}

var (
	parcels    = sqldb.NewTable[parcel]("lists_parcel", "id, owner, state, weight, at")
	parcelList = lists.List[parcel]{Table: parcels, Key: "parcelNo", Where: "state <> 'lost'",
		Orders: []lists.Order{lists.Newest("at", "id"), {Name: "weight", By: []string{"weight", "id"}, Ascending: true, Without: []string{"owner"}}},
		Filters: []lists.Filter{lists.Is("owner", "owner"), lists.OneOf("state", "state", "sent", "lost", "home"), lists.Prefix("no", "id"),
			lists.From("from", "at"), lists.Before("to", "at"),
			lists.When("heavy", "weight >= ?", func(time.Time) []any { return []any{5} })}}
)

// stock fills the table: p00 to p11, each a minute after the one before.
func stock(t *testing.T, db *sqldb.DB) {
	t.Helper()
	err := db.Update(t.Context(), func(tx *sqldb.Tx) error {
		_, err := tx.Exec("CREATE TABLE lists_parcel (id TEXT PRIMARY KEY, owner TEXT NOT NULL, state TEXT NOT NULL, weight BIGINT NOT NULL, at BIGINT NOT NULL)")
		insert := parcels.Insert()
		for i := range int64(12) {
			state := []string{"sent", "home", "lost"}[i%3]
			insert.Add(tx, parcel{fmt.Sprintf("p%02d", i), []string{"ann", "bob"}[i%2], state, i % 7, time.Unix(60*i, 0).UTC()})
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func ids(rows []parcel) string {
	all := make([]string, len(rows))
	for i, p := range rows {
		all[i] = p.id
	}
	return strings.Join(all, " ")
}

// A list answers what it is asked for: narrowed, in an order, by keys, and counted.
func TestAListAnswersWhatIsAsked(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		stock(t, db)
		for body, want := range map[string]string{
			`{}`:                               "p10 p09 p07 p06 p04 p03 p01 p00",
			`{"order":"asc"}`:                  "p00 p01 p03 p04 p06 p07 p09 p10",
			`{"sort":"weight"}`:                "p00 p07 p01 p09 p03 p10 p04 p06",
			`{"sort":"weight","order":"desc"}`: "p06 p04 p10 p03 p09 p01 p07 p00",
			`{"owner":"bob"}`:                  "p09 p07 p03 p01",
			`{"owner":"","state":"","from":null,"heavy":false}`:           "p10 p09 p07 p06 p04 p03 p01 p00",
			`{"state":"home","order":"asc"}`:                              "p01 p04 p07 p10",
			`{"state":"lost"}`:                                            "",
			`{"no":"p0","owner":"ann"}`:                                   "p06 p04 p00",
			`{"from":"1970-01-01T00:06:00Z","to":"1970-01-01T00:09:00Z"}`: "p07 p06",
			`{"heavy":true}`:                                              "p06",
			`{"ids":["p04","p02","p01","none"]}`:                          "p04 p01",
			`{"ids":[]}`:                                                  "",
			`{"owner":"it's \" ? $1"}`:                                    "",
		} {
			err := db.View(t.Context(), func(tx *sqldb.Tx) error {
				page, err := parcelList.Read(tx, []byte(body))
				if got := ids(page.List.List); got != want || page.HasMore || page.Count != nil || page.List.List == nil {
					t.Errorf("%s: %s, want %s", body, got, want)
				}
				return err
			})
			if err != nil {
				t.Errorf("%s: %v", body, err)
			}
		}
	})
}

// Rows are narrowed by when they were made where their ids begin with it.
func TestIDsAreNarrowedByTheirTime(t *testing.T) {
	t.Parallel()
	type made struct{ id string }
	table := sqldb.NewTable[made]("lists_made", "id")
	list := lists.List[made]{Table: table, Key: "id", Orders: []lists.Order{lists.First("madeAt", "id")},
		Filters: []lists.Filter{lists.MadeFrom("from", "id"), lists.MadeBefore("to", "id")}}
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		var all []string
		err := db.Update(t.Context(), func(tx *sqldb.Tx) error {
			_, err := tx.Exec("CREATE TABLE lists_made (id TEXT PRIMARY KEY)")
			insert := table.Insert()
			all = nil
			for i := range int64(4) {
				all = append(all, entropy.ID(entropy.System(), time.Unix(60*i, 0)))
				insert.Add(tx, made{all[i]})
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		for body, want := range map[string][]string{
			`{"from":"1970-01-01T00:01:00Z"}`:                             all[1:],
			`{"to":"1970-01-01T00:01:00Z"}`:                               all[:1],
			`{"from":"1970-01-01T00:00:30Z","to":"1970-01-01T00:02:30Z"}`: all[1:3],
		} {
			var got []string
			err := db.View(t.Context(), func(tx *sqldb.Tx) error {
				page, err := list.Read(tx, []byte(body))
				for _, row := range page.List.List {
					got = append(got, row.id)
				}
				return err
			})
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("%s: %v, want %v (%v)", body, got, want, err)
			}
		}
	})
}

// Pages follow each other in both directions of every order and leave nothing out.
func TestPagesOfAListFollowEachOther(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		stock(t, db)
		read := func(body map[string]any) (page lists.Page[parcel]) {
			raw, err := json.Marshal(body)
			if err != nil {
				t.Fatal(err)
			}
			err = db.View(t.Context(), func(tx *sqldb.Tx) (err error) {
				page, err = parcelList.Read(tx, raw)
				return err
			})
			if err != nil {
				t.Fatalf("%s: %v", raw, err)
			}
			return page
		}
		for _, sort := range []string{"at", "weight"} {
			for _, order := range []string{"asc", "desc"} {
				body := map[string]any{"sort": sort, "order": order}
				whole := ids(read(body).List.List)
				body["size"], body["count"] = 3, true
				var pieces []string
				for {
					page := read(body)
					pieces = append(pieces, ids(page.List.List))
					if page.Count.Rows != 8 || page.Count.More {
						t.Errorf("counted %+v", page.Count)
					}
					if !page.HasMore {
						break
					}
					body["cursor"] = page.NextCursor
				}
				if len(pieces) != 3 || strings.Join(pieces, " ") != whole {
					t.Errorf("%s %s: %q, want %s", sort, order, pieces, whole)
				}
			}
		}
	})
}

// What a list does not have is refused with the field's name.
func TestAListRefusesWhatItDoesNotHave(t *testing.T) {
	t.Parallel()
	db, _ := dbtest.SQLite(t)
	stock(t, db)
	foreign := ""
	if err := db.View(t.Context(), func(tx *sqldb.Tx) error {
		page, err := parcelList.Read(tx, []byte(`{"size":1}`))
		foreign = page.NextCursor
		return err
	}); err != nil {
		t.Fatal(err)
	}
	for body, field := range map[string]string{
		`[]`:                              "body",
		`{"colour":"red"}`:                "colour",
		`{"weight":1}`:                    "weight",
		`{"sort":"owner"}`:                "sort",
		`{"sort":"weight","owner":"ann"}`: "sort",
		`{"order":"up"}`:                  "order",
		`{"size":51}`:                     "size",
		`{"size":-1}`:                     "size",
		`{"size":"many"}`:                 "size",
		`{"cursor":"x"}`:                  "cursor",
		`{"order":"asc","cursor":"` + foreign + `"}`:      "cursor",
		`{"state":"eaten"}`:                               "state",
		`{"owner":7}`:                                     "owner",
		`{"owner":"a\u0000b"}`:                            "owner",
		`{"owner":"` + strings.Repeat("a", 201) + `"}`:    "owner",
		`{"from":"yesterday"}`:                            "from",
		`{"heavy":"yes"}`:                                 "heavy",
		`{"ids":"p01"}`:                                   "ids",
		`{"ids":[` + strings.Repeat(`"a",`, 50) + `"a"]}`: "ids",
	} {
		err := db.View(t.Context(), func(tx *sqldb.Tx) error {
			_, err := parcelList.Read(tx, []byte(body))
			return err
		})
		if f, isFault := fault.As(err); !isFault || f.Code != fault.InvalidField.Code || f.Params["field"] != field {
			t.Errorf("%s: %v", body, err)
		}
	}
}

// One row is found by its key, within the list's bounds.
func TestARowIsFoundByItsKey(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		stock(t, db)
		for key, want := range map[string]bool{"p01": true, "p02": false, "p99": false} {
			err := db.View(t.Context(), func(tx *sqldb.Tx) error {
				p, found, err := parcelList.Find(tx, key)
				if found != want || found && p.id != key {
					t.Errorf("%s: %v %+v", key, found, p)
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	})
}

// A count ends where it has counted enough.
func TestACountIsBounded(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		stock(t, db)
		err := db.Update(t.Context(), func(tx *sqldb.Tx) error {
			insert := parcels.Insert()
			for i := range 1_000 {
				insert.Add(tx, parcel{id: fmt.Sprintf("q%04d", i), owner: "eve", state: "home", at: time.Unix(0, 0)})
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		for body, want := range map[string]lists.Count{`{"size":1,"count":true,"owner":"eve"}`: {Rows: 1_000}, `{"size":1,"count":true}`: {Rows: 1_000, More: true}} {
			err := db.View(t.Context(), func(tx *sqldb.Tx) error {
				page, err := parcelList.Read(tx, []byte(body))
				if err == nil && *page.Count != want {
					t.Errorf("%s: %+v", body, page.Count)
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	})
}

// A list of few rows is asked as every other.
func TestFewRowsAreAList(t *testing.T) {
	t.Parallel()
	all := []string{"a", "b", "c", "d", "e"}
	for body, want := range map[string]string{`{}`: "a b c d e", `{"ids":["d","a","z"]}`: "a d", `{"size":2}`: "a b"} {
		page, err := lists.Few([]byte(body), append([]string{}, all...), func(s string) string { return s })
		if got := strings.Join(page.List.List, " "); got != want || err != nil {
			t.Errorf("%s: %s, %v", body, got, err)
		}
	}
	body, got := map[string]any{"size": 2, "count": true}, ""
	for {
		raw, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		page, err := lists.Few(raw, append([]string{}, all...), func(s string) string { return s })
		if err != nil || page.Count.Rows != 5 {
			t.Fatal(page.Count, err)
		}
		got += strings.Join(page.List.List, "") + ";"
		if !page.HasMore {
			break
		}
		body["cursor"] = page.NextCursor
	}
	if got != "ab;cd;e;" {
		t.Errorf("pages are %s", got)
	}
	for _, bad := range []string{`{"sort":"a"}`, `{"size":51}`, `{"cursor":"x"}`, `7`} {
		if _, err := lists.Few([]byte(bad), all, func(s string) string { return s }); err == nil {
			t.Errorf("%s is taken", bad)
		}
	}
}
