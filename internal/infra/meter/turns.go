package meter

import (
	"context"
	"sync"
	"time"

	"etld/internal/infra/listener"
)

const (
	// turnAgain is after how long who got no turn should try again.
	turnAgain = 5 * time.Second
	// turnWithin is how long one is waited for: less than callers wait for an answer.
	turnWithin = 45 * time.Second
)

// Turns bounds what is done at once: in all, one for each user and for each address,
// and as many as households for a network of many, so that nobody keeps the places of
// others.
type Turns struct {
	places int

	mu    sync.Mutex
	taken map[string]int
	// freed is closed when one is given back.
	freed chan struct{}
}

// NewTurns has so many places.
func NewTurns(places int) *Turns {
	return &Turns{places: places, taken: make(map[string]int), freed: make(chan struct{})}
}

// Take waits for a place, also while somebody else at the address has one. It refuses
// with fault.TooMany a user who has, or waits for, another, and one for whom none became
// free.
func (t *Turns) Take(ctx context.Context, user, ip string) (giveBack func(), err error) {
	own := map[string]int{"user " + user: 1}
	if _, isFree := t.enter(own); !isFree {
		return nil, TooMany(turnAgain)
	}
	shared := map[string]int{"all": t.places, "ip " + listener.AddressGroup(ip): 1}
	if site := listener.SiteOf(ip); site != "" {
		shared[site] = householdsPerSite
	}
	late := time.NewTimer(turnWithin)
	defer late.Stop()
	for {
		freed, isFree := t.enter(shared)
		if isFree {
			return func() { t.leave(shared, own) }, nil
		}
		select {
		case <-freed:
		case <-late.C:
			t.leave(own)
			return nil, TooMany(turnAgain)
		case <-ctx.Done():
			t.leave(own)
			return nil, ctx.Err()
		}
	}
}

// enter counts one for each key, unless one of them has as many as it may.
func (t *Turns) enter(most map[string]int) (freed <-chan struct{}, isFree bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for key, n := range most {
		if t.taken[key] >= n {
			return t.freed, false
		}
	}
	for key := range most {
		t.taken[key]++
	}
	return nil, true
}

func (t *Turns) leave(lists ...map[string]int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, list := range lists {
		for key := range list {
			if t.taken[key]--; t.taken[key] == 0 {
				delete(t.taken, key)
			}
		}
	}
	close(t.freed)
	t.freed = make(chan struct{})
}
