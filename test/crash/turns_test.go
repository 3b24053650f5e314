package crash

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"etld/internal/infra/sqldb"
	"etld/test/player"
)

const (
	// pausedFor is longer than a process that stands still keeps its turn.
	pausedFor = 7 * time.Second
	// servedWithin bounds how long the others are held up by one that stands still.
	servedWithin = 10 * time.Second
)

// TestThreeInstances kills, pauses and restarts three programs on one PostgreSQL while
// people buy at each of them. Somebody who writes at another one all the time says how
// long it was silent.
func TestThreeInstances(t *testing.T) {
	t.Parallel()
	chance := newRandom(t)
	first := newWorld(t, sqldb.Postgres)
	buyers := first.newBuyers(chance)
	watcher := first.newPlayer()
	instances := []*world{first, first.twin(), first.twin()}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	group, ctx := errgroup.WithContext(ctx)
	for i, b := range buyers {
		b.world = instances[i%len(instances)]
		group.Go(func() error { return b.press(ctx) })
	}
	first.awaitAnswers(ctx, buyers)
	for i, trouble := range []struct {
		name   string
		befall func(*world)
	}{
		{"killed", func(w *world) {
			w.running().Kill()
			w.start()
		}},
		{"paused", func(w *world) {
			if err := w.running().Signal(syscall.SIGSTOP); err != nil {
				t.Error(err)
			}
			time.Sleep(pausedFor)
			if err := w.running().Signal(syscall.SIGCONT); err != nil {
				t.Error(err)
			}
		}},
		{"restarted", func(w *world) {
			if err := w.running().StopWell(); err != nil {
				t.Error(err)
			}
			w.start()
		}},
	} {
		silence := longestSilence(t, instances[(i+1)%len(instances)], watcher, func() { trouble.befall(instances[i]) })
		t.Logf("while one was %s, another was silent for %s at most", trouble.name, silence.Round(time.Millisecond))
		if silence > servedWithin {
			t.Errorf("while one was %s, another was silent for %s", trouble.name, silence)
		}
		first.awaitAnswers(ctx, buyers)
	}
	stop()
	if err := group.Wait(); err != nil {
		t.Fatal(err)
	}
	t.Log(count(buyers))
	for _, w := range instances[1:] {
		if err := w.running().StopWell(); err != nil {
			t.Error(err)
		}
	}
	first.verify(buyers)
}

// longestSilence writes at an instance, a call after the other, while something goes on.
func longestSilence(t *testing.T, w *world, p *player.Player, during func()) (longest time.Duration) {
	t.Helper()
	over := make(chan bool)
	go func() {
		defer close(over)
		during()
	}()
	at, answered := w.at(p), time.Now()
	for n := 0; ; n++ {
		select {
		case <-over:
			return longest
		default:
		}
		a, err := at.Call(t.Context(), profilePath, url.Values{"nickName": {fmt.Sprint("watcher ", n)}})
		if err != nil || a.Code != http.StatusOK && a.Code != codeMaintenance {
			t.Errorf("the other instance answers %d %s (%v)", a.Code, a.Message, err)
			<-over
			return longest
		}
		longest = max(longest, time.Since(answered))
		if a.Code == http.StatusOK {
			answered = time.Now()
		}
	}
}
