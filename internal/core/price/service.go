package price

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/money"
)

const (
	// staleAfter is how long a reading counts without a successful new one.
	staleAfter = 60 * time.Second
	pollEvery  = 10 * time.Second
	pollWithin = 8 * time.Second
)

// Reading is what a feed said.
type Reading struct {
	// Price is USDT per coin.
	Price money.Amount
	// At is the feed's own time.
	At time.Time
}

// Feed is an outside source of one coin's price.
type Feed interface {
	// Name is shown to users as the price's source.
	Name() string
	Read(ctx context.Context) (Reading, error)
}

// Quotation is a price as the product shows it.
type Quotation struct {
	Asset  money.Asset
	Price  money.Amount
	Source string
	At     time.Time
	Stale  bool
}

// Service keeps the newest reading of the ETH feed.
type Service struct {
	feed  Feed
	clock clock.Clock
	log   *slog.Logger

	mu       sync.RWMutex
	last     Reading
	lastRead time.Time
	failing  bool
}

// NewService builds the service; Poll or Run fills it.
func NewService(feed Feed, c clock.Clock, log *slog.Logger) *Service {
	return &Service{feed: feed, clock: c, log: log}
}

// Run reads the feed until the context ends.
func (s *Service) Run(ctx context.Context) {
	for ctx.Err() == nil {
		s.Poll(ctx)
		select {
		case <-ctx.Done():
		case <-time.After(pollEvery):
		}
	}
}

// Poll reads the feed once. A reading of zero or less is no reading.
func (s *Service) Poll(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, pollWithin)
	defer cancel()
	reading, err := s.feed.Read(ctx)
	s.mu.Lock()
	defer s.mu.Unlock()
	if err != nil || reading.Price <= 0 {
		if !s.failing {
			s.log.Warn("price feed gives nothing usable", "feed", s.feed.Name(), "price", reading.Price.String(), "error", err)
		}
		s.failing = true
		return
	}
	if s.failing {
		s.log.Info("price feed works again", "feed", s.feed.Name())
	}
	s.failing = false
	s.last, s.lastRead = reading, s.clock.Now()
}

// ETH is the newest quotation; Price is 0 and Stale true before the first.
func (s *Service) ETH() Quotation {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return Quotation{Asset: money.ETH, Price: s.last.Price, Source: s.feed.Name(), At: s.last.At,
		Stale: s.last.Price == 0 || s.clock.Now().Sub(s.lastRead) > staleAfter}
}

// ETLD is the price of the funded bids: 0, and never stale, while there are
// none.
func (s *Service) ETLD() Quotation {
	return Quotation{Asset: money.ETLD, Source: "bids", At: s.clock.Now()}
}

// Value is an amount in USDT at the newest price, rounded down. The second
// result is the price's time, and is zero when there is no price.
func (s *Service) Value(asset money.Asset, amount money.Amount) (money.Amount, time.Time) {
	var q Quotation
	switch asset {
	case money.USDT:
		return amount, s.clock.Now()
	case money.ETH:
		q = s.ETH()
	case money.ETLD:
		q = s.ETLD()
	default:
		return 0, time.Time{}
	}
	if q.Price == 0 {
		return 0, time.Time{}
	}
	return money.MulDivFloor(amount, int64(q.Price), int64(money.Unit)), q.At
}
