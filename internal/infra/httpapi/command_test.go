package httpapi

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"etld/internal/base/money"
	"etld/internal/infra/meter"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

const requestID = "request-0000000001"

var commandPaths = []string{"/api/test/add", "/api/test/addFree"}

func TestParallelIdenticalCommandsTakeEffectOnce(t *testing.T) {
	t.Parallel()
	eachEngine(t, DefaultLimits, func(t *testing.T, w *world) {
		for i, path := range commandPaths {
			user := fmt.Sprint("user", i)
			token := w.signIn(user)
			var mu sync.Mutex
			bodies := make(map[string]int)
			var wg sync.WaitGroup
			for range 50 {
				wg.Go(func() {
					got := w.call(path, token, "requestId", requestID, "amount", "2.5")
					mu.Lock()
					defer mu.Unlock()
					bodies[got.body]++
				})
			}
			wg.Wait()
			want := fmt.Sprintf(`{"code":200,"message":"","data":{"total":"2.5","by":"%s"}}`, user)
			if bodies[want] != 50 {
				t.Errorf("%s: replies %v", path, bodies)
			}
			if total := w.total(user); total != money.MustParse("2.5") {
				t.Errorf("%s: the effect is %s", path, total)
			}
		}
	})
}

// TestParallelCommandsOnTwoInstances needs two programs on one database.
func TestParallelCommandsOnTwoInstances(t *testing.T) {
	t.Parallel()
	address := dbtest.Address(t, sqldb.Postgres)
	c := dbtest.NewClock()
	first := newWorld(t, dbtest.Open(t, address, c), Limits{})
	second := joinWorld(t, dbtest.Open(t, address, c), Limits{})
	token := first.signIn("user")
	var wg sync.WaitGroup
	for i := range 40 {
		w := []*world{first, second}[i%2]
		wg.Go(func() {
			for round := range 5 {
				got := w.call("/api/test/add", token, "requestId", fmt.Sprint(requestID, round), "amount", "1")
				if got.Code != 200 || string(got.Data) != fmt.Sprintf(`{"total":"%d","by":"user"}`, round+1) {
					t.Errorf("round %d: %s", round, got.body)
				}
			}
		})
	}
	wg.Wait()
	if total := first.total("user"); total != money.Units(5) {
		t.Errorf("5 request ids had the effect %s", total)
	}
}

func TestStoredAnswers(t *testing.T) {
	t.Parallel()
	eachEngine(t, Limits{}, func(t *testing.T, w *world) {
		for i, path := range commandPaths {
			user := fmt.Sprint("user", i)
			token := w.signIn(user)
			id := func(n int) string { return fmt.Sprintf("%s-%d", requestID, n) }

			refused := w.call(path, token, "requestId", id(1), "amount", "3", "mode", "refuse")
			if refused.Code != 1404 || w.total(user) != 0 {
				t.Errorf("%s: a refusal is %s and left %s", path, refused.body, w.total(user))
			}
			if again := w.call(path, token, "requestId", id(1), "amount", "3", "mode", "refuse"); again.body != refused.body {
				t.Errorf("%s: a stored refusal changed to %s", path, again.body)
			}
			if other := w.call(path, token, "requestId", id(1), "amount", "3"); other.Code != 1009 {
				t.Errorf("%s: other data under the same id got %s", path, other.body)
			}
			for _, mode := range []struct {
				name string
				code int
			}{{"wait", 1401}, {"break", 1008}, {"panic", 1008}} {
				if got := w.call(path, token, "requestId", id(2), "amount", "4", "mode", mode.name); got.Code != mode.code {
					t.Errorf("%s %s: %s", path, mode.name, got.body)
				}
			}
			if w.total(user) != 0 {
				t.Errorf("%s: failed calls left %s", path, w.total(user))
			}
			// A transient failure is not stored, so the id may be used again.
			done := w.call(path, token, "requestId", id(2), "amount", "5")
			if done.Code != 200 || w.total(user) != money.Units(5) {
				t.Errorf("%s: after failures %s, total %s", path, done.body, w.total(user))
			}
			if again := w.call(path, token, "extra", "ignored", "amount", "5", "requestId", id(2)); again.body != done.body {
				t.Errorf("%s: order and unknown parameters changed the answer to %s", path, again.body)
			}
		}
		if log := w.log.String(); strings.Contains(log, "amount=") || strings.Contains(log, "token-of") || !strings.Contains(log, "reference=") {
			t.Errorf("the log holds the query or the token, or no reference: %s", log)
		}
	})
}

func TestAnswersOutliveTheProcess(t *testing.T) {
	t.Parallel()
	dbtest.EachEngine(t, func(t *testing.T, engine sqldb.Engine) {
		address, c := dbtest.Address(t, engine), dbtest.NewClock()
		before := newWorld(t, dbtest.Open(t, address, c), Limits{})
		token := before.signIn("ann")
		first := before.call("/api/test/add", token, "requestId", requestID, "amount", "1")
		if err := before.db.Close(); err != nil {
			t.Fatal(err)
		}
		after := joinWorld(t, dbtest.Open(t, address, c), Limits{})
		if again := after.call("/api/test/add", token, "requestId", requestID, "amount", "1"); again.body != first.body {
			t.Errorf("before %s, after %s", first.body, again.body)
		}
		if other := after.call("/api/test/add", token, "requestId", requestID, "amount", "2"); other.Code != 1009 {
			t.Errorf("other data: %s", other.body)
		}
		if total := after.total("ann"); total != money.Units(1) {
			t.Errorf("the total is %s", total)
		}
	})
}

