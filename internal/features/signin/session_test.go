package signin_test

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"etld/internal/base/clock"
	"etld/internal/features/signin"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/httpapi/apitest"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

func TestSuspendedUsersStayOut(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c, nil)
		ann := newWallet(1)
		in := w.signIn(ann)
		suspend := func(until time.Time) {
			if err := db.Update(context.Background(), func(tx *sqldb.Tx) error { return w.service.Suspend(tx, in.ID, "stolen key", until) }); err != nil {
				t.Fatal(err)
			}
		}
		suspend(time.Time{})
		w.expect("an open session", w.Call(infoPath, *in.Token), 1001)
		c.Advance(time.Second)
		got := w.login(ann, c.Now())
		w.expect("a new sign-in", got, 1104)
		if got.Message != "This account is suspended: stolen key" || strings.Contains(string(got.Data), "until") {
			t.Errorf("the message is %q, with %s", got.Message, got.Data)
		}
		end := c.Now().Add(time.Hour)
		suspend(end)
		if got = w.login(ann, c.Now()); !strings.Contains(string(got.Data), `"until":"`+clock.Text(end)) {
			t.Errorf("until %s: %s", end, got.Data)
		}
		c.Advance(time.Hour - time.Second)
		w.expect("a second before its end", w.login(ann, c.Now()), 1104)
		c.Advance(time.Second)
		w.expect("after it", w.login(ann, c.Now()), 200)
		for range 2 {
			if err := jobs.NewRunner(slog.New(slog.DiscardHandler), nil, w.service.Jobs()...).Drain(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if got := strings.Count(strings.Join(w.notices.take(), "\n"), "account_restored"); got != 1 {
			t.Errorf("told %d times that it is over", got)
		}
	})
}

func TestSessionsExpire(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c, nil)
		idle, used := w.signIn(newWallet(1)), w.signIn(newWallet(2))
		start := c.Now()
		for day := 1; day <= 29; day++ {
			c.Set(start.Add(time.Duration(day) * 24 * time.Hour))
			w.expect(fmt.Sprint("used daily, day ", day), w.Call(infoPath, *used.Token), 200)
			if day == 7 {
				w.expect("idle for seven days", w.Call(infoPath, *idle.Token), 1001)
			}
		}
		c.Set(start.Add(30*24*time.Hour - time.Second))
		w.expect("just before thirty days", w.Call(infoPath, *used.Token), 200)
		c.Set(start.Add(30 * 24 * time.Hour))
		w.expect("after thirty days of use", w.Call(infoPath, *used.Token), 1001)
		// Two sessions, and the two messages that made them.
		for _, want := range []int{4, 0} {
			left := 0
			err := db.View(t.Context(), func(tx *sqldb.Tx) error {
				_, err := tx.QueryOne(sqldb.Dest(&left), `SELECT (SELECT COUNT(*) FROM signin_session) + (SELECT COUNT(*) FROM signin_message)`)
				return err
			})
			if err != nil || left != want {
				t.Errorf("%d rows, %v; want %d", left, err, want)
			}
			for _, job := range w.service.Jobs() {
				if _, err := job.Work(t.Context()); err != nil {
					t.Error(err)
				}
			}
		}
	})
}

// However the uses before it lie, a session outlives its last one by seven days,
// and by no more than the hour within which uses are not recorded.
func TestSessionsSlide(t *testing.T) {
	t.Parallel()
	const week = 7 * 24 * time.Hour
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c, nil)
		for i, uses := range [][]time.Duration{
			nil, {time.Microsecond}, {59 * time.Minute}, {time.Hour}, {time.Second, time.Hour - time.Microsecond}, {59 * time.Minute, 118 * time.Minute, 177 * time.Minute},
			{3 * time.Hour, 4*time.Hour - time.Microsecond, 4 * time.Hour, 4*time.Hour + 59*time.Minute},
		} {
			leaving, staying := w.signIn(newWallet(int64(2*i+1))), w.signIn(newWallet(int64(2*i+2)))
			start, last := c.Now(), c.Now()
			for _, after := range uses {
				last = start.Add(after)
				c.Set(last)
				w.expect(fmt.Sprint(uses, " used after ", after), w.Call(infoPath, *staying.Token), 200)
				w.expect(fmt.Sprint(uses, " used after ", after), w.Call(infoPath, *leaving.Token), 200)
			}
			c.Set(last.Add(week - time.Microsecond))
			w.expect(fmt.Sprint(uses, " just before a week without use"), w.Call(infoPath, *staying.Token), 200)
			if len(uses) > 0 {
				c.Set(last.Add(week + time.Hour))
			} else {
				c.Set(last.Add(week))
			}
			w.expect(fmt.Sprint(uses, " after it"), w.Call(infoPath, *leaving.Token), 1001)
		}
	})
}

