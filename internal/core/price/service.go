package price

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/infra/sqldb"
)

const (
	pollEvery    = 5 * time.Second
	pollWithin   = 8 * time.Second
	refreshEvery = time.Second
	// haltsWithin is how near to each other two halts stop the swaps of a coin.
	haltsWithin = time.Hour
)

// Bids knows what buyers of ETLD would pay.
type Bids interface {
	// Price is the average a seller of min(100, all bids) would get, 0
	// without bids.
	Price(tx sqldb.Command) (money.Amount, error)
	// Hints names what Price reads.
	Hints() []sqldb.Hint
}

// Dealer knows at which prices the platform itself buys and sells a coin.
type Dealer interface {
	// Sides is null on the side on which nothing can be dealt at present.
	Sides(tx sqldb.Command, q Quotation) (bid, ask *money.Amount, err error)
}

// Config is what the service is built from.
type Config struct {
	DB    *sqldb.DB
	Clock clock.Clock
	Log   *slog.Logger
	// Sources are the feeds of ETH; without at least two there is no price.
	Sources []Source
	Bids    Bids
	// Dealer, whose bid and ask the price list shows, is a part that is built later. Optional.
	Dealer func() Dealer
}

// Service keeps the newest prices.
type Service struct {
	Config
	store *store

	// polling keeps polls apart; it guards heard and failing.
	polling sync.Mutex
	heard   []heard
	failing []bool

	mu    sync.RWMutex
	copy  snapshot
	feeds []FeedState
}

// snapshot is the copy for what needs no exactness.
type snapshot struct {
	eth, etld state
	bid       money.Amount
	rows      []Row
}

// New builds the service; Poll or Run fills it.
func New(c Config) *Service {
	s := &Service{Config: c, store: newStore(), heard: make([]heard, len(c.Sources)), failing: make([]bool, len(c.Sources))}
	for i, source := range c.Sources {
		s.heard[i] = heard{name: source.Feed.Name(), kind: source.Feed.Kind(), heartbeat: source.Heartbeat}
	}
	s.copy = snapshot{eth: state{Asset: money.ETH, Reason: ReasonTooFew}, etld: state{Asset: money.ETLD}, rows: []Row{
		{Pair: "ETLD/USDT", Currency: money.ETLD, Source: OriginBids},
		{Pair: "ETH/USDT", Currency: money.ETH, Stale: true, Reason: ReasonTooFew},
	}}
	return s
}

// Run keeps the prices until the context ends.
func (s *Service) Run(ctx context.Context) {
	for due := time.Duration(0); ctx.Err() == nil; due -= refreshEvery {
		if due <= 0 {
			s.Poll(ctx)
			due = pollEvery
		} else {
			s.refresh(ctx)
		}
		_ = clock.Pause(ctx, refreshEvery)
	}
}

// Poll reads every feed once and stores what they amount to. What goes wrong
// is logged: the price goes stale by itself.
func (s *Service) Poll(ctx context.Context) {
	s.polling.Lock()
	defer s.polling.Unlock()
	s.readAll(ctx)
	s.showFeeds()
	err := s.DB.Update(ctx, func(tx *sqldb.Tx) error {
		r, err := currentRules(tx)
		if err != nil {
			return err
		}
		if err := s.storeConsensus(tx, judge(s.heard, tx.Now(), r), r); err != nil {
			return err
		}
		return s.storeBids(tx, r)
	})
	if err != nil && ctx.Err() == nil {
		s.Log.Warn("prices could not be stored", "error", err)
	}
	s.refresh(ctx)
}

// readAll asks all feeds at the same time.
func (s *Service) readAll(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, pollWithin)
	defer cancel()
	var wg sync.WaitGroup
	for i := range s.Sources {
		wg.Go(func() {
			reading, err := s.Sources[i].Feed.Read(ctx)
			s.hear(i, reading, err)
		})
	}
	wg.Wait()
}

// hear takes one feed's answer.
func (s *Service) hear(i int, reading Reading, err error) {
	h, source, now := &s.heard[i], s.Sources[i], s.Clock.Now()
	believed := err == nil && source.believes(reading, now)
	if believed == s.failing[i] {
		if believed {
			s.Log.Info("price feed works again", "feed", h.name)
		} else {
			s.Log.Warn("price feed gives nothing usable", "feed", h.name, "price", reading.Price.String(), "error", err)
		}
		s.failing[i] = !believed
	}
	if err != nil {
		return
	}
	h.dropped, h.answeredAt = !believed, now
	if believed {
		h.reading, h.readAt = reading, now
	}
}

