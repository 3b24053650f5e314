package notice_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"etld/internal/base/entropy"
	"etld/internal/features/notice"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/httpapi/apitest"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

type inbox struct {
	*apitest.Client
	service *notice.Service
	db      *sqldb.DB
}

func newInbox(t *testing.T, db *sqldb.DB) inbox {
	t.Helper()
	service, err := notice.New(db, entropy.System())
	if err != nil {
		t.Fatal(err)
	}
	client := apitest.New(t, db)
	service.Register(client.API)
	return inbox{Client: client, service: service, db: db}
}

func (i inbox) send(t *testing.T, userID, kind string, params map[string]string) error {
	t.Helper()
	return i.db.Command(context.Background(), func(tx sqldb.Command) error { return i.service.Send(tx, userID, kind, params, "/myMiner") })
}

// machine is the parameters of a notice about a small machine.
func machine(no string, more ...string) map[string]string {
	params := map[string]string{"minerNo": no, "machine.en": "Small machine", "machine.zhtw": "小型礦機", "machine.ru": "Малый майнер"}
	for n := 0; n < len(more); n += 2 {
		params[more[n]] = more[n+1]
	}
	return params
}

func (i inbox) list(t *testing.T, userID string, params ...string) httpapi.List[notice.Notice] {
	t.Helper()
	return apitest.Data[httpapi.List[notice.Notice]](t, i.Call("/api/user/notices", userID, params...))
}

func TestNoticesSpeakTheReadersLanguage(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		i := newInbox(t, db)
		if err := i.send(t, "ann", "machine_ending", machine("M7", "endAt", "2026-03-05T20:30:00Z")); err != nil {
			t.Fatal(err)
		}
		for language, want := range map[string]string{
			"en_US": "The term of Small machine ends at 6 Mar 2026, 04:30 UTC+8. Its principal then returns to your balance.",
			"zh_cn": "小型礦機將於 2026/03/06 04:30 UTC+8 到期，屆時本金退回您的餘額。",
			"ru_RU": "Малый майнер: срок истекает 06.03.2026, 04:30 UTC+8. Затем основная сумма вернётся на ваш баланс.",
		} {
			got := apitest.Data[httpapi.List[notice.Notice]](t, i.In(language).Call("/api/user/notices", "ann"))
			if len(got.List) != 1 || got.List[0].Text != want || got.List[0].Link != "/myMiner" || got.List[0].Read || got.List[0].Title == "" {
				t.Errorf("%s: %+v", language, got)
			}
		}
		if others := i.list(t, "bob"); len(others.List) != 0 {
			t.Errorf("another user reads %+v", others)
		}
	})
}

// One cause may tell a user several things at one time.
func TestNoticesOfOneTransactionStandNewestFirst(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		i := newInbox(t, db)
		kinds := []string{"machine_started", "machine_ending", "machine_dug_out", "machine_completed"}
		var sent, got []string
		for round := range 5 {
			for n := range kinds {
				sent = append(sent, kinds[(n+round)%len(kinds)])
			}
		}
		if err := db.Command(context.Background(), func(tx sqldb.Command) (err error) {
			for _, kind := range sent {
				err = errors.Join(err, i.service.Send(tx, "ann", kind, machine("M7", "amount", "1", "endAt", "2026-03-05T20:30:00Z"), "/"))
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
		for _, n := range i.list(t, "ann", "size", "50").List {
			got = append(got, n.Kind)
		}
		slices.Reverse(sent)
		if !slices.Equal(got, sent) {
			t.Errorf("the inbox shows %v, want %v", got, sent)
		}
	})
}

func TestReadNotice(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		i := newInbox(t, db)
		for range 3 {
			c.Advance(time.Second)
			for _, user := range []string{"ann", "bob"} {
				if err := i.send(t, user, "machine_dug_out", machine("M7")); err != nil {
					t.Fatal(err)
				}
			}
		}
		first := i.list(t, "ann").List[0].ID
		for _, step := range []struct {
			user   string
			params []string
			code   int
			unread int64
		}{
			{"ann", []string{"id", first}, 200, 2},
			{"ann", []string{"id", first}, 200, 2},
			{"bob", []string{"id", first}, 1005, 0},
			{"ann", []string{"id", "NONE00"}, 1005, 0},
			{"ann", []string{"id", "!"}, 1002, 0},
			{"ann", nil, 1002, 0},
			{"ann", []string{"id", first, "all", "true"}, 1002, 0},
			{"ann", []string{"all", "true"}, 200, 0},
		} {
			got := i.Call("/api/user/readNotice", step.user, step.params...)
			if got.Code != step.code {
				t.Errorf("%s %v: %s", step.user, step.params, got.Body)
			} else if step.code == 200 && apitest.Data[notice.ReadOut](t, got).Unread != step.unread {
				t.Errorf("%s %v: %s, want %d unread", step.user, step.params, got.Body, step.unread)
			}
		}
		for _, n := range i.list(t, "ann").List {
			if !n.Read {
				t.Errorf("%s is still unread", n.ID)
			}
		}
		for _, n := range i.list(t, "bob").List {
			if n.Read {
				t.Errorf("ann read bob's %s", n.ID)
			}
		}
	})
}