func TestFiveSessions(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c, nil)
		ann, bob := newWallet(1), w.signIn(newWallet(2))
		var tokens []string
		for range 6 {
			tokens = append(tokens, *w.signIn(ann).Token)
		}
		w.expect("the oldest of six", w.Call(infoPath, tokens[0]), 1001)
		// The first sign-in is no news, and only the sixth ends another session.
		told := w.notices.take()
		for i, sent := range told {
			if dropped := strings.HasPrefix(sent, "new_session_oldest_ended "); dropped != (i == 4) {
				t.Errorf("sign-in %d left %q", i+2, sent)
			}
		}
		if len(told) != 5 {
			t.Errorf("notices %q", told)
		}
		for _, token := range append(tokens[1:], *bob.Token) {
			w.expect("a younger session", w.Call(infoPath, token), 200)
		}
		rows := apitest.Data[httpapi.List[signin.SessionRow]](t, w.Call("/api/user/sessions", tokens[5])).List
		if len(rows) != 5 || !rows[0].Current || rows[1].Current || rows[0].IP != "192.0.2.1" {
			t.Errorf("sessions %+v", rows)
		}
		w.expect("another user's session", w.Call("/api/user/revokeSession", *bob.Token, "sessionId", rows[1].ID), 1005)
		w.expect("revoke", w.Call("/api/user/revokeSession", tokens[5], "sessionId", rows[1].ID), 200)
		w.expect("revoke again", w.Call("/api/user/revokeSession", tokens[5], "sessionId", rows[1].ID), 1005)
		w.expect("the revoked session", w.Call(infoPath, tokens[4]), 1001)
		w.expect("logout", w.Call("/api/user/logout", tokens[5]), 200)
		w.expect("after logout", w.Call(infoPath, tokens[5]), 1001)
		w.expect("logout again", w.Call("/api/user/logout", tokens[5]), 1001)
		w.expect("no token", w.Call(infoPath, ""), 1001)
		w.expect("an invented token", w.Call(infoPath, strings.Repeat("0", 64)), 1001)
	})
}

func TestUpdateProfile(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c, nil)
		token := *w.signIn(newWallet(1)).Token
		for _, test := range []struct {
			params []string
			code   int
		}{
			{nil, 1002}, {[]string{"nickName", "   "}, 1002}, {[]string{"nickName", strings.Repeat("名", 25)}, 1002},
			{[]string{"image", "https://evil.example/x.svg"}, 1002}, {[]string{"nickName", "a\x00b"}, 1002},
			{[]string{"nickName", " " + strings.Repeat("名", 22) + " "}, 200}, {[]string{"image", "lantern"}, 200},
		} {
			w.expect(fmt.Sprint(test.params), w.Call("/api/user/updateProfile", token, test.params...), test.code)
		}
		if got := apitest.Data[signin.UserInfo](t, w.Call(infoPath, token)); got.NickName != strings.Repeat("名", 22) || got.Image != "lantern" {
			t.Errorf("stored %+v", got)
		}
	})
}

