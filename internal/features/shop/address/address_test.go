package address

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"etld/internal/base/entropy"
	"etld/internal/core/worldtest"
	"etld/internal/infra/httpapi/apitest"
	"etld/internal/infra/seal"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

func TestTablesNameTheirColumns(t *testing.T) {
	t.Parallel()
	dbtest.Tables(t, addressTable)
}

func sealer(t testing.TB, key byte, former ...[]byte) *seal.Sealer {
	t.Helper()
	s, err := seal.New(bytes.Repeat([]byte{key}, seal.KeyBytes), entropy.System(), former...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

type world struct {
	*worldtest.World
	service *Service
	notices *inbox
	client  *apitest.Client
}

// inbox remembers whom it was told what.
type inbox struct {
	mu   sync.Mutex
	sent []string
}

func (b *inbox) Send(_ sqldb.Command, userID, kind string, params map[string]string, link string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.sent = append(b.sent, userID+" "+kind+" "+params["readyAt"]+" "+link)
	return nil
}

func newWorld(t testing.TB, db *sqldb.DB, c dbtest.Clock) *world {
	t.Helper()
	w := &world{World: worldtest.New(t, db, c), notices: &inbox{}, client: apitest.New(t, db)}
	w.service = New(db, entropy.System(), w.notices, sealer(t, 1))
	w.service.Register(w.client.API)
	return w
}

// add gives a user an address.
func (w *world) add(userID, name string) Address {
	w.T.Helper()
	w.Clock.Advance(time.Second)
	return apitest.Data[Address](w.T.(*testing.T), w.client.Call("/api/address/add", userID, "name", name, "phone", "+886 912-345-678", "detail", "臺北市信義區市府路 1 號"))
}

func (w *world) list(userID string) []Address {
	w.T.Helper()
	out := apitest.Data[ListOut](w.T.(*testing.T), w.client.Call("/api/address/list", userID))
	if now := w.Clock.Now(); !out.ServerTime.Equal(now) {
		w.T.Errorf("the list was read at %s, says %s", now, out.ServerTime)
	}
	return out.List.List
}

// names are those of a list, the default one marked.
func names(list []Address) string {
	var out []string
	for _, a := range list {
		name := a.Name
		if a.IsDefault {
			name += "*"
		}
		out = append(out, name)
	}
	return strings.Join(out, " ")
}

func TestAddressesAreKept(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		ann, bob := w.User(1), w.User(2)
		if list := w.list(ann); len(list) != 0 {
			t.Errorf("before any: %+v", list)
		}
		first := w.add(ann, "王小明")
		second := w.add(ann, "Ann")
		if again := w.add(ann, "Ann"); again.ID != second.ID {
			t.Errorf("the same address twice: %s and %s", again.ID, second.ID)
		}
		third := w.add(ann, "Анна")
		if got := names(w.list(ann)); got != "王小明* Анна Ann" {
			t.Errorf("three: %s", got)
		}
		out := apitest.Data[ListOut](t, w.client.Call("/api/address/setDefault", ann, "id", second.ID))
		if got := names(out.List.List); got != "Ann* Анна 王小明" {
			t.Errorf("another default: %s", got)
		}
		edited := apitest.Data[Address](t, w.client.Call("/api/address/edit", ann, "id", third.ID, "name", " Mariam مريم ", "phone", "0912345678", "detail", "1 Harbour Road", "region", "TW"))
		if edited.Name != "Mariam مريم" || edited.Region != "TW" || edited.IsDefault {
			t.Errorf("edited: %+v", edited)
		}
		out = apitest.Data[ListOut](t, w.client.Call("/api/address/delete", ann, "id", second.ID))
		if got := names(out.List.List); got != "Mariam مريم* 王小明" {
			t.Errorf("without its default: %s", got)
		}
		for _, path := range []string{"/api/address/delete", "/api/address/setDefault"} {
			if r := w.client.Call(path, bob, "id", first.ID); r.Code != 1005 {
				t.Errorf("%s of somebody else: %s", path, r.Body)
			}
		}
		if r := w.client.Call("/api/address/edit", bob, "id", first.ID, "name", "Bob", "phone", "0912345678", "detail", "1 Harbour Road"); r.Code != 1005 {
			t.Errorf("somebody else's was edited: %s", r.Body)
		}
		if got := names(w.list(ann)); got != "Mariam مريم* 王小明" || len(w.list(bob)) != 0 {
			t.Errorf("afterwards: %s", got)
		}
	})
}

