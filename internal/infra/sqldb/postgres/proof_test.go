package postgres

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// proved are servers whose last proof began then.
func proved(timeline string, began time.Time) *Servers {
	s := &Servers{}
	p := newProof(timeline)
	p.isNeeded, p.began = true, began
	s.last.Store(p)
	return s
}

func TestAnAnswerIsGivenWhileAProofHolds(t *testing.T) {
	t.Parallel()
	over := time.Now().Add(-2 * proofHolds)
	unneeded := &Servers{}
	unneeded.last.Store(newProof("00000002"))
	for _, c := range []struct {
		name     string
		servers  *Servers
		timeline string
		want     error
	}{
		{"nobody watches", &Servers{}, "00000001", nil},
		{"no commit waits for a standby", unneeded, "00000002", nil},
		{"none does at the server that was elected", unneeded, "00000001", ErrSuperseded},
		{"the proof holds", proved("00000002", time.Now()), "00000002", nil},
		{"another server was elected", proved("00000002", time.Now()), "00000001", ErrSuperseded},
		{"another was elected, whose proof is over", proved("00000002", over), "00000001", ErrSuperseded},
		{"a server that followed when it was read", proved("00000002", time.Now()), "", ErrSuperseded},
		{"the proof is over", proved("00000002", over), "00000002", context.Canceled},
		{"the proof is of the server before", proved("00000001", time.Now()), "00000002", context.Canceled},
	} {
		// Nobody waits for the next proof, so who would is cancelled.
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := c.servers.proven(ctx, c.timeline); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
	}
}

// Whoever waits is answered by the next proof of the same server, and refused by the
// first of another one.
func TestAnAnswerWaitsForTheNextProof(t *testing.T) {
	t.Parallel()
	for next, want := range map[string]error{"00000002": nil, "00000003": ErrSuperseded} {
		s := proved("00000002", time.Now().Add(-2*proofHolds))
		answered := make(chan error)
		go func() { answered <- s.proven(context.Background(), "00000002") }()
		p := newProof(next)
		p.isNeeded, p.began = true, time.Now()
		s.follow(p)
		if err := <-answered; !errors.Is(err, want) {
			t.Errorf("followed by %s: %v, want %v", next, err, want)
		}
	}
}

func TestAServerBeforeTheLastProvesNothing(t *testing.T) {
	t.Parallel()
	s := proved("00000002", time.Now())
	s.follow(newProof("00000001"))
	if got := s.last.Load().timeline; got != "00000002" {
		t.Errorf("the last proof is of %s", got)
	}
}

// What was elected is written once it has been known for as long as a proof holds.
func TestProofsOfTheServerBeforeAreOutwaited(t *testing.T) {
	t.Parallel()
	s := proved("00000001", time.Now())
	known := s.seen("00000002")
	if err := s.outwait(t.Context(), "00000002"); err != nil {
		t.Fatal(err)
	}
	if waited := time.Since(known); waited < proofHolds {
		t.Errorf("a proof holds for %s, and %s were waited", proofHolds, waited)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.outwait(ended, "00000004"); !errors.Is(err, context.Canceled) {
		t.Errorf("a wait that was cancelled: %v", err)
	}
	if err := (&Servers{}).outwait(ended, "00000004"); err != nil {
		t.Errorf("where no commit waits for a standby: %v", err)
	}
}

// awaitProof waits for one that is needed.
func awaitProof(t *testing.T, s *Servers) {
	t.Helper()
	patient := time.After(patience)
	for p := s.last.Load(); !p.isNeeded; p = s.last.Load() {
		select {
		case <-p.next:
		case <-patient:
			t.Fatal("no proof that the standby confirms is taken for one")
		}
	}
}

// A commit that waits for a standby and is cancelled is told as done by the server, with
// a warning. It proves nothing, and the next proof is asked for on another connection.
func TestACancelledProofProvesNothing(t *testing.T) {
	t.Parallel()
	server, _ := startServer(t)
	s, err := Open(t.Context(), server.Address)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if s.last.Load().isNeeded {
		t.Error("a proof is needed where no commit waits for a standby")
	}
	asAdministrator(t, server, "ALTER SYSTEM SET synchronous_standby_names = 'nobody'", "SELECT pg_reload_conf()")
	cancelled := func() (n int64) {
		if err := s.Readers.QueryRow(t.Context(), `SELECT COUNT(*) FROM (SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep' OFFSET 0) AS w WHERE pg_cancel_backend(pid)`).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	// Connections may be as many as the proofs that were cancelled.
	for n, began := int64(0), time.Now(); n < 3; n += cancelled() {
		if time.Since(began) > patience {
			t.Fatal("no proof waits for a standby")
		}
	}
	if s.last.Load().isNeeded {
		t.Error("what was cancelled is taken for a proof")
	}
	leave, err := server.Follow("nobody")
	if err != nil {
		t.Fatal(err)
	}
	defer leave()
	awaitProof(t, s)
	conn, err := s.Readers.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Release()
	if err := s.Proven(t.Context(), conn.Conn()); err != nil {
		t.Errorf("with proofs, what was read is not told: %v", err)
	}
}

func TestAServerThatIsNotThereIsNotOpened(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"postgres://nobody@127.0.0.1:1/none", "postgres://%"} {
		if _, err := Open(t.Context(), address); err == nil {
			t.Errorf("%s is opened", address)
		}
	}
}

// A server that followed when it was found, and is elected, is known by its own timeline
// from then on.
func TestAServerIsElectedWhileItIsWatched(t *testing.T) {
	t.Parallel()
	server, _ := startServer(t)
	asAdministrator(t, server, "ALTER SYSTEM SET synchronous_standby_names = 'standby'")
	server.Halt()
	if err := server.Demote(); err != nil {
		t.Fatal(err)
	}
	s, err := Open(t.Context(), server.Address)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if p := s.last.Load(); p.isNeeded || p.timeline != "" {
		t.Errorf("of a server that follows another: %+v", p)
	}
	asAdministrator(t, server, "SELECT pg_promote()")
	leave, err := server.Follow("standby")
	if err != nil {
		t.Fatal(err)
	}
	defer leave()
	awaitProof(t, s)
	conn, err := pgx.Connect(t.Context(), server.Address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	if err := prepare(t.Context(), conn); err != nil {
		t.Fatal(err)
	}
	if err := s.Proven(t.Context(), conn); err != nil {
		t.Errorf("what is read of the elected server is not told: %v", err)
	}
}