func (s *Service) storeConsensus(tx *sqldb.Tx, v consensus, r rules) error {
	st, err := s.store.state(tx, money.ETH)
	if err != nil {
		return err
	}
	now := tx.Now()
	// Another instance has heard the feeds since: what is remembered here says nothing of
	// its price. What is fresh for longer than a reading can be is from before a change of
	// the parameter.
	if now.Before(st.FreshUntil) && v.heardUntil.Before(st.FreshUntil) && !st.FreshUntil.After(now.Add(r.staleAfter)) {
		return nil
	}
	if v.reason != ReasonNone {
		// Silence only lets the price go stale in its time: another instance
		// may still hear the feeds.
		if v.definite {
			st.FreshUntil = time.Time{}
		}
		if v.definite || now.After(st.FreshUntil) {
			st.Reason = v.reason
		}
		s.store.states.Put(tx, st)
		return nil
	}
	st.Price, st.Lowest, st.Highest = v.price, v.lowest, v.highest
	st.Source, st.At, st.FreshUntil, st.Reason = v.source, v.at, v.freshUntil, ReasonNone
	return s.storeState(tx, st, r)
}

// storeBids notes what the bids amount to.
func (s *Service) storeBids(tx *sqldb.Tx, r rules) error {
	bid, err := s.Bids.Price(tx)
	if err != nil || bid == 0 {
		return err
	}
	st, err := s.store.state(tx, money.ETLD)
	if err != nil {
		return err
	}
	st.Price, st.Lowest, st.Highest = bid, bid, bid
	st.Source, st.At, st.FreshUntil, st.Reason = OriginBids, tx.Now(), tx.Now(), ReasonNone
	return s.storeState(tx, st, r)
}

// storeState stores a coin's new price, halts its swaps when it jumped, and adds
// to its history.
func (s *Service) storeState(tx *sqldb.Tx, st state, r rules) error {
	st.recent = remember(st.recent, moment{tx.Now(), st.Price})
	if jumped(st.recent, r.jump) {
		st = s.halt(st, tx.Now(), r)
		// The halt counts from here: the same jump is not to be seen again, but
		// another one from the new price is.
		st.recent = st.recent[len(st.recent)-1:]
	}
	s.store.states.Put(tx, st)
	return addPoints(tx, st.Asset, st.Price, tx.Now())
}

// halt halts the swaps of a coin whose price jumped. After a second halt within an
// hour only operators let them run again: once is news, twice is somebody's doing.
// A jump while swaps stand halted is the same news going on.
func (s *Service) halt(st state, now time.Time, r rules) state {
	s.Log.Warn("a price jumped; swaps of it are halted", "currency", st.Asset, "price", st.Price.String())
	if !st.HaltedAt.IsZero() && now.Sub(st.HaltedAt) <= haltsWithin && !now.Before(st.HaltedUntil) && !st.IsStopped {
		st.IsStopped = true
		s.Log.Error("a price jumped twice within an hour; swaps of it stay halted until operators resume them", "currency", st.Asset)
	}
	st.HaltedAt, st.HaltedUntil = now, now.Add(r.halt)
	return st
}

func (s *Service) refresh(ctx context.Context) {
	var next snapshot
	err := s.DB.View(ctx, func(tx *sqldb.Tx) (err error) {
		if next.eth, err = s.store.state(tx, money.ETH); err != nil {
			return err
		}
		if next.etld, err = s.store.state(tx, money.ETLD); err != nil {
			return err
		}
		if next.bid, err = s.Bids.Price(tx); err != nil {
			return err
		}
		next.rows, err = s.List(tx)
		return err
	})
	if err != nil {
		if ctx.Err() == nil {
			s.Log.Warn("prices could not be read", "error", err)
		}
		return
	}
	s.mu.Lock()
	s.copy = next
	s.mu.Unlock()
}

func (s *Service) snapshot() snapshot {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.copy
}

// ETH is the newest quotation; Price is 0 and Stale true before the first.
func (s *Service) ETH() Quotation { return s.snapshot().eth.quotation(s.Clock.Now()) }

// ETLD is the price of the funded bids: 0, and never stale, while there are
// none. It is at most a second old; Find is exact.
func (s *Service) ETLD() Quotation {
	c := s.snapshot()
	return c.etld.bidQuotation(c.bid, s.Clock.Now())
}

// ETLDPrice is what a seller of ETLD gets by the newest price; 0 without one.
func (s *Service) ETLDPrice() money.Amount { return s.ETLD().Price }

// Value is an amount in USDT at the newest price, rounded down. The second
// result is the price's time, and is zero when there is no price.
func (s *Service) Value(asset money.Asset, amount money.Amount) (money.Amount, time.Time) {
	var q Quotation
	switch asset {
	case money.USDT:
		return amount, s.Clock.Now()
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
	return ValueAt(amount, q.Price), q.At
}

// ValueAt is what an amount comes to at a price, rounded down; what would not
// fit an amount is the largest one.
func ValueAt(amount, price money.Amount) money.Amount {
	if amount > 0 && int64(amount/money.Unit)+1 > int64(money.Max)/max(1, int64(price)) {
		return money.Max
	}
	return money.MulDivFloor(amount, int64(price), int64(money.Unit))
}

// FeedState is what one feed last said.
type FeedState struct {
	Feed  string       `json:"feed"`
	Kind  Kind         `json:"kind"`
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