// Whoever has a session can add an address, so its user is told of each at once, and
// of each change; what is written once more as it is changes nothing.
func TestNewAddressesAreToldOf(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		ann := w.User(1)
		edit := func(id, name string) Address {
			return apitest.Data[Address](t, w.client.Call("/api/address/edit", ann, "id", id, "name", name, "phone", "+886 912-345-678", "detail", "臺北市信義區市府路 1 號"))
		}
		a := w.add(ann, "Ann")
		added := c.Now().Add(newFor)
		if again := w.add(ann, "Ann"); !a.ReadyAt.Equal(added) || !again.ReadyAt.Equal(added) {
			t.Errorf("goods are sent from %s, added again from %s; want %s", a.ReadyAt, again.ReadyAt, added)
		}
		c.Advance(time.Hour)
		if same := edit(a.ID, "Ann"); !same.ReadyAt.Equal(added) {
			t.Errorf("written once more: goods are sent from %s, want %s", same.ReadyAt, added)
		}
		changed := c.Now().Add(newFor)
		if other := edit(a.ID, "Anna"); !other.ReadyAt.Equal(changed) || !w.list(ann)[0].ReadyAt.Equal(changed) {
			t.Errorf("changed: goods are sent from %s, want %s", other.ReadyAt, changed)
		}
		told := func(kind string, at time.Time) string {
			return ann + " " + kind + " " + at.UTC().Format(time.RFC3339) + " /order?view=address"
		}
		if want := []string{told("address_added", added), told("address_changed", changed)}; !slices.Equal(w.notices.sent, want) {
			t.Errorf("told %q, want %q", w.notices.sent, want)
		}
	})
}

func TestAddressesThatAreRefused(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		ann := w.User(1)
		for _, one := range []struct {
			name, phone, detail, region string
			want                        int
		}{
			{"", "", "", "", 1012},
			{" \u3000", "0912345678", "1 Harbour Road", "", 1012},
			{"\u200b\ufeff", "0912345678", "1 Harbour Road", "", 1012},
			{"\u3164", "0912345678", "1 Harbour Road", "", 1012},
			{"\u2800", "0912345678", "1 Harbour Road", "", 1012},
			{"Ann", "0912345678", "\u200b \u200b \u200b", "", 1014},
			{"Ann", "", "", "", 1013},
			{"Ann", "   ", "1 Harbour Road", "", 1013},
			{"Ann", "0912345678", "", "", 1014},
			{"Ann", "0912345678", "   ", "", 1014},
			{strings.Repeat("王", 51), "0912345678", "1 Harbour Road", "", 1002},
			{"Ann\n", "0912345678", "1 Harbour Road", "", 1002},
			{"Ann\u202e", "0912345678", "1 Harbour Road", "", 1002},
			{"Ann", "phone me", "1 Harbour Road", "", 1002},
			{"Ann", "12345", "1 Harbour Road", "", 1002},
			{"Ann", "------", "1 Harbour Road", "", 1002},
			{"Ann", "٠٩١٢٣٤٥٦٧٨", "1 Harbour Road", "", 1002},
			{"Ann", "0912345678", "here", "", 1002},
			{"Ann", "0912345678", strings.Repeat("路", 201), "", 1002},
			{"Ann", "0912345678", "1 Harbour\x00Road", "", 1002},
			{"Ann", "0912345678", "1 Harbour Road", "tw", 1002},
			{"Ann", "0912345678", "1 Harbour Road", "QQ", 1002},
			{"Ann", "0912345678", "1 Harbour Road", "ZZ", 1002},
		} {
			r := w.client.Call("/api/address/add", ann, "name", one.name, "phone", one.phone, "detail", one.detail, "region", one.region)
			if r.Code != one.want {
				t.Errorf("%+v: %s", one, r.Body)
			}
		}
		if list := w.list(ann); len(list) != 0 {
			t.Errorf("one was kept: %+v", list)
		}
		var group sync.WaitGroup
		codes := make([]int, 30)
		for i := range codes {
			group.Go(func() {
				codes[i] = w.client.Call("/api/address/add", ann, "name", fmt.Sprint("Ann ", i), "phone", "0912345678", "detail", "1 Harbour Road").Code
			})
		}
		group.Wait()
		kept, defaults := w.list(ann), 0
		for _, a := range kept {
			if a.IsDefault {
				defaults++
			}
		}
		refused := 0
		for _, code := range codes {
			if code == ErrTooMany.Code {
				refused++
			}
		}
		if len(kept) != perUserMax || defaults != 1 || refused != 20 {
			t.Errorf("of thirty at once %d are kept, %d as the default, %d were refused", len(kept), defaults, refused)
		}
	})
}