func TestPagesNeitherRepeatNorSkip(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		i := newInbox(t, db)
		for range 7 {
			c.Advance(time.Second)
			if err := i.send(t, "ann", "machine_dug_out", machine("M7")); err != nil {
				t.Fatal(err)
			}
		}
		var seen []string
		cursor := ""
		for range 3 {
			got := i.list(t, "ann", "size", "3", "cursor", cursor)
			for _, n := range got.List {
				seen = append(seen, n.ID)
			}
			// One that arrives in between belongs before the first page.
			if err := i.send(t, "ann", "machine_dug_out", machine("M8")); err != nil {
				t.Fatal(err)
			}
			if cursor = got.NextCursor; got.HasMore != (cursor != "") || got.HasMore != (len(seen) < 7) {
				t.Errorf("after %d: hasMore %v, cursor %q", len(seen), got.HasMore, cursor)
			}
		}
		if len(seen) != 7 {
			t.Fatalf("saw %d of 7", len(seen))
		}
		for n := 1; n < len(seen); n++ {
			if seen[n] >= seen[n-1] {
				t.Errorf("%s follows %s", seen[n], seen[n-1])
			}
		}
		for _, bad := range []string{"x", "AAAA", strings.Repeat("A", 129)} {
			if got := i.Call("/api/user/notices", "ann", "cursor", bad); got.Code != 1002 {
				t.Errorf("cursor %q: %s", bad, got.Body)
			}
		}
	})
}

func TestSendRefusesWhatCannotBeShown(t *testing.T) {
	t.Parallel()
	db, _ := dbtest.SQLite(t)
	i := newInbox(t, db)
	if err := i.send(t, "ann", "machine_flew_away", nil); !errors.Is(err, notice.ErrUnknownKind) {
		t.Errorf("unknown kind: %v", err)
	}
	if err := i.send(t, "ann", "machine_dug_out", nil); !errors.Is(err, notice.ErrMissingParam) {
		t.Errorf("missing parameter: %v", err)
	}
	nameless := machine("M7")
	delete(nameless, "machine.ru")
	if err := i.send(t, "ann", "machine_dug_out", nameless); !errors.Is(err, notice.ErrMissingParam) {
		t.Errorf("a name without a translation: %v", err)
	}
	if got := i.list(t, "ann"); len(got.List) != 0 {
		t.Errorf("refused notices were stored: %+v", got)
	}
}

func TestUnread(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		i := newInbox(t, db)
		err := db.Update(context.Background(), func(tx *sqldb.Tx) error {
			for _, user := range []string{"ann", "ann", "bob"} {
				if err := i.service.Send(tx, user, "machine_dug_out", machine("M7"), ""); err != nil {
					return err
				}
			}
			if n, err := i.service.Unread(tx, "ann"); err != nil || n != 2 {
				t.Errorf("ann has %d unread, %v", n, err)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}
