package httpapi

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"etld/internal/infra/meter"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// An account that signs in from a thousand households' networks of one customer is
// counted by the customer's.
func TestSignInsOfASite(t *testing.T) {
	t.Parallel()
	l := newLimiter(DefaultLimits)
	passed := 0
	for i := range 1_000 {
		if l.take(RateSignIn, Caller{IP: fmt.Sprintf("2001:db8:1:%x::1", i)}) == nil {
			passed++
		}
	}
	if most := 8 * DefaultLimits.SignIn.Burst; passed != most {
		t.Errorf("%d sign-ins of one /48 pass, want %d", passed, most)
	}
	for _, ip := range []string{"2001:db8:2::1", "192.0.2.1"} {
		if err := l.take(RateSignIn, Caller{IP: ip}); err != nil {
			t.Errorf("somebody else at %s: %v", ip, err)
		}
	}
}

func TestReadsAreLimitedPerUser(t *testing.T) {
	t.Parallel()
	db, _ := dbtest.SQLite(t)
	w := newWorld(t, db, Limits{Read: meter.Limit{PerMinute: 1, Burst: 2}})
	ann, bob := w.signIn("ann"), w.signIn("bob")
	for i, want := range []int{200, 200, 1010, 1010} {
		if got := w.call("/api/test/total", ann); got.Code != want {
			t.Errorf("read %d: %s", i, got.body)
		}
	}
	if got := w.call("/api/test/total", bob); got.Code != 200 {
		t.Errorf("another user: %s", got.body)
	}
	if got := w.call("/api/test/total", ann); got.Message != "Too many requests, try again in "+got.header.Get("Retry-After")+" s" {
		t.Errorf("the refusal reads %q", got.Message)
	}
}

// countedFind are sessions that count how often one is read.
type countedFind struct {
	sessionTable
	found *atomic.Int64
}

func (s countedFind) Find(tx sqldb.Command, hash string) (Session, error) {
	s.found.Add(1)
	return s.sessionTable.Find(tx, hash)
}

// Whoever is known to the process and calls too often costs the database nothing.
func TestARefusedCallReadsNoSession(t *testing.T) {
	t.Parallel()
	once := meter.Limit{PerMinute: 1, Burst: 1}
	for _, path := range []string{"/api/test/total", "/api/test/events"} {
		eachEngine(t, Limits{Read: once}, func(t *testing.T, w *world) {
			tapped(w)
			sessions := countedFind{found: new(atomic.Int64)}
			w.api.Sessions = sessions
			token := w.signIn("ann")
			if got := w.call("/api/test/total", token); got.Code != http.StatusOK {
				t.Fatal(got.body)
			}
			before := sessions.found.Load()
			if got := w.call(path, token); got.Code != 1010 || sessions.found.Load() != before {
				t.Errorf("%s: %s, and the session was read %d times", path, got.body, sessions.found.Load()-before)
			}
		})
	}
}

// Accounts cost nothing, so two thousand of one address get no more than its bucket,
// each one's own being full.
func TestManyAccountsOfOneAddress(t *testing.T) {
	t.Parallel()
	const accounts, burst = 2_000, 50
	l := newLimiter(Limits{Read: meter.Limit{PerMinute: 2, Burst: 2}, Write: meter.Limit{PerMinute: 1, Burst: 1}, Address: meter.Limit{PerMinute: 1, Burst: burst}})
	served := func(address string) (n int) {
		for i := range accounts {
			for _, class := range []RateClass{RateRead, RateRead, RateWrite} {
				c := Caller{UserID: fmt.Sprint(address, i), IP: strings.ReplaceAll(address, "*", fmt.Sprint(i))}
				if l.take(class, c) == nil {
					n++
				}
			}
		}
		return n
	}
	for _, address := range []string{"192.0.2.7", "2001:db8:1:2::*"} {
		if n := served(address); n != burst {
			t.Errorf("%s: %d calls of %d accounts were served, want %d", address, n, accounts, burst)
		}
	}
	// What the address is refused costs the account nothing, and nobody else.
	ann := Caller{UserID: "ann", IP: "192.0.2.7"}
	for range 3 {
		if l.take(RateWrite, ann) == nil {
			t.Error("a call above the address's limit was served")
		}
	}
	ann.IP = "192.0.2.8"
	if err := l.take(RateWrite, ann); err != nil {
		t.Errorf("the same account elsewhere: %v", err)
	}
	// Who is not signed in has the class's bucket alone.
	if err := l.take(RateRead, Caller{IP: "192.0.2.7"}); err != nil {
		t.Errorf("a public call from there: %v", err)
	}
}

// Every way to call with a session counts, and a repetition costs the address
// nothing.
func TestCallsOfAnAddressAreCounted(t *testing.T) {
	t.Parallel()
	const burst = 6
	eachEngine(t, Limits{Address: meter.Limit{PerMinute: 1, Burst: burst}}, func(t *testing.T, w *world) {
		tapped(w)
		Export(w.api, Op{Path: "/api/test/export", Tag: "test"})
		first := w.signIn("user0")
		stored := []string{"requestId", requestID, "amount", "3"}
		for i := range burst {
			token := first
			if i > 0 {
				token = w.signIn(fmt.Sprint("user", i))
			}
			if got := w.call(commandPaths[i%2], token, stored...); got.Code != 200 {
				t.Fatalf("command %d: %s", i+1, got.body)
			}
		}
		late := w.signIn("late")
		for _, path := range append([]string{"/api/test/total", "/api/test/events", "/api/test/export"}, commandPaths...) {
			if got := w.call(path, late, stored...); got.Code != 1010 {
				t.Errorf("%s above the address's limit: %s", path, got.body)
			}
		}
		for range 2 {
			if got := w.call(commandPaths[0], first, stored...); got.Code != 200 {
				t.Errorf("a repetition: %s", got.body)
			}
		}
		if got := w.call("/api/test/language", ""); got.Code != 200 {
			t.Errorf("a public call: %s", got.body)
		}
	})
}