// What is stored says nothing, and only to its own row; a new key takes over row by
// row, and without a key nothing is taken.
func TestAddressesAreSealed(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		ann, ctx := w.User(1), context.Background()
		a, b := w.add(ann, "Secretive"), w.add(ann, "Other")
		stored := make(map[string]string)
		w.View(func(tx *sqldb.Tx) error {
			return tx.Query(func(r *sqldb.Row) error {
				one, err := addressTable.Scan(r)
				stored[one.ID] = one.Sealed
				return err
			}, selectOfOne, ann)
		})
		for id, text := range stored {
			if strings.Contains(text, "Secretive") || strings.Contains(text, "345") && strings.Contains(text, "912-345") {
				t.Errorf("%s is stored as %q", id, text)
			}
		}
		if _, err := w.service.open(row{ID: a.ID, Sealed: stored[b.ID]}); err == nil {
			t.Error("what was moved to another row opened")
		}
		former := bytes.Repeat([]byte{1}, seal.KeyBytes)
		both := New(db, entropy.System(), w.notices, sealer(t, 2, former))
		for _, want := range []int{2, 0} {
			if n, err := both.Rotate(ctx); err != nil || n != want {
				t.Errorf("%d were sealed anew, %v; want %d", n, err, want)
			}
		}
		w.View(func(tx *sqldb.Tx) error {
			list, err := New(db, entropy.System(), w.notices, sealer(t, 2)).Of(tx, ann)
			if err == nil && names(list) != "Secretive* Other" {
				t.Errorf("with the new key alone: %s", names(list))
			}
			if _, err := w.service.Of(tx, ann); err == nil {
				t.Error("the former key opens what was sealed anew")
			}
			return err
		})
		without := apitest.New(t, db)
		New(db, entropy.System(), w.notices, nil).Register(without.API)
		for _, path := range []string{"/api/address/list", "/api/address/add", "/api/address/edit", "/api/address/delete", "/api/address/setDefault"} {
			if r := without.Call(path, ann, "id", a.ID, "name", "Ann", "phone", "0912345678", "detail", "1 Harbour Road"); r.Code != 1011 {
				t.Errorf("%s without a key: %s", path, r.Body)
			}
		}
	})
}

// Whatever the form takes it takes again, and nothing of it can break a line.
func FuzzForm(f *testing.F) {
	f.Add("王小明", "+886 912-345-678", "臺北市信義區市府路 1 號", "TW")
	f.Add("=cmd|' /C calc'!A0", "0912345678", "1 Harbour Road", "")
	f.Fuzz(func(t *testing.T, name, phone, detail, region string) {
		form := Form{name, phone, detail, region}
		if form.Check() != nil {
			return
		}
		again := form
		if err := again.Check(); err != nil || again != form {
			t.Errorf("%+v became %+v, %v", form, again, err)
		}
	})
}
