package abuse

import (
	"context"
	"testing"
	"time"

	"etld/test/player"
)

// within is how long an event may take to come.
const within = 30 * time.Second

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
		hello, _ := player.Await(t, open, within, "hello")
		if err := p.Fund(t.Context(), world.process.RPCURL, funds); err != nil {
			t.Fatal(err)
		}
		credited := time.Now()
		one, before := player.Await(t, open, within, "top_up_credited")
		if late := one.At.Sub(credited); late > 2*time.Second {
			t.Errorf("told %s after the balance was there", late)
		}
		if len(before) == 0 || before[0] != "payment_seen" || one.Title == "" || one.Refs["currency"] == "" {
			t.Errorf("%+v after %v", one, before)
		}
		// One that resumes hears the same again.
		again := p.Follow(ctx, t, hello.ID)
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
