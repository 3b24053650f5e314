// Package meter bounds what callers take: how many calls a minute, and what is done
// for them at once. Its memory is bounded however many callers there are.
package meter

import (
	"fmt"
	"strconv"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2/simplelru"

	"etld/internal/base/fault"
	"etld/internal/infra/listener"
)

const (
	// bucketsMax bounds a meter's memory; a forgotten bucket is a full one.
	bucketsMax = 100_000
	// householdsPerSite is for how many households one network of many may call.
	householdsPerSite = 8
)

// Limit is a bucket that holds Burst calls and refills at PerMinute.
type Limit struct {
	PerMinute int
	Burst     int
}

// Times is a bucket for n who call as often as the limit says.
func (l Limit) Times(n int) Limit { return Limit{PerMinute: n * l.PerMinute, Burst: n * l.Burst} }

// Meter counts calls by keys of the caller's choice, and by clients' addresses. One
// that is nil never refuses.
type Meter struct {
	limit   Limit
	perCall time.Duration
	// sites counts the networks that households are parts of; nil in itself.
	sites *Meter

	mu      sync.Mutex
	buckets *lru.LRU[string, bucket]
	now     func() time.Time
}

// bucket holds the time at which it will be full again.
type bucket struct{ fullAt time.Time }

// New is a meter of one limit; nil of the zero Limit. It panics of another number below
// one, which the settings refuse.
func New(limit Limit) *Meter {
	if limit == (Limit{}) {
		return nil
	}
	m := newMeter(limit)
	m.sites = newMeter(limit.Times(householdsPerSite))
	return m
}

func newMeter(limit Limit) *Meter {
	if limit.PerMinute <= 0 || limit.Burst <= 0 {
		panic(fmt.Sprintf("meter: limit %+v: both numbers must be above zero", limit))
	}
	// It fails only of a size below one.
	buckets, _ := lru.NewLRU[string, bucket](bucketsMax, nil)
	return &Meter{limit: limit, perCall: time.Minute / time.Duration(limit.PerMinute), buckets: buckets, now: time.Now}
}

// Bucket is a key's in a meter.
type Bucket struct {
	meter *Meter
	key   string
}

// Of is a key's bucket.
func (m *Meter) Of(key string) []Bucket {
	if m == nil {
		return nil
	}
	return []Bucket{{m, key}}
}

// OfAddress are the buckets of a client's address: of IPv6 its household's, and that
// of the network of many households, which one customer may have.
func (m *Meter) OfAddress(ip string) []Bucket {
	list := m.Of("ip " + listener.AddressGroup(ip))
	if site := listener.SiteOf(ip); site != "" && m != nil {
		list = append(list, Bucket{m.sites, site})
	}
	return list
}

// Take counts one call of a key or refuses it with fault.TooMany.
func (m *Meter) Take(key string) error { return Take(m.Of(key)) }

// TakeAddress is Take for a client's address.
func (m *Meter) TakeAddress(ip string) error { return Take(m.OfAddress(ip)) }

// RefuseAddress refuses what TakeAddress would refuse, and counts nothing.
func (m *Meter) RefuseAddress(ip string) error { return Refuse(m.OfAddress(ip)) }

// Take counts one call in all buckets or refuses it. What is refused costs nothing.
func Take(list []Bucket) error {
	for i, one := range list {
		if err := one.meter.take(one.key); err != nil {
			Refund(list[:i])
			return err
		}
	}
	return nil
}

// Refuse refuses what Take would refuse, and counts nothing.
func Refuse(list []Bucket) error {
	for _, one := range list {
		if err := one.meter.refuse(one.key); err != nil {
			return err
		}
	}
	return nil
}

// Refund gives a call back that turned out to cost nothing.
func Refund(list []Bucket) {
	for _, one := range list {
		one.meter.refund(one.key)
	}
}

func (m *Meter) take(key string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	after, err := m.after(key)
	if err == nil {
		m.buckets.Add(key, after)
	}
	return err
}

func (m *Meter) refuse(key string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	_, err := m.after(key)
	return err
}

// after is a bucket with one call more in it, or a refusal.
func (m *Meter) after(key string) (bucket, error) {
	now := m.now()
	b, _ := m.buckets.Get(key)
	if b.fullAt.Before(now) {
		b.fullAt = now
	}
	b.fullAt = b.fullAt.Add(m.perCall)
	if over := b.fullAt.Sub(now) - time.Duration(m.limit.Burst)*m.perCall; over > 0 {
		return b, TooMany(over)
	}
	return b, nil
}

func (m *Meter) refund(key string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if b, ok := m.buckets.Get(key); ok {
		b.fullAt = b.fullAt.Add(-m.perCall)
		m.buckets.Add(key, b)
	}
}

// TooMany is the refusal of a limit that frees up after a while.
func TooMany(after time.Duration) error {
	seconds := max(1, int((after+time.Second-1)/time.Second))
	return fault.TooMany.With("retryAfter", strconv.Itoa(seconds))
}
