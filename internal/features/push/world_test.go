package push

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"etld/internal/base/entropy"
	"etld/internal/base/fault"
	"etld/internal/features/push/pushtest"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/httpapi/apitest"
	"etld/internal/infra/seal"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// inbox is a list of notices, the place of each its index from 1.
type inbox struct {
	list []entry
	// lostFor is whose notices have no words.
	lostFor string
}

var errLost = errors.New("a notice without words")

type entry struct {
	userID, kind string
	isRead       bool
}

func (b *inbox) send(userID, kind string) { b.list = append(b.list, entry{userID: userID, kind: kind}) }

func (b *inbox) read(userID string) {
	for i := range b.list {
		b.list[i].isRead = b.list[i].isRead || b.list[i].userID == userID
	}
}

func (b *inbox) NewestPlace(*sqldb.Tx) (int64, error) { return int64(len(b.list)), nil }

func (b *inbox) NewsAfter(_ *sqldb.Tx, place int64, limit int, each func(userID, noticeID, kind string)) (int64, bool, error) {
	for ; place < int64(len(b.list)) && limit > 0; limit-- {
		each(b.list[place].userID, fmt.Sprint(place), b.list[place].kind)
		place++
	}
	return place, limit == 0, nil
}

func (*inbox) WantsAtOnce(_ *sqldb.Tx, _, kind string) (bool, error) { return kind != "silenced", nil }

func (b *inbox) InWords(_ *sqldb.Tx, userID, noticeID string, language httpapi.Language) (title, text, link string, err error) {
	if userID == b.lostFor {
		return "", "", "", errLost
	}
	for i, one := range b.list {
		if fmt.Sprint(i) == noticeID && one.userID == userID && !one.isRead {
			return one.kind + " in " + string(language), "You got 12.5 USDT. " + strings.Repeat("字", 400), "/wallet", nil
		}
	}
	return "", "", "", nil
}

func (b *inbox) Unread(_ *sqldb.Tx, userID string) (n int64, err error) {
	for _, one := range b.list {
		if one.userID == userID && !one.isRead {
			n++
		}
	}
	return n, nil
}

// sessions are live until they are ended; a token is "ann@phone".
type sessions struct{ byHash, ended map[string]string }

func (*sessions) Hints(string) []sqldb.Hint { return nil }

func (s *sessions) Find(_ sqldb.Command, hash string) (httpapi.Session, error) {
	token, known := s.byHash[hash]
	if !known {
		return httpapi.Session{}, fault.SignInAgain
	}
	userID, _, _ := strings.Cut(token, "@")
	return httpapi.Session{ID: token, UserID: userID}, nil
}

func (*sessions) Touch(sqldb.Command, string) error { return nil }

func (s *sessions) IsKept(_ *sqldb.Tx, userID, sessionID string) (bool, error) {
	_, hasEnded := s.ended[sessionID]
	return !hasEnded && strings.HasPrefix(sessionID, userID+"@"), nil
}

// world is a platform with an inbox and browsers.
type world struct {
	t        *testing.T
	db       *sqldb.DB
	clock    dbtest.Clock
	inbox    inbox
	sessions *sessions
	browsers *pushtest.Service
	push     *Service
	client   *apitest.Client
}

func sealerOf(t *testing.T, letter string, former ...[]byte) *seal.Sealer {
	t.Helper()
	s, err := seal.New([]byte(strings.Repeat(letter, seal.KeyBytes)), entropy.System(), former...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func newWorld(t *testing.T, db *sqldb.DB, c dbtest.Clock) *world {
	t.Helper()
	w := &world{t: t, db: db, clock: c, sessions: &sessions{make(map[string]string), make(map[string]string)}, browsers: pushtest.New(t)}
	var err error
	w.push, err = New(Config{DB: db, Chance: entropy.System(), Sealer: sealerOf(t, "a"), Notices: &w.inbox, Sessions: w.sessions,
		Contact: "https://etld.example", Log: slog.New(slog.DiscardHandler), Services: []string{w.browsers.Host()}, Client: w.browsers.Client()})
	if err != nil {
		t.Fatal(err)
	}
	w.client = apitest.NewWith(t, db, httpapi.Config{Sessions: w.sessions})
	w.push.Register(w.client.API)
	w.work()
	return w
}

// work does what the jobs have to do now.
func (w *world) work() {
	w.t.Helper()
	if err := w.tryWork(); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) tryWork() error {
	for _, job := range w.push.Jobs() {
		for more := true; more; {
			var err error
			if more, err = job.Work(context.Background()); err != nil {
				return err
			}
		}
	}
	return nil
}

// later does it when messages were gathered.
func (w *world) later() {
	w.t.Helper()
	w.work()
	w.clock.Advance(gatherFor)
	w.work()
}

func (w *world) call(path, token string, params ...string) apitest.Reply {
	w.t.Helper()
	w.sessions.byHash[httpapi.HashToken(token)] = token
	return w.client.Call(path, token, params...)
}

func (w *world) settings(token string) Settings {
	w.t.Helper()
	return apitest.Data[Settings](w.t, w.call("/api/push/settings", token))
}

func (w *world) devices(token string) []Device {
	w.t.Helper()
	return apitest.Data[httpapi.List[Device]](w.t, w.call("/api/push/list", token)).List
}

// browser is one that asked to be told in a session.
func (w *world) browser(token string) *pushtest.Browser {
	w.t.Helper()
	w.clock.Advance(time.Second)
	b := w.browsers.Browser(w.settings(token).PublicKey)
	w.subscribe(token, b)
	return b
}

func (w *world) subscribe(token string, b *pushtest.Browser) {
	w.t.Helper()
	if r := w.call("/api/push/subscribe", token, b.Params()...); r.Code != http.StatusOK {
		w.t.Fatal(r.Body)
	}
}

// expect holds the titles that a browser was shown.
func (w *world) expect(b *pushtest.Browser, titles ...string) {
	w.t.Helper()
	var got []string
	for _, m := range b.Told() {
		got = append(got, m.Title)
	}
	if strings.Join(got, "|") != strings.Join(titles, "|") {
		w.t.Errorf("the browser was told %q, want %q", got, titles)
	}
}
