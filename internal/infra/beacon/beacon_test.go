package beacon

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"etld/internal/base/clock"
)

func TestSchedule(t *testing.T) {
	t.Parallel()
	var s schedule
	lock := time.Date(2025, 6, 1, 12, 4, 30, 0, clock.Zone)
	if got := s.Round(lock.Add(15 * time.Second)); got != 18649107 {
		t.Errorf("the round of the product's example is %d", got)
	}
	at := s.Time(18649107)
	if !at.Equal(lock.Add(15 * time.Second)) {
		t.Errorf("its time is %s", at)
	}
	for offset, want := range map[time.Duration]uint64{-time.Nanosecond: 18649107, 0: 18649107, time.Nanosecond: 18649108, 3 * time.Second: 18649108} {
		if got := s.Round(at.Add(offset)); got != want {
			t.Errorf("round at %s: %d, not %d", offset, got, want)
		}
	}
	if got := s.Round(time.Unix(0, 0)); got != 1 || !s.Time(1).Equal(time.Unix(genesisSecond, 0)) || !s.Time(0).Equal(s.Time(1)) {
		t.Errorf("before the first round: %d, %s", got, s.Time(1))
	}
}

func TestLocal(t *testing.T) {
	t.Parallel()
	now := clock.NewManual(time.Date(2026, 1, 1, 0, 0, 1, 0, time.UTC))
	l, err := NewLocal([]byte("seed"), now)
	if err != nil {
		t.Fatal(err)
	}
	round := l.Round(now.Now())
	if _, err := l.Signature(t.Context(), round); !errors.Is(err, ErrNotYet) {
		t.Fatalf("before its time: %v", err)
	}
	if newest, _ := l.Newest(); newest != round-1 {
		t.Errorf("the newest is %d, the next %d", newest, round)
	}
	now.Set(l.Time(round))
	signature, err := l.Signature(t.Context(), round)
	if err != nil {
		t.Fatal(err)
	}
	if newest, seenAt := l.Newest(); newest != round || !seenAt.Equal(now.Now()) {
		t.Errorf("the newest is %d at %s", newest, seenAt)
	}
	again, err := NewLocal([]byte("seed"), now)
	if err != nil {
		t.Fatal(err)
	}
	if same, err := again.Signature(t.Context(), round); err != nil || !bytes.Equal(same, signature) {
		t.Errorf("after a start: %x, %v", same, err)
	}
	if err := Verify(l.PublicKey(), round, signature); err != nil {
		t.Error(err)
	}
	if err := Verify(l.PublicKey(), round+1, signature); !errors.Is(err, ErrForged) {
		t.Errorf("as another round's: %v", err)
	}
	if !IsLocal(l) {
		t.Error("it is not said to be local")
	}
}

// relay is a web server that hands on a local network's rounds, or lies.
type relay func(w http.ResponseWriter, wanted string, round uint64, signature []byte)

func honest(w http.ResponseWriter, _ string, round uint64, signature []byte) {
	fmt.Fprintf(w, `{"round":%d,"randomness":"00","signature":"%x"}`, round, signature)
}

func absent(w http.ResponseWriter, _ string, _ uint64, _ []byte) {
	http.Error(w, `{"error":"not found"}`, http.StatusNotFound)
}

// network is a beacon behind relays.
type network struct {
	source *Local
	clock  *clock.Manual
	drand  *Drand
	asked  atomic.Int64
}

func newNetwork(t *testing.T, relays ...relay) *network {
	t.Helper()
	n := &network{clock: clock.NewManual(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))}
	var err error
	if n.source, err = NewLocal([]byte("network"), n.clock); err != nil {
		t.Fatal(err)
	}
	c := Config{Clock: n.clock, Log: slog.New(slog.DiscardHandler)}
	for _, one := range relays {
		server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			n.asked.Add(1)
			if !strings.HasPrefix(r.URL.Path, "/"+quicknetChain+"/public/") {
				t.Errorf("asked for %s", r.URL.Path)
			}
			wanted := path.Base(r.URL.Path)
			round, _ := n.source.Newest()
			if wanted != "latest" {
				round, _ = strconv.ParseUint(wanted, 10, 64)
			}
			signature, err := n.source.Signature(context.Background(), round)
			if err != nil {
				http.Error(w, "too early", http.StatusTooEarly)
				return
			}
			one(w, wanted, round, signature)
		}))
		t.Cleanup(server.Close)
		c.Relays = append(c.Relays, server.URL)
		// The servers of tests share their certificate.
		c.HTTP = server.Client()
	}
	// Redirects are followed by no client of ours.
	if c.HTTP != nil {
		c.HTTP.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	}
	if n.drand, err = newDrand(c, n.source.PublicKey()); err != nil {
		t.Fatal(err)
	}
	return n
}

