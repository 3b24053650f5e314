package meter

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"etld/internal/base/fault"
)

func TestBucketsRefill(t *testing.T) {
	t.Parallel()
	m := New(Limit{PerMinute: 30, Burst: 3})
	now := time.Unix(1000, 0)
	m.now = func() time.Time { return now }
	take := func(key, want string) {
		t.Helper()
		f, _ := fault.As(m.Take(key))
		if f.Params["retryAfter"] != want {
			t.Errorf("%s: retryAfter %q, want %q", key, f.Params["retryAfter"], want)
		}
	}
	for range 3 {
		take("ann", "")
	}
	take("ann", "2")
	// A refused call costs nothing.
	take("ann", "2")
	take("bob", "")
	now = now.Add(1500 * time.Millisecond)
	take("ann", "1")
	now = now.Add(500 * time.Millisecond)
	take("ann", "")
	take("ann", "2")
	Refund(m.Of("ann"))
	take("ann", "")
	now = now.Add(time.Hour)
	for range 3 {
		take("ann", "")
	}
	take("ann", "2")
}

func TestLimitsOfMeters(t *testing.T) {
	t.Parallel()
	none := New(Limit{})
	for range 100 {
		if err := errors.Join(none.Take("ann"), none.TakeAddress("2001:db8::1"), none.RefuseAddress("2001:db8::1")); err != nil {
			t.Fatalf("a meter without a limit refuses: %v", err)
		}
	}
	for _, limit := range []Limit{{PerMinute: 1}, {Burst: 1}, {PerMinute: -1, Burst: 1}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%+v was taken", limit)
				}
			}()
			New(limit)
		}()
	}
}

func TestBucketsAreBounded(t *testing.T) {
	t.Parallel()
	m := New(Limit{PerMinute: 10, Burst: 10})
	for i := range bucketsMax + 1000 {
		if err := m.TakeAddress(fmt.Sprint("address ", i)); err != nil {
			t.Fatal(err)
		}
	}
	if n := m.buckets.Len(); n != bucketsMax {
		t.Errorf("%d buckets are kept", n)
	}
}

// An address counts as its household's, and of IPv6 also as its customer's network.
func TestWhomAnAddressCountsFor(t *testing.T) {
	t.Parallel()
	m := New(Limit{PerMinute: 1, Burst: 1})
	for ip, want := range map[string][]Bucket{
		"192.0.2.1":         {{m, "ip 192.0.2.1"}},
		"2001:db8:1:2:3::4": {{m, "ip 2001:db8:1:2::/64"}, {m.sites, "2001:db8:1::/48"}},
		"not an address":    {{m, "ip not an address"}},
	} {
		if got := m.OfAddress(ip); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s counts as %v", ip, got)
		}
	}
	passed := 0
	for i := range 100 {
		if m.TakeAddress(fmt.Sprintf("2001:db8:1:%x::1", i)) == nil {
			passed++
		}
	}
	if err := m.RefuseAddress("2001:db8:1:ffff::1"); passed != householdsPerSite || !errors.Is(err, fault.TooMany) {
		t.Errorf("%d calls of a site pass, then %v", passed, err)
	}
	// What the site refuses costs the household nothing.
	if err := m.Take("ip 2001:db8:1:50::/64"); err != nil {
		t.Error(err)
	}
}

func TestTurns(t *testing.T) {
	t.Parallel()
	turns := NewTurns(2)
	take := func(user, ip string) (func(), error) { return turns.Take(t.Context(), user, ip) }
	give, err := take("ann", "192.0.2.1")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := take("ann", "192.0.2.2"); !errors.Is(err, fault.TooMany) {
		t.Errorf("a second one: %v", err)
	}
	hurry := func(user, ip string) error {
		hurried, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
		defer cancel()
		_, err := turns.Take(hurried, user, ip)
		return err
	}
	if err := hurry("bob", "192.0.2.1"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("somebody else at the address: %v", err)
	}
	other, err := take("bob", "192.0.2.2")
	if err != nil {
		t.Fatal(err)
	}
	if err := hurry("cyd", "192.0.2.3"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a third one: %v", err)
	}
	waited := make(chan error)
	for _, user := range []string{"cyd", "dan"} {
		go func() {
			third, err := take(user, "192.0.2.1")
			if err == nil {
				third()
			}
			waited <- err
		}()
	}
	give()
	for range 2 {
		if err := <-waited; err != nil {
			t.Errorf("whoever waited: %v", err)
		}
	}
	other()
	if len(turns.taken) != 0 {
		t.Errorf("still taken: %v", turns.taken)
	}
}

func TestTurnsOfASite(t *testing.T) {
	t.Parallel()
	turns := NewTurns(100)
	for i := range householdsPerSite + 1 {
		hurried, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
		_, err := turns.Take(hurried, fmt.Sprint("user ", i), fmt.Sprintf("2001:db8:1:%x::1", i))
		cancel()
		if isTaken := err == nil; isTaken != (i < householdsPerSite) {
			t.Errorf("turn %d of a customer: %v", i+1, err)
		}
	}
}

// One is waited for as long as callers wait, and who then got none is told when to come
// again and waits for nothing more.
func TestATurnIsWaitedForSoLong(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		turns := NewTurns(1)
		give, err := turns.Take(t.Context(), "ann", "192.0.2.1")
		if err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		_, err = turns.Take(t.Context(), "bob", "192.0.2.2")
		if f, _ := fault.As(err); f.Params["retryAfter"] != "5" || time.Since(began) != turnWithin {
			t.Errorf("%v after %s", err, time.Since(began))
		}
		time.AfterFunc(turnWithin-1, give)
		give, err = turns.Take(t.Context(), "bob", "192.0.2.2")
		if err != nil {
			t.Fatalf("one that became free in time: %v", err)
		}
		if give(); len(turns.taken) != 0 {
			t.Errorf("still taken: %v", turns.taken)
		}
	})
}
