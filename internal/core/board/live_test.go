package board

import (
	"bufio"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"etld/internal/core/operator"
	"etld/internal/core/operator/operatortest"
	"etld/internal/core/operator/page"
	"etld/internal/core/worldtest"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// listener is one open console.
type listener struct {
	t     *testing.T
	reply *http.Response
	lines *bufio.Scanner
}

func listenAs(t *testing.T, address string, who *operatortest.Person) *listener {
	t.Helper()
	r := who.Request("boards/changes", struct{}{}).WithContext(t.Context())
	r.RequestURI = ""
	base, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	r.URL.Scheme, r.URL.Host = base.Scheme, base.Host
	reply, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = reply.Body.Close() })
	return &listener{t, reply, bufio.NewScanner(reply.Body)}
}

// next is what the stream says next; empty at its end.
func (l *listener) next() string {
	for l.lines.Scan() {
		if id, isNamed := strings.CutPrefix(l.lines.Text(), "id: "); isNamed && id != "" {
			l.t.Errorf("a stream that cannot be resumed names an event %q: one like it is passed over later", id)
		}
		if told, isData := strings.CutPrefix(l.lines.Text(), "data: "); isData {
			return told
		}
	}
	return ""
}

func (l *listener) expect(want string) {
	l.t.Helper()
	if got := l.next(); got != want {
		l.t.Errorf("told %s, want %s", got, want)
	}
}

// An open console hears which of its lists are old, of its own work alone, and hears
// nothing more once its session has ended.
func TestAnOpenConsoleHearsWhatChanged(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := worldtest.New(t, db, c)
		var isStopped atomic.Bool
		looked := make(chan struct{}, 100)
		office := operatortest.Open(w, func(o *operator.Service) {
			listenTo(o, func(tx *sqldb.Tx) (marks, error) {
				looked <- struct{}{}
				var stops []Stop
				if isStopped.Load() {
					stops = []Stop{{What: "part", Name: "game"}}
				}
				return marksOf(tx, stops)
			})
		})
		server := httptest.NewServer(office.Service)
		defer server.Close()
		risk, editor := office.Person(1, operator.Risk), office.Person(2, operator.Editor)
		theirs, others := listenAs(t, server.URL, risk), listenAs(t, server.URL, editor)
		// Both have looked once two looks later: the first of each is only where they begin.
		for range 3 {
			<-looked
		}
		flag(w, 0, 1)
		theirs.expect(`{"outdates":["users/flagged","boards/today"]}`)
		w.Capital("1 USDT")
		theirs.expect(`{"outdates":["boards/money","game/"]}`)
		office.WantCode("another signs out", editor.Call("signout", nil), http.StatusOK)
		// Whatever a person did may have decided work, or ended a stop, that no look saw.
		theirs.expect(`{"outdates":["rewards/delayed","machines/paused","users/flagged","game/rounds","jobs/parked","proposals/","emergency/","boards/today"]}`)
		others.expect("")
		isStopped.Store(true)
		theirs.expect(`{"outdates":["emergency/","boards/today"]}`)
		office.Service.EndStreams()
		theirs.expect("")
	})
}

// A board that moves with everything is told at once, and again after a rest with the
// newest that there is; nothing is lost, and work is told at each look.
func TestABoardThatMovesAllTheTimeRests(t *testing.T) {
	t.Parallel()
	begin := time.UnixMicro(1_000_000_000)
	var seen marks
	told := map[string]int{}
	for second := range 61 {
		at := begin.Add(time.Duration(second) * time.Second)
		// The journal is quiet for the last ten seconds.
		mark := strconv.Itoa(min(second, 50))
		m := rested(seen, marks{{outdates: "board", rests: true, mark: mark}, {outdates: "work", mark: mark}}, at)
		if seen != nil {
			for _, one := range outdatedFor(operator.Caller{Staff: operator.Staff{Active: true}}, seen, m) {
				told[one]++
			}
		}
		seen = m
	}
	if told["board"] != 11 || told["work"] != 50 {
		t.Errorf("told %d times of the board and %d times of work", told["board"], told["work"])
	}
	if got := seen[0].mark; got != "50" {
		t.Errorf("the board stays at %s", got)
	}
}

