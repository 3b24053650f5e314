package httpapi

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"etld/internal/base/entropy"
	"etld/internal/base/fault"
	"etld/internal/base/money"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// The tests' world: tables of their own for sessions and for an effect that
// can be counted.
const (
	createSessions = `CREATE TABLE test_session (hash TEXT NOT NULL PRIMARY KEY, user_id TEXT NOT NULL)`
	createCounters = `CREATE TABLE test_counter (id TEXT NOT NULL PRIMARY KEY, n BIGINT NOT NULL)`
	insertSession  = `INSERT INTO test_session (hash, user_id) VALUES ($1, $2)`
	deleteSession  = `DELETE FROM test_session WHERE hash = $1`
	selectCounter  = `SELECT n FROM test_counter WHERE id = $1`
	addFreely      = `INSERT INTO test_counter (id, n) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET n = test_counter.n + excluded.n`
)

var (
	testSessions = sqldb.NewLookup("test sessions", `SELECT hash, user_id FROM test_session WHERE hash`,
		sqldb.Single(func(row *sqldb.Row) (hash, userID string, err error) {
			err = row.Scan(&hash, &userID)
			return hash, userID, err
		}))
	counterTable = sqldb.NewTable[counter]("test_counter", "id, n")
	counters     = sqldb.NewLookup("test counters", counterTable.Select("WHERE id"), sqldb.Single(counterTable.ByKey(func(r counter) string { return r.id })))
	saveCounter  = counterTable.Upsert()
)

type counter struct {
	id string
	n  int64
}

type sessionTable struct{}

func (sessionTable) Hints(hash string) []sqldb.Hint { return []sqldb.Hint{testSessions.Hint(hash)} }

func (sessionTable) Find(tx sqldb.Command, hash string) (Session, error) {
	userID, found, err := testSessions.Get(tx, hash)
	if err == nil && !found {
		err = fault.SignInAgain
	}
	return Session{ID: "s" + userID, UserID: userID}, err
}

func (sessionTable) Touch(sqldb.Command, string) error { return nil }

type addIn struct {
	Amount money.Amount `query:"amount" maximum:"100"`
	Mode   string       `query:"mode" default:"add" enum:"add,refuse,wait,break,panic"`
}

type addOut struct {
	Total money.Amount `json:"total"`
	By    string       `json:"by"`
}

var (
	errTooMuch = fault.New(1404, "test_too_much")
	errLater   = fault.NewTransient(1401, "test_later")
)

// outcome is what the tests' commands do after they took effect.
func outcome(mode string) error {
	switch mode {
	case "refuse":
		return errTooMuch.With("min", "1").With("max", "2")
	case "wait":
		return errLater
	case "break":
		return io.ErrUnexpectedEOF
	case "panic":
		panic("a mistake")
	}
	return nil
}

func addCommand(tx sqldb.Command, c Caller, in addIn) (addOut, error) {
	sum, _, err := counters.Get(tx, c.UserID)
	if err != nil {
		return addOut{}, err
	}
	sum.id, sum.n = c.UserID, sum.n+int64(in.Amount)
	counters.Set(tx, c.UserID, sum)
	saveCounter.Add(tx, sum)
	return addOut{Total: money.Amount(sum.n), By: c.UserID}, outcome(in.Mode)
}

func addFree(tx *sqldb.Tx, c Caller, in addIn) (addOut, error) {
	if _, err := tx.Exec(addFreely, c.UserID, int64(in.Amount)); err != nil {
		return addOut{}, err
	}
	var n int64
	if _, err := tx.QueryOne(sqldb.Dest(&n), selectCounter, c.UserID); err != nil {
		return addOut{}, err
	}
	return addOut{Total: money.Amount(n), By: c.UserID}, outcome(in.Mode)
}

type world struct {
	t   testing.TB
	db  *sqldb.DB
	api *API
	log *strings.Builder
}

