package price

import (
	"context"
	"slices"
	"strings"
	"time"

	"etld/internal/base/each"
	"etld/internal/base/money"
)

// futureMax is how far ahead of the platform's clock a feed's may be.
const futureMax = 10 * time.Minute

// Reading is what a feed said.
type Reading struct {
	// Price is USDT per coin; 0 stands for everything that is no price.
	Price money.Amount
	// At is the feed's own time.
	At time.Time
}

// Feed is an outside source of one coin's price.
type Feed interface {
	// Name tells feeds apart in the log.
	Name() string
	// Kind is what users are told of it.
	Kind() Kind
	// Read asks the source. An answer that is no price is a reading of 0; an
	// error is no answer.
	Read(ctx context.Context) (Reading, error)
}

// Kind is what sort of feed a price is from. Apps have words for each origin that
// kinds make up.
type Kind string

// The kinds of feeds.
const (
	Aggregator Kind = "aggregator"
	Pair       Kind = "pair"
)

func (Kind) Values() []string { return each.Texts(Aggregator, Pair) }

// Origin is what a rate is from: the kinds of its feeds, the funded bids, or what the
// platform asks.
type Origin string

const (
	OriginBids       Origin = "bids"
	OriginAsk        Origin = "ask"
	OriginAggregator Origin = "aggregator"
	OriginPair       Origin = "pair"
	OriginBoth       Origin = "aggregator_pair"
)

func (Origin) Values() []string {
	return each.Texts(OriginBids, OriginAsk, OriginAggregator, OriginPair, OriginBoth)
}

// originOf is that of a price that comes from feeds.
func originOf(feeds []heard) Origin {
	kinds := each.Of(feeds, func(h heard) string { return string(h.kind) })
	slices.Sort(kinds)
	return Origin(strings.Join(slices.Compact(kinds), "_"))
}

// Source is a feed and how far it is believed.
type Source struct {
	Feed Feed
	// Heartbeat is how long the feed may leave its price unchanged.
	Heartbeat time.Duration
	// Min and Max bound what is taken for a price.
	Min, Max money.Amount
}

// believes says whether a reading can be a price at all.
func (s Source) believes(r Reading, now time.Time) bool {
	return r.Price > 0 && r.Price >= s.Min && r.Price <= s.Max && !r.At.After(now.Add(futureMax))
}

// heard is the last believable reading of one source.
type heard struct {
	name      string
	kind      Kind
	reading   Reading
	readAt    time.Time
	heartbeat time.Duration
	// dropped says that the source's last answer was no believable price.
	dropped bool
	// answeredAt is when the source last answered anything.
	answeredAt time.Time
}

// expires is the last instant at which the reading counts.
func (h heard) expires(staleAfter time.Duration) time.Time {
	if h.readAt.IsZero() || h.dropped {
		return time.Time{}
	}
	own := h.reading.At.Add(h.heartbeat)
	if own.Before(h.readAt) {
		return own.Add(staleAfter)
	}
	return h.readAt.Add(staleAfter)
}

// quorum is how many feeds a price needs.
const quorum = 2

// Reason is why there is no usable price, as a word for apps to translate.
type Reason string

// The reasons. ReasonStopped holds until operators end a stop, of swaps or of sales;
// ReasonNoBuyer is said of sales to the bids alone.
const (
	ReasonNone       Reason = ""
	ReasonTooFew     Reason = "too_few_feeds"
	ReasonOutOfRange Reason = "feed_out_of_bounds"
	ReasonDisagree   Reason = "feeds_disagree"
	ReasonStale      Reason = "stale"
	ReasonJump       Reason = "jump"
	ReasonStopped    Reason = "stopped"
	ReasonNoBuyer    Reason = "no_buyer"
)

// Values lists the reasons but ReasonNone.
func (Reason) Values() []string {
	return each.Texts(ReasonTooFew, ReasonOutOfRange, ReasonDisagree, ReasonStale, ReasonJump, ReasonStopped, ReasonNoBuyer)
}

// consensus is what the feeds amount to at one time.
type consensus struct {
	price money.Amount
	// lowest and highest are the feeds' that count.
	lowest, highest money.Amount
	source          Origin
	// at is the oldest own time of the feeds that count.
	at time.Time
	// freshUntil is when too few of these feeds will count; zero where too few do.
	freshUntil time.Time
	// heardUntil is until when as many answers count as a price needs, whatever they were.
	heardUntil time.Time
	reason     Reason
	// definite says that a feed answered something that speaks against the
	// price, which silence does not.
	definite bool
}

// judge takes the median of the feeds that count.
func judge(list []heard, now time.Time, r rules) consensus {
	var counting []heard
	var expiries, answered []time.Time
	v := consensus{reason: ReasonTooFew}
	for _, h := range list {
		answered = append(answered, h.answeredAt.Add(r.staleAfter))
		if h.dropped {
			v.reason, v.definite = ReasonOutOfRange, true
		}
		if at := h.expires(r.staleAfter); !now.After(at) {
			counting, expiries = append(counting, h), append(expiries, at)
		}
	}
	newestFirst := func(a, b time.Time) int { return b.Compare(a) }
	if slices.SortFunc(answered, newestFirst); len(answered) >= quorum {
		v.heardUntil = answered[quorum-1]
	}
	if len(counting) < quorum {
		return v
	}
	prices := make([]money.Amount, len(counting))
	v.at = counting[0].reading.At
	for i, h := range counting {
		prices[i] = h.reading.Price
		if h.reading.At.Before(v.at) {
			v.at = h.reading.At
		}
	}
	v.price, v.source = median(prices), originOf(counting)
	v.lowest, v.highest = slices.Min(prices), slices.Max(prices)
	slices.SortFunc(expiries, newestFirst)
	if spread := v.highest - v.lowest; spread > r.disagreement.Floor(v.price) {
		return consensus{reason: ReasonDisagree, definite: true, heardUntil: v.heardUntil}
	}
	v.freshUntil, v.reason, v.definite = expiries[quorum-1], ReasonNone, true
	return v
}

// median is the middle one, or the mean of the two middle ones rounded down.
func median(prices []money.Amount) money.Amount {
	sorted := slices.Sorted(slices.Values(prices))
	middle := len(sorted) / 2
	if len(sorted)%2 == 1 {
		return sorted[middle]
	}
	low, high := sorted[middle-1], sorted[middle]
	return low + (high-low)/2
}