func TestStoredAnswerSpeaksTheCallersLanguage(t *testing.T) {
	t.Parallel()
	db, _ := dbtest.SQLite(t)
	w := newWorld(t, db, Limits{})
	token := w.signIn("user")
	query := "requestId=" + requestID + "&amount=101"
	chinese := w.raw("POST", "/api/test/add", query, map[string]string{"token": token, "lan": "zh_cn"})
	russian := w.raw("POST", "/api/test/add", query, map[string]string{"token": token, "lan": "ru_RU"})
	if chinese.Message != "參數錯誤：amount" || russian.Message != "Неверный параметр: amount" {
		t.Errorf("got %q and %q", chinese.Message, russian.Message)
	}
}

func TestRevokedSessionHasNoEffect(t *testing.T) {
	t.Parallel()
	eachEngine(t, Limits{}, func(t *testing.T, w *world) {
		for i, path := range commandPaths {
			user := fmt.Sprint("user", i)
			token := w.signIn(user)
			if got := w.call(path, token, "requestId", requestID, "amount", "1"); got.Code != 200 {
				t.Fatalf("%s: %s", path, got.body)
			}
			w.must(func(tx *sqldb.Tx) error {
				_, err := tx.Exec(deleteSession, HashToken(token))
				return err
			})
			// The token is still remembered, and even the stored answer is not given out.
			for _, id := range []string{requestID, requestID + "x"} {
				if got := w.call(path, token, "requestId", id, "amount", "1"); got.Code != 1001 {
					t.Errorf("%s: %s", path, got.body)
				}
			}
			if total := w.total(user); total != money.Units(1) {
				t.Errorf("%s: a revoked session changed the total to %s", path, total)
			}
		}
	})
}

func TestWrongParametersDoNotHideAnEndedSession(t *testing.T) {
	t.Parallel()
	eachEngine(t, Limits{}, func(t *testing.T, w *world) {
		for i, path := range commandPaths {
			token := w.signIn(fmt.Sprint("user", i))
			if got := w.call(path, token, "requestId", requestID); got.Code != 1002 {
				t.Errorf("%s without its amount: %s", path, got.body)
			}
			w.must(func(tx *sqldb.Tx) error {
				_, err := tx.Exec(deleteSession, HashToken(token))
				return err
			})
			if got := w.call(path, token, "requestId", requestID); got.Code != 1001 {
				t.Errorf("%s without its amount in an ended session: %s", path, got.body)
			}
		}
	})
}

func TestRepetitionsCostNothing(t *testing.T) {
	t.Parallel()
	eachEngine(t, Limits{Write: meter.Limit{PerMinute: 1, Burst: 2}}, func(t *testing.T, w *world) {
		token := w.signIn("user")
		calls := []struct {
			id   string
			code int
		}{{"a", 200}, {"a", 200}, {"a", 200}, {"b", 200}, {"b", 200}, {"c", 1010}, {"a", 200}, {"c", 1010}}
		for i, c := range calls {
			got := w.call("/api/test/add", token, "requestId", requestID+c.id, "amount", "1")
			if got.Code != c.code {
				t.Fatalf("call %d (%s): %s", i, c.id, got.body)
			}
			if c.code == 1010 && (got.header.Get("Retry-After") == "" || !strings.Contains(got.body, `"retryAfter":`)) {
				t.Errorf("the refusal does not say when to return: %s", got.body)
			}
		}
		if total := w.total("user"); total != money.Units(2) {
			t.Errorf("two effects were allowed, the total is %s", total)
		}
	})
}

func TestParallelRepetitionsCostNothing(t *testing.T) {
	t.Parallel()
	eachEngine(t, Limits{Write: meter.Limit{PerMinute: 1, Burst: 1}}, func(t *testing.T, w *world) {
		token := w.signIn("user")
		var wg sync.WaitGroup
		for range 50 {
			wg.Go(func() {
				if got := w.call("/api/test/add", token, "requestId", requestID, "amount", "1"); string(got.Data) != `{"total":"1","by":"user"}` {
					t.Errorf("a repetition got %s", got.body)
				}
			})
		}
		wg.Wait()
		if n := len(w.api.inFlight.count); n != 0 {
			t.Errorf("%d calls are still counted as running", n)
		}
	})
}

// Answers are kept for 30 days, refusals for one.
func TestPurgeReplies(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, Limits{})
		token := w.signIn("user")
		add := func(id string, params ...string) reply {
			return w.call("/api/test/add", token, append(params, "requestId", requestID+id, "amount", "1")...)
		}
		left := func(want int) {
			t.Helper()
			if _, err := PurgeReplies(db).Work(t.Context()); err != nil {
				t.Error(err)
			}
			n := 0
			err := db.View(t.Context(), func(tx *sqldb.Tx) error {
				_, err := tx.QueryOne(sqldb.Dest(&n), `SELECT COUNT(*) FROM api_reply`)
				return err
			})
			if err != nil || n != want {
				t.Errorf("%d replies are left, %v; want %d", n, err, want)
			}
		}
		add("first")
		c.Advance(20 * 24 * time.Hour)
		add("later")
		if got := add("refused", "mode", "refuse"); got.Code != errTooMuch.Code {
			t.Errorf("a refusal: %s", got.body)
		}
		left(3)
		c.Advance(23 * time.Hour)
		left(3)
		c.Advance(2 * time.Hour)
		left(2)
		if got := add("refused"); string(got.Data) != `{"total":"3","by":"user"}` {
			t.Errorf("the id of a refusal that was forgotten: %s", got.body)
		}
		c.Advance(10 * 24 * time.Hour)
		left(2)
		if got := add("later"); string(got.Data) != `{"total":"2","by":"user"}` {
			t.Errorf("a young reply is gone: %s", got.body)
		}
	})
}