// newWorld makes the tests' tables and registers their calls.
func newWorld(t testing.TB, db *sqldb.DB, limits Limits) *world {
	t.Helper()
	w := joinWorld(t, db, limits)
	w.must(func(tx *sqldb.Tx) error {
		if _, err := tx.Exec(createSessions); err != nil {
			return err
		}
		_, err := tx.Exec(createCounters)
		return err
	})
	return w
}

// joinWorld registers the tests' calls on a database that has the tables.
func joinWorld(t testing.TB, db *sqldb.DB, limits Limits) *world {
	t.Helper()
	w := &world{t: t, db: db, log: &strings.Builder{}}
	api, err := New(Config{DB: db, Sessions: sessionTable{}, Chance: entropy.Seeded(1), Limits: limits,
		Log: slog.New(slog.NewTextHandler(w.log, nil)), Origins: []string{"https://app.example"}})
	if err != nil {
		t.Fatal(err)
	}
	w.api = api
	hints := func(c Caller, _ addIn) []sqldb.Hint { return []sqldb.Hint{counters.Hint(c.UserID)} }
	Command(api, Op{Path: "/api/test/add", Tag: "test", Part: "/api/test/add"}, CommandSpec[addIn, addOut]{Handle: addCommand, Hints: hints})
	Free(api, Op{Path: "/api/test/addFree", Tag: "test", Part: "/api/test/addFree"}, addFree)
	View(api, Op{Path: "/api/test/total", Tag: "test"}, func(tx *sqldb.Tx, c Caller, _ struct{}) (addOut, error) {
		sum, _, err := counters.Get(tx, c.UserID)
		return addOut{Total: money.Amount(sum.n), By: c.UserID}, err
	})
	Read(api, Op{Path: "/api/test/language", Tag: "test", Public: true}, func(_ context.Context, c Caller, _ struct{}) (string, error) {
		return string(c.Language), nil
	})
	return w
}

func (w *world) must(body func(tx *sqldb.Tx) error) {
	w.t.Helper()
	if err := w.db.Update(context.Background(), body); err != nil {
		w.t.Fatal(err)
	}
}

// signIn gives a user a token.
func (w *world) signIn(userID string) (token string) {
	w.t.Helper()
	token = "token-of-" + userID
	w.must(func(tx *sqldb.Tx) error {
		_, err := tx.Exec(insertSession, HashToken(token), userID)
		return err
	})
	return token
}

func (w *world) total(userID string) (n money.Amount) {
	w.t.Helper()
	err := w.db.View(context.Background(), func(tx *sqldb.Tx) error {
		_, err := tx.QueryOne(sqldb.Dest(&n), selectCounter, userID)
		return err
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return n
}

type reply struct {
	Code    int             `json:"code"`
	Message string          `json:"message"`
	Data    json.RawMessage `json:"data"`

	status int
	body   string
	header http.Header
}

// call makes a call; params are name, value pairs.
func (w *world) call(path, token string, params ...string) reply {
	values := url.Values{}
	for i := 0; i < len(params); i += 2 {
		values.Add(params[i], params[i+1])
	}
	return w.raw(http.MethodPost, path, values.Encode(), map[string]string{"token": token, "lan": "en_US"})
}

func (w *world) raw(method, path, query string, headers map[string]string) reply {
	w.t.Helper()
	r := httptest.NewRequest(method, path, nil)
	r.URL.RawQuery = query
	for name, value := range headers {
		r.Header.Set(name, value)
	}
	recorder := httptest.NewRecorder()
	w.api.ServeHTTP(recorder, r)
	got := reply{status: recorder.Code, body: recorder.Body.String(), header: recorder.Header()}
	if got.status == http.StatusOK {
		if err := json.Unmarshal(recorder.Body.Bytes(), &got); err != nil {
			w.t.Fatalf("%s: %q is no answer: %v", path, got.body, err)
		}
	}
	return got
}

// eachEngine runs a test in its own world on both engines.
func eachEngine(t *testing.T, limits Limits, test func(t *testing.T, w *world)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) { test(t, newWorld(t, db, limits)) })
}
