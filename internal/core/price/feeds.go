package price

import (
	"slices"
	"time"

	"etld/internal/base/money"
)

// FeedState is what one feed last said.
type FeedState struct {
	Feed  string       `json:"feed"`
	Kind  Kind         `json:"kind" enum:"aggregator,pair"`
	Price money.Amount `json:"price" doc:"USDT per ETH, the last that was believed; 0 before the first"`
	At    time.Time    `json:"at,omitzero" doc:"The feed's own time"`
	// ReadAt is when it was last read with a price that was believed.
	ReadAt time.Time `json:"readAt,omitzero"`
	Works  bool      `json:"works" doc:"Its last answer was a price that is believed"`
}

// Feeds are what the feeds said at the last poll.
func (s *Service) Feeds() []FeedState {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return slices.Clone(s.feeds)
}

// showFeeds keeps a copy of what was heard, as a poll may wait for feeds.
func (s *Service) showFeeds() {
	list := make([]FeedState, len(s.heard))
	for i, h := range s.heard {
		list[i] = FeedState{Feed: h.name, Kind: h.kind, Price: h.reading.Price, At: h.reading.At, ReadAt: h.readAt, Works: !s.failing[i] && !h.readAt.IsZero()}
	}
	s.mu.Lock()
	s.feeds = list
	s.mu.Unlock()
}
