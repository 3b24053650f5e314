package abuse

import (
	"context"
	"testing"
	"time"

	"etld/test/player"
)

const (
	// within is how long an event may take to come.
	within = 30 * time.Second
	// payTries bounds the deposits of a machine that is too busy.
	payTries = 4
)

// A deposit is told of when it is seen and when it is credited, within two seconds
// of the credit, in an open stream, and once more to a stream that resumes, which a
// stranger's does not hear. The stream ends with its session.
func TestOpenAppsAreToldOfADeposit(t *testing.T) {
	each(t, func(t *testing.T, world *fixture) {
		p, err := player.Join(t.Context(), world.process.URL)
		if err != nil {
			t.Fatal(err)
		}
		ctx, hangUp := context.WithCancel(t.Context())
		defer hangUp()
		open := p.Follow(ctx, t, "")
		last, _ := player.Await(t, open, within, "hello")
		one, before := payIn(t, world, p, open)
		// A machine that is too busy tells late, and may see a payment only once it is final.
		for tries := 1; !isToldInTime(one, before); tries++ {
			if tries == payTries {
				t.Fatalf("told of %d deposits, the last time %s after the balance was there, after %v", tries, one.ServerTime.Sub(one.CreatedAt), before)
			}
			last = one
			one, before = payIn(t, world, p, open)
		}
		if one.Title == "" || one.Refs["currency"] == "" {
			t.Errorf("%+v after %v", one, before)
		}
		// One that resumes hears the same again.
		again := p.Follow(ctx, t, last.ID)
		if same, _ := player.Await(t, again, within, "top_up_credited"); same.ID != one.ID || same.Title != one.Title {
			t.Errorf("resumed: %+v, want %+v", same, one)
		}
		if err := p.Must(t.Context(), "/api/user/logout", nil, nil); err != nil {
			t.Fatal(err)
		}
		for _, list := range []<-chan player.Told{open, again} {
			for ended := false; !ended; {
				select {
				case _, isOpen := <-list:
					ended = !isOpen
				case <-time.After(20 * time.Second):
					t.Fatal("a stream outlives its session")
				}
			}
		}
	})
}

// payIn makes a deposit and awaits its credit in an open stream.
func payIn(t *testing.T, world *fixture, p *player.Player, open <-chan player.Told) (credited player.Told, before []string) {
	t.Helper()
	if err := p.Pay(t.Context(), world.process.RPCURL, funds); err != nil {
		t.Fatal(err)
	}
	return player.Await(t, open, within, "top_up_credited")
}

func isToldInTime(credited player.Told, before []string) bool {
	return len(before) > 0 && before[0] == "payment_seen" && credited.ServerTime.Sub(credited.CreatedAt) <= 2*time.Second
}
