package meter

import (
	"context"
	"sync"
	"time"

	"etld/internal/infra/listener"
)

// turnAgain is after how long one who has a turn already should try again.
const turnAgain = 5 * time.Second

// Turns bounds what is done at once: in all, one for each user and for each address,
// and as many as households for a network of many, so that nobody keeps the places of
// others.
type Turns struct {
	places chan struct{}

	mu    sync.Mutex
	taken map[string]int
}

// NewTurns has so many places.
func NewTurns(places int) *Turns {
	return &Turns{places: make(chan struct{}, places), taken: make(map[string]int)}
}

// Take waits for a place. It refuses with fault.TooMany whose user or address has, or
// waits for, another.
func (t *Turns) Take(ctx context.Context, user, ip string) (giveBack func(), err error) {
	keys := map[string]int{"user " + user: 1, "ip " + listener.AddressGroup(ip): 1}
	if site := listener.SiteOf(ip); site != "" {
		keys[site] = householdsPerSite
	}
	if !t.enter(keys) {
		return nil, TooMany(turnAgain)
	}
	select {
	case t.places <- struct{}{}:
		return func() {
			<-t.places
			t.leave(keys)
		}, nil
	case <-ctx.Done():
		t.leave(keys)
		return nil, ctx.Err()
	}
}

// enter counts one for each key, unless one of them has as many as it may.
func (t *Turns) enter(keys map[string]int) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	for key, most := range keys {
		if t.taken[key] >= most {
			return false
		}
	}
	for key := range keys {
		t.taken[key]++
	}
	return true
}

func (t *Turns) leave(keys map[string]int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for key := range keys {
		if t.taken[key]--; t.taken[key] == 0 {
			delete(t.taken, key)
		}
	}
}