// liars are what a relay may do to us.
func liars(n **network) map[string]relay {
	return map[string]relay{
		"another round's signature": func(w http.ResponseWriter, wanted string, round uint64, _ []byte) {
			other, _ := (*n).source.Signature(context.Background(), round-1)
			honest(w, wanted, round, other)
		},
		"another round": func(w http.ResponseWriter, wanted string, round uint64, _ []byte) {
			other, _ := (*n).source.Signature(context.Background(), round-1)
			honest(w, wanted, round-1, other)
		},
		"a forged signature": func(w http.ResponseWriter, wanted string, round uint64, signature []byte) {
			signature[9] ^= 4
			honest(w, wanted, round, signature)
		},
		"the identity": func(w http.ResponseWriter, wanted string, round uint64, _ []byte) {
			honest(w, wanted, round, append([]byte{0xc0}, make([]byte, signatureLength-1)...))
		},
		"an answer without end": func(w http.ResponseWriter, _ string, _ uint64, _ []byte) {
			for range 1 << 12 {
				if _, err := w.Write(bytes.Repeat([]byte(" "), 1<<10)); err != nil {
					return
				}
			}
		},
		"no JSON":  func(w http.ResponseWriter, _ string, _ uint64, _ []byte) { fmt.Fprint(w, "<html>") },
		"no round": absent,
		"an error": func(w http.ResponseWriter, _ string, _ uint64, _ []byte) { http.Error(w, "", http.StatusBadGateway) },
		"a redirect": func(w http.ResponseWriter, _ string, _ uint64, _ []byte) {
			w.Header().Set("Location", "/elsewhere")
			w.WriteHeader(http.StatusFound)
		},
		"not hex": func(w http.ResponseWriter, _ string, round uint64, _ []byte) {
			fmt.Fprintf(w, `{"round":%d,"signature":"zz"}`, round)
		},
		"a huge round": func(w http.ResponseWriter, wanted string, _ uint64, s []byte) { honest(w, wanted, 1<<63, s) },
	}
}

func TestDrand(t *testing.T) {
	t.Parallel()
	var n *network
	for name := range liars(&n) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var n *network
			lie := liars(&n)[name]
			n = newNetwork(t, lie, honest, lie)
			round := n.source.Round(n.clock.Now().Add(time.Second))
			if _, err := n.drand.Signature(t.Context(), round); !errors.Is(err, ErrNotYet) || n.asked.Load() != 0 {
				t.Fatalf("before its time: %v, after %d questions", err, n.asked.Load())
			}
			n.clock.Set(n.source.Time(round))
			want, err := n.source.Signature(t.Context(), round)
			if err != nil {
				t.Fatal(err)
			}
			got, err := n.drand.Signature(t.Context(), round)
			if err != nil || !bytes.Equal(got, want) {
				t.Fatalf("beside two liars: %x, %v", got, err)
			}
			alone := newNetwork(t, lie)
			n = alone
			alone.clock.Set(alone.source.Time(round))
			if got, err := alone.drand.Signature(t.Context(), round); err == nil {
				t.Fatalf("a liar alone is believed: %x", got)
			}
			if newest, _ := alone.drand.Newest(); newest != 0 {
				t.Errorf("the newest is %d", newest)
			}
		})
	}
}