// Each role hears of no list that it may not read, and of every board that it may; of
// the queues it hears of those that are its work.
func TestEachRoleHearsOfWhatItMayRead(t *testing.T) {
	t.Parallel()
	db, c := dbtest.SQLite(t)
	w := worldtest.New(t, db, c)
	var before marks
	w.View(func(tx *sqldb.Tx) (err error) {
		before, err = marksOf(tx, nil)
		return err
	})
	mayRead := readersOf(t)
	for _, role := range operator.Roles() {
		who := operator.Caller{Staff: operator.Staff{ID: "somebody", Roles: []operator.Role{role}, Active: true}}
		for i, one := range before {
			after := slices.Clone(before)
			after[i].mark += " and more"
			var want []string
			may := mayRead(one.outdates, role)
			if isWork := role == operator.Auditor || slices.Contains(one.readers, role); may && (!one.waits || len(one.readers) == 0 || isWork) {
				want = append(want, one.outdates)
				if one.waits {
					want = append(want, todayCall)
				}
			}
			if got := outdatedFor(who, before, after); !slices.Equal(got, want) {
				t.Errorf("%s hears %q when %s is another, want %q", role, got, one.outdates, want)
			}
		}
	}
}

// What stands beside a withdrawal, such as what is approved and not yet sent, is old with the
// list of those that wait.
func TestWhatStandsBesideAWithdrawalIsOldWithTheList(t *testing.T) {
	t.Parallel()
	db, c := dbtest.SQLite(t)
	w := worldtest.New(t, db, c)
	w.View(func(tx *sqldb.Tx) error {
		topics, err := marksOf(tx, nil)
		for _, call := range []string{"withdrawals/list", "withdrawals/detail", "withdrawals/cover"} {
			if !slices.ContainsFunc(topics, func(t topic) bool { return t.waits && strings.HasPrefix(call, t.outdates) }) {
				t.Errorf("nothing that waits makes %s old", call)
			}
		}
		return err
	})
}

// readersOf says who may ask for some of the calls with a beginning, by the document.
func readersOf(t *testing.T) func(beginning string, role operator.Role) bool {
	text, err := os.ReadFile("../../../api/operator.json")
	if err != nil {
		t.Fatal(err)
	}
	var document struct {
		Paths map[string]struct {
			Post struct {
				Roles   []operator.Role `json:"x-roles"`
				Audited bool            `json:"x-audited"`
			}
		}
	}
	if err := json.Unmarshal(text, &document); err != nil {
		t.Fatal(err)
	}
	return func(beginning string, role operator.Role) bool {
		for path, call := range document.Paths {
			isRead := strings.HasPrefix(path, "/operator/api/"+beginning) && !call.Post.Audited
			if isRead && (len(call.Post.Roles) == 0 || role == operator.Auditor || slices.Contains(call.Post.Roles, role)) {
				return true
			}
		}
		return false
	}
}

// The stream is for pages of ours with a session.
func TestTheStreamNeedsASession(t *testing.T) {
	t.Parallel()
	db, c := dbtest.SQLite(t)
	office := operatortest.Open(worldtest.New(t, db, c), func(o *operator.Service) { listenTo(o, nil) })
	somebody := office.Person(1, operator.Risk)
	for want, spoil := range map[string]func(r *http.Request){
		`"code":1001,`: func(r *http.Request) { r.Header.Del("Cookie") },
		`"code":2002,`: func(r *http.Request) { r.Header.Set(page.Header, "x") },
	} {
		r := somebody.Request("boards/changes", nil)
		spoil(r)
		recorder := httptest.NewRecorder()
		office.Service.ServeHTTP(recorder, r)
		if !strings.Contains(recorder.Body.String(), want) {
			t.Errorf("%s, want %s", recorder.Body, want)
		}
	}
}
