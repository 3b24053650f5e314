package walletsig

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/hashicorp/golang-lru/v2/simplelru"

	"etld/internal/base/fault"
)

// What nodes are asked about strangers' signatures is bounded in sum, since anybody
// can send some from any number of addresses, and the same nodes credit deposits.
const (
	// AskedAtOnceMax is how many signatures nodes are asked about at a time.
	AskedAtOnceMax = 8
	// AskedBurst is how many they are asked about at once after a pause, and
	// AskedPerMinute how many on average.
	AskedBurst     = 40
	AskedPerMinute = 120
	// CodelessFor is how long an address is believed to have no code, and codelessMax
	// how many such are remembered.
	CodelessFor = time.Minute
	codelessMax = 10_000
)

// ErrBusy refuses a signature that nodes would have to be asked about, while they
// are asked about as many as they may be.
var ErrBusy = errors.New("too many contract wallets are being asked")

// busyFor is after how long one who was refused with ErrBusy should try again.
const busyFor = 5 * time.Second

// Unanswered is what a call is refused with whose signature could not be judged; nil
// where it was, whatever came of it.
func Unanswered(err error) error {
	switch {
	case errors.Is(err, ErrBusy):
		return fault.TooMany.With("retryAfter", strconv.Itoa(int(busyFor/time.Second)))
	case errors.Is(err, ErrUnverifiable):
		return fmt.Errorf("%w: %w", fault.Maintenance, err)
	}
	return nil
}

// Bounds are those of a process, which all its bounded verifiers share.
type Bounds struct {
	places chan struct{}
	now    func() time.Time

	mu sync.Mutex
	// fullAt is when the whole burst may be asked again.
	fullAt time.Time
}

// NewBounds are bounds with nothing asked yet; now is the time by which the budget grows.
func NewBounds(now func() time.Time) *Bounds {
	return &Bounds{places: make(chan struct{}, AskedAtOnceMax), now: now}
}

// enter takes one from the budget, then waits for a place until the context ends.
func (b *Bounds) enter(ctx context.Context) (leave func(), err error) {
	if !b.take() {
		return nil, ErrBusy
	}
	select {
	case b.places <- struct{}{}:
		return func() { <-b.places }, nil
	case <-ctx.Done():
		return nil, ErrBusy
	}
}

func (b *Bounds) take() bool {
	const each = time.Minute / AskedPerMinute
	b.mu.Lock()
	defer b.mu.Unlock()
	now := b.now()
	full := b.fullAt
	if full.Before(now) {
		full = now
	}
	full = full.Add(each)
	if full.Sub(now) > AskedBurst*each {
		return false
	}
	b.fullAt = full
	return true
}

// codeless remembers addresses without code on one chain. A nil one remembers none.
type codeless struct {
	now func() time.Time

	mu    sync.Mutex
	until *simplelru.LRU[common.Address, time.Time]
}

func newCodeless(now func() time.Time) *codeless {
	until, err := simplelru.NewLRU[common.Address, time.Time](codelessMax, nil)
	if err != nil {
		// Only a size below one is refused.
		panic(err)
	}
	return &codeless{now: now, until: until}
}

func (c *codeless) add(address common.Address) {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.until.Add(address, c.now().Add(CodelessFor))
}

func (c *codeless) has(address common.Address) bool {
	if c == nil {
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	until, known := c.until.Get(address)
	return known && c.now().Before(until)
}
