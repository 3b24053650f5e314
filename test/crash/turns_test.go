package crash

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"etld/internal/infra/sqldb"
	"etld/test/player"
)

// pausedFor is longer than a process that stands still keeps its turn.
const pausedFor = 7 * time.Second

// TestThreeInstances kills, pauses and restarts three programs on one PostgreSQL while
// people buy at each of them. Somebody who writes at another one all the time is served
// also while one stands still.
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
		befall func(w *world, served func())
	}{
		{"killed", func(w *world, _ func()) {
			w.running().Kill()
			w.start()
		}},
		{"paused", func(w *world, served func()) {
			if err := w.running().Signal(syscall.SIGSTOP); err != nil {
				t.Error(err)
			}
			time.Sleep(pausedFor)
			served()
			if err := w.running().Signal(syscall.SIGCONT); err != nil {
				t.Error(err)
			}
		}},
		{"restarted", func(w *world, _ func()) {
			if err := w.running().StopWell(); err != nil {
				t.Error(err)
			}
			w.start()
		}},
	} {
		answered, hangUp := keepWriting(t, instances[(i+1)%len(instances)], watcher)
		served := func() {
			// The call that is under way may have been answered before.
			before := answered.Load()
			first.await("another is served while one is "+trouble.name, time.Minute, func() bool { return answered.Load() >= before+2 })
		}
		trouble.befall(instances[i], served)
		served()
		hangUp()
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

// keepWriting writes at an instance, a call after the other, until somebody hangs up, and
// counts the calls that were taken.
func keepWriting(t *testing.T, w *world, p *player.Player) (answered *atomic.Int64, hangUp func()) {
	t.Helper()
	answered = new(atomic.Int64)
	over, ended := make(chan bool), make(chan bool)
	at := w.at(p)
	go func() {
		defer close(ended)
		for n := 0; ; n++ {
			select {
			case <-over:
				return
			default:
			}
			a, err := at.Call(t.Context(), profilePath, url.Values{"nickName": {fmt.Sprint("watcher ", n)}})
			switch {
			case err != nil || a.Code != http.StatusOK && a.Code != codeMaintenance:
				t.Errorf("the other instance answers %d %s (%v)", a.Code, a.Message, err)
				return
			case a.Code == http.StatusOK:
				answered.Add(1)
			}
		}
	}()
	return answered, func() {
		close(over)
		<-ended
	}
}