func TestDrandAbsent(t *testing.T) {
	t.Parallel()
	broken := func(w http.ResponseWriter, _ string, _ uint64, _ []byte) {
		http.Error(w, "", http.StatusInternalServerError)
	}
	for name, one := range map[string]struct {
		relays []relay
		want   error
	}{
		"most do not have it":  {[]relay{absent, absent, broken}, ErrNotYet},
		"one does not have it": {[]relay{absent, broken, broken}, ErrUnreachable},
		"half do not have it":  {[]relay{absent, broken}, ErrUnreachable},
		"none answers":         {[]relay{broken, broken, broken}, ErrUnreachable},
	} {
		n := newNetwork(t, one.relays...)
		round, _ := n.source.Newest()
		if _, err := n.drand.Signature(t.Context(), round); !errors.Is(err, one.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestDrandNewest(t *testing.T) {
	t.Parallel()
	stale := func(w http.ResponseWriter, wanted string, _ uint64, _ []byte) { absent(w, wanted, 0, nil) }
	n := newNetwork(t, honest, stale)
	for range 2 {
		_ = n.drand.look(t.Context())
	}
	first, seenAt := n.drand.Newest()
	if want, _ := n.source.Newest(); first != want || !seenAt.Equal(n.clock.Now()) {
		t.Fatalf("the newest is %d at %s, not %d", first, seenAt, want)
	}
	n.clock.Advance(2 * time.Second)
	for range 2 {
		_ = n.drand.look(t.Context())
	}
	if same, at := n.drand.Newest(); same != first || !at.Equal(seenAt) {
		t.Errorf("the same round was seen anew: %d at %s", same, at)
	}
	n.clock.Advance(time.Second)
	for range 2 {
		_ = n.drand.look(t.Context())
	}
	if next, at := n.drand.Newest(); next != first+1 || !at.Equal(n.clock.Now()) {
		t.Errorf("the next is %d at %s", next, at)
	}
	asked := n.asked.Load()
	if _, err := n.drand.Signature(t.Context(), first); err != nil || n.asked.Load() != asked {
		t.Errorf("a round that is known is asked for again: %v", err)
	}
}

func TestQuicknet(t *testing.T) {
	t.Parallel()
	d, err := NewDrand(Config{Relays: []string{"https://relay.invalid"}, Clock: clock.NewManual(time.Now()), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	if IsLocal(d) || hex.EncodeToString(d.PublicKey()) != quicknetKey {
		t.Errorf("local %t, key %x", IsLocal(d), d.PublicKey())
	}
}

// Who runs most of the relays is one voice: a round is absent when more than half of
// those who run relays say so.
func TestAbsentBySites(t *testing.T) {
	t.Parallel()
	broken := func(w http.ResponseWriter, _ string, _ uint64, _ []byte) {
		http.Error(w, "", http.StatusInternalServerError)
	}
	for name, one := range map[string]struct {
		relays []relay
		sites  []string
		want   error
	}{
		"three relays of one site, against two others":  {[]relay{absent, absent, absent, broken, broken}, []string{"a", "a", "a", "b", "c"}, ErrUnreachable},
		"three relays of one site, and one of two":      {[]relay{absent, absent, absent, absent, broken}, []string{"a", "a", "a", "b", "c"}, ErrNotYet},
		"one of three of a site, and the only one of b": {[]relay{absent, broken, broken, absent, broken}, []string{"a", "a", "a", "b", "c"}, ErrNotYet},
		"one site of two":            {[]relay{absent, absent, absent, broken}, []string{"a", "a", "a", "b"}, ErrUnreachable},
		"one honest relay is enough": {[]relay{absent, absent, absent, honest}, []string{"a", "a", "a", "b"}, nil},
	} {
		n := newNetwork(t, one.relays...)
		for i, site := range one.sites {
			n.drand.relays[i].site = site
		}
		round, _ := n.source.Newest()
		if _, err := n.drand.Signature(t.Context(), round); !errors.Is(err, one.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for relay, want := range map[string]string{"https://api2.drand.sh": "drand.sh", "https://drand.cloudflare.com/": "cloudflare.com", "https://API.drand.secureweb3.com.:6875": "secureweb3.com",
		"https://a.one.co.uk": "one.co.uk", "https://two.co.uk": "two.co.uk", "https://mine.pages.dev": "mine.pages.dev",
		"http://127.0.0.1:4444": "127.0.0.1:4444", "http://localhost:1": "localhost:1"} {
		if got := SiteOf(relay); got != want {
			t.Errorf("%s is of %s", relay, got)
		}
	}
}

// An address may hold an access key: errors name the relay's host and no more.
func TestNoErrorHoldsARelaysPath(t *testing.T) {
	t.Parallel()
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) }))
	t.Cleanup(server.Close)
	closed := httptest.NewServer(nil)
	closed.Close()
	for _, relay := range []string{server.URL, closed.URL, "https://%zz"} {
		manual := clock.NewManual(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))
		local, err := NewLocal([]byte("network"), manual)
		if err != nil {
			t.Fatal(err)
		}
		d, err := newDrand(Config{Relays: []string{relay + "/secret"}, Clock: manual, Log: slog.New(slog.DiscardHandler), HTTP: server.Client()}, local.PublicKey())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := d.Signature(t.Context(), 1); !errors.Is(err, ErrUnreachable) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", relay, err)
		}
	}
}
