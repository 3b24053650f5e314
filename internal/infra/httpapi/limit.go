package httpapi

import (
	"fmt"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2/simplelru"

	"etld/internal/infra/listener"
)

// bucketsMax bounds each class's memory; a forgotten bucket is a full one.
const bucketsMax = 100_000

// Limit is a bucket that holds Burst calls and refills at Per a minute.
type Limit struct {
	PerMinute int
	Burst     int
}

// Limits are the limits of the classes. The zero value of one switches it off.
type Limits struct {
	// Read and Write count per user, or per address on public calls.
	Read  Limit
	Write Limit
	// SignIn counts per address.
	SignIn Limit
	// Stranger counts per address the calls whose token belongs to nobody: many
	// people share an address, and each app that was left open for long makes some.
	Stranger Limit
	// Export counts per user the exports of a person's data.
	Export Limit
	// Address counts per address the calls of everybody who is signed in behind it,
	// after each one's own: accounts cost nothing, addresses do.
	Address Limit
}

// DefaultLimits are the product's.
var DefaultLimits = Limits{
	Read:   Limit{PerMinute: 120, Burst: 120},
	Write:  Limit{PerMinute: 30, Burst: 60},
	SignIn: Limit{PerMinute: 10, Burst: 10},

	Stranger: DefaultStranger,
	Export:   Limit{PerMinute: 1, Burst: 3},
	Address:  Limit{PerMinute: 1_200, Burst: 1_200},
}

// DefaultStranger is far more than the people behind one address make by mistake.
var DefaultStranger = Limit{PerMinute: 1_200, Burst: 1_200}

// limiter keeps the buckets of all classes in bounded memory.
type limiter struct {
	classes map[RateClass]*bucketSet
}

type bucketSet struct {
	limit   Limit
	perCall time.Duration
	mu      sync.Mutex
	buckets *lru.LRU[string, bucket]
	now     func() time.Time
}

// bucket holds the time at which it will be full again.
type bucket struct{ fullAt time.Time }

func newLimiter(limits Limits) (*limiter, error) {
	l := &limiter{classes: make(map[RateClass]*bucketSet)}
	for class, limit := range map[RateClass]Limit{RateRead: limits.Read, RateWrite: limits.Write, RateSignIn: limits.SignIn,
		rateStranger: limits.Stranger, RateExport: limits.Export, rateAddress: limits.Address} {
		if limit == (Limit{}) {
			continue
		}
		if limit.PerMinute <= 0 || limit.Burst <= 0 {
			return nil, fmt.Errorf("httpapi: limit %+v: both numbers must be above zero", limit)
		}
		buckets, err := lru.NewLRU[string, bucket](bucketsMax, nil)
		if err != nil {
			return nil, err
		}
		l.classes[class] = &bucketSet{limit: limit, perCall: time.Minute / time.Duration(limit.PerMinute), buckets: buckets, now: time.Now}
	}
	return l, nil
}

// counted is a bucket that a call takes from.
type counted struct {
	set *bucketSet
	key string
}

// countedBy are the buckets of a call: its class's, and with a session also its
// address's.
func (l *limiter) countedBy(class RateClass, c Caller) (list []counted) {
	if set := l.classes[class]; set != nil {
		list = append(list, counted{set, keyOf(class, c)})
	}
	if set := l.classes[rateAddress]; set != nil && c.UserID != "" {
		list = append(list, counted{set, addressKey(c)})
	}
	return list
}

// keyOf is whom a class counts.
func keyOf(class RateClass, c Caller) string {
	if class == RateSignIn || c.UserID == "" {
		return addressKey(c)
	}
	return c.UserID
}

func addressKey(c Caller) string { return "ip " + listener.AddressGroup(c.IP) }

// take counts one call or refuses it. What is refused costs nothing.
func (l *limiter) take(class RateClass, c Caller) error {
	list := l.countedBy(class, c)
	for i, one := range list {
		if err := one.set.take(one.key); err != nil {
			refundAll(list[:i])
			return err
		}
	}
	return nil
}

// isUsedUp refuses what take would refuse, and counts nothing.
func (l *limiter) isUsedUp(class RateClass, c Caller) error {
	for _, one := range l.countedBy(class, c) {
		if err := one.set.refuse(one.key); err != nil {
			return err
		}
	}
	return nil
}

// refund gives a call back that turned out to cost nothing.
func (l *limiter) refund(class RateClass, c Caller) { refundAll(l.countedBy(class, c)) }

func refundAll(list []counted) {
	for _, one := range list {
		one.set.refund(one.key)
	}
}

func (s *bucketSet) take(key string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	after, err := s.after(key)
	if err == nil {
		s.buckets.Add(key, after)
	}
	return err
}

func (s *bucketSet) refuse(key string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, err := s.after(key)
	return err
}

// after is a bucket with one call more in it, or a refusal.
func (s *bucketSet) after(key string) (bucket, error) {
	now := s.now()
	b, _ := s.buckets.Get(key)
	if b.fullAt.Before(now) {
		b.fullAt = now
	}
	b.fullAt = b.fullAt.Add(s.perCall)
	if over := b.fullAt.Sub(now) - time.Duration(s.limit.Burst)*s.perCall; over > 0 {
		return b, tooMany(over)
	}
	return b, nil
}

func (s *bucketSet) refund(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if b, ok := s.buckets.Get(key); ok {
		b.fullAt = b.fullAt.Add(-s.perCall)
		s.buckets.Add(key, b)
	}
}
