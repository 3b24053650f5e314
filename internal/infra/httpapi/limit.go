package httpapi

import (
	"fmt"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2/simplelru"
)

const (
	// bucketsMax bounds each class's memory; a forgotten bucket is a full one.
	bucketsMax    = 100_000
	forwardedMax  = 16
	ipv6PrefixLen = 64
)

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
}

// DefaultLimits are the product's.
var DefaultLimits = Limits{
	Read:   Limit{PerMinute: 120, Burst: 120},
	Write:  Limit{PerMinute: 30, Burst: 60},
	SignIn: Limit{PerMinute: 10, Burst: 10},

	Stranger: DefaultStranger,
	Export:   Limit{PerMinute: 1, Burst: 3},
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
		rateStranger: limits.Stranger, RateExport: limits.Export} {
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

// keyOf is whom a class counts.
func keyOf(class RateClass, c Caller) string {
	if class == RateSignIn || c.UserID == "" {
		return "ip " + addressGroup(c.IP)
	}
	return c.UserID
}

// addressGroup is the address; of IPv6 the network, since a household has
// many addresses.
func addressGroup(ip string) string {
	address, err := netip.ParseAddr(ip)
	if err != nil || address.Is4() {
		return ip
	}
	prefix, err := address.Prefix(ipv6PrefixLen)
	if err != nil {
		return ip
	}
	return prefix.String()
}

// take counts one call or refuses it.
func (l *limiter) take(class RateClass, c Caller) error {
	set := l.classes[class]
	if set == nil {
		return nil
	}
	return set.take(keyOf(class, c))
}

// isUsedUp refuses what take would refuse, and counts nothing.
func (l *limiter) isUsedUp(class RateClass, c Caller) error {
	set := l.classes[class]
	if set == nil {
		return nil
	}
	return set.refuse(keyOf(class, c))
}

// refund gives a call back that turned out to cost nothing.
func (l *limiter) refund(class RateClass, c Caller) {
	if set := l.classes[class]; set != nil {
		set.refund(keyOf(class, c))
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

// Proxies are the networks whose X-Forwarded-For is believed.
type Proxies []netip.Prefix

// ParseProxies reads addresses and networks like 10.0.0.0/8.
func ParseProxies(list []string) (Proxies, error) {
	var proxies Proxies
	for _, text := range list {
		if address, err := netip.ParseAddr(text); err == nil {
			proxies = append(proxies, netip.PrefixFrom(address, address.BitLen()))
			continue
		}
		prefix, err := netip.ParsePrefix(text)
		if err != nil {
			return nil, fmt.Errorf("trusted proxy %q is neither an address nor a network", text)
		}
		proxies = append(proxies, prefix)
	}
	return proxies, nil
}

func (p Proxies) trusts(address netip.Addr) bool {
	for _, prefix := range p {
		if prefix.Contains(address) {
			return true
		}
	}
	return false
}

// ClientOf is the nearest address that is not a trusted proxy's.
func (p Proxies) ClientOf(r *http.Request) string {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	address := peer.Addr().Unmap()
	if !p.trusts(address) {
		return address.String()
	}
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(hops) - 1; i >= max(0, len(hops)-forwardedMax); i-- {
		hop, err := netip.ParseAddr(strings.TrimSpace(hops[i]))
		if err != nil {
			break
		}
		address = hop.Unmap()
		if !p.trusts(address) {
			break
		}
	}
	return address.String()
}
