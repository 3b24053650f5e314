package simulation

import (
	"encoding/json"
	"net/url"
	"slices"
	"testing"
	"time"

	"etld/internal/app"
	"etld/internal/infra/sqldb/dbtest"
)

const snapshotsPath = "/api/open/snapshots"

// moreWaits is how often a page may wait beyond its first row, for what only rows of
// another kind need.
const moreWaits = 2

// expectFewWaits reads every list of each user by one row and by as many as a page has:
// how often it waits for PostgreSQL does not grow with the rows.
func (w *world) expectFewWaits(t *testing.T) {
	t.Helper()
	plain := w.address
	address, trips := dbtest.Counted(t, plain)
	w.reopen(address)
	defer w.reopen(plain)
	page := func(p *person, path string, params url.Values) (rows []json.RawMessage, waits int64) {
		waits = trips.Fewest(func() {
			// No more calls are made in a minute than are allowed.
			w.clock.Advance(time.Second)
			a := p.call(path, params)
			if !a.ok() {
				t.Fatalf("%s of %s: %d %s", path, p.name, a.Code, a.Message)
			}
			var list struct{ List []json.RawMessage }
			w.must(json.Unmarshal(a.Data, &list))
			rows = list.List
		})
		return rows, waits
	}
	compared := map[string]bool{}
	compare := func(p *person, path string, one, many url.Values) {
		first, few := page(p, path, one)
		rows, all := page(p, path, many)
		compared[path] = compared[path] || len(rows) > len(first)
		if all > few+moreWaits {
			t.Errorf("%s of %s: %d rows take %d round trips, %d take %d", path, p.name, len(rows), all, len(first), few)
		}
	}
	for _, path := range pagedLists(t) {
		for _, p := range w.users {
			compare(p, path, values("size", "1"), values("size", "50"))
		}
	}
	var newest struct{ List []struct{ Snapshot string } }
	if w.users[0].read(snapshotsPath, &newest) && len(newest.List) > 0 {
		day := newest.List[0].Snapshot
		compare(w.users[0], snapshotsPath, values("date", day[:4]+"-"+day[4:6]+"-"+day[6:]), values())
	}
	for _, path := range []string{"/api/userAccount/balanceDetail", "/api/shop/goods"} {
		if !compared[path] {
			t.Errorf("%s had no second row to compare", path)
		}
	}
}

// reopen starts the server on its database at another address.
func (w *world) reopen(address string) {
	w.address = address
	w.restart()
}

// pagedLists are the calls of users that ask for a page and nothing else.
func pagedLists(t *testing.T) (paths []string) {
	t.Helper()
	text, err := app.OpenAPI(t.Context(), app.PublicCalls)
	if err != nil {
		t.Fatal(err)
	}
	type parameter struct {
		Name     string
		Required bool
	}
	var document struct {
		Paths map[string]struct {
			Post struct{ Parameters []parameter }
		}
	}
	if err := json.Unmarshal(text, &document); err != nil {
		t.Fatal(err)
	}
	for path, one := range document.Paths {
		list := one.Post.Parameters
		if slices.ContainsFunc(list, func(p parameter) bool { return p.Name == "size" }) && !slices.ContainsFunc(list, func(p parameter) bool { return p.Required }) {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	if len(paths) < 10 {
		t.Fatalf("there are %d lists", len(paths))
	}
	return paths
}