func TestNothingSecretIsStoredOrLogged(t *testing.T) {
	t.Parallel()
	db, c := dbtest.SQLite(t)
	w := newWorld(t, db, c, contracts{common.BytesToAddress([]byte("gone")): "unreachable"})
	in := w.signIn(newWallet(1))
	w.login(newWallet(1), c.Now(), "username", common.BytesToAddress([]byte("gone")).Hex())
	err := db.View(context.Background(), func(tx *sqldb.Tx) error {
		var n int64
		_, err := tx.QueryOne(sqldb.Dest(&n), `SELECT COUNT(*) FROM signin_session WHERE token_hash = $1 OR id = $1`, *in.Token)
		if n != 0 {
			t.Error("the token is stored in the clear")
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	log := w.Log.String()
	if strings.Contains(log, *in.Token) || strings.Contains(log, "Time: ") || !strings.Contains(log, "connection refused") {
		t.Errorf("the log is %s", log)
	}
}

// Sessions that ran out by themselves make room without a word.
func TestExpiredSessionsAreNotDropped(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c, nil)
		ann := newWallet(1)
		for range 5 {
			w.signIn(ann)
		}
		c.Advance(8 * 24 * time.Hour)
		w.notices.take()
		w.signIn(ann)
		if told := w.notices.take(); len(told) != 1 || !strings.HasPrefix(told[0], "new_session ") {
			t.Errorf("notices %q", told)
		}
	})
}

// A session that was not used for a week opens nothing and is kept for those who tell its
// owner of news, for as long as a session may be, unless somebody ends it.
func TestAnIdleSessionIsKept(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c, nil)
		ann := newWallet(1)
		idle := w.signIn(ann)
		sessionID := func() (id string) {
			if err := db.View(t.Context(), func(tx *sqldb.Tx) error {
				_, err := tx.QueryOne(sqldb.Dest(&id), `SELECT id FROM signin_session WHERE user_id = $1 ORDER BY created_at DESC LIMIT 1`, idle.ID)
				return err
			}); err != nil {
				t.Fatal(err)
			}
			return id
		}
		first := sessionID()
		wantKept := func(what, id string, want bool) {
			t.Helper()
			if err := jobs.NewRunner(slog.New(slog.DiscardHandler), nil, w.service.Jobs()...).Drain(t.Context()); err != nil {
				t.Fatal(err)
			}
			if err := db.View(t.Context(), func(tx *sqldb.Tx) error {
				got, err := w.service.IsKept(tx, idle.ID, id)
				if got != want {
					t.Errorf("%s: kept %t, want %t", what, got, want)
				}
				return err
			}); err != nil {
				t.Fatal(err)
			}
		}
		c.Advance(10 * 24 * time.Hour)
		w.expect("after ten days without use", w.Call(infoPath, *idle.Token), 1001)
		wantKept("after ten days without use", first, true)
		// Whoever lost the device finds it, and ends it.
		lost := newWallet(2)
		w.signIn(lost)
		c.Advance(10 * 24 * time.Hour)
		token := *w.signIn(lost).Token
		rows := apitest.Data[httpapi.List[signin.SessionRow]](t, w.Call("/api/user/sessions", token)).List
		if len(rows) != 2 || !rows[0].IsLive || rows[1].IsLive {
			t.Fatalf("sessions %+v", rows)
		}
		w.expect("end it", w.Call("/api/user/revokeSession", token, "sessionId", rows[1].ID), 200)
		if rows = apitest.Data[httpapi.List[signin.SessionRow]](t, w.Call("/api/user/sessions", token)).List; len(rows) != 1 {
			t.Errorf("afterwards %+v", rows)
		}
		// Elsewhere it goes on; of six it is the one that goes.
		for range 4 {
			c.Advance(time.Second)
			w.signIn(ann)
		}
		wantKept("beside four", first, true)
		last := sessionID()
		c.Advance(10*24*time.Hour - time.Minute)
		wantKept("just before it is as old as one may be", first, true)
		c.Advance(time.Minute)
		wantKept("as old as one may be", first, false)
		for range 5 {
			c.Advance(time.Second)
			w.signIn(ann)
		}
		wantKept("behind five that live", last, false)
		newest := sessionID()
		if err := db.Update(context.Background(), func(tx *sqldb.Tx) error { return w.service.Suspend(tx, idle.ID, "stolen key", time.Time{}) }); err != nil {
			t.Fatal(err)
		}
		wantKept("of somebody who is suspended", newest, false)
	})
}
