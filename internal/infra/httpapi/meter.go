package httpapi

import (
	"fmt"

	"etld/internal/infra/listener"
)

// Meter counts calls that are no part of an API, by a key of the caller's
// choice, in bounded memory.
type Meter struct{ set *bucketSet }

// NewMeter is a meter of one limit; the zero Limit never refuses.
func NewMeter(limit Limit) (*Meter, error) {
	l, err := newLimiter(Limits{Read: limit})
	if err != nil {
		return nil, fmt.Errorf("meter: %w", err)
	}
	return &Meter{set: l.classes[RateRead]}, nil
}

// Take counts one call or refuses it with fault.TooMany.
func (m *Meter) Take(key string) error {
	if m.set == nil {
		return nil
	}
	return m.set.take(key)
}

// RefuseAddress refuses what TakeAddress would refuse, and counts nothing.
func (m *Meter) RefuseAddress(ip string) error {
	if m.set == nil {
		return nil
	}
	return m.set.refuse(listener.AddressGroup(ip))
}

// TakeAddress is Take for a client's address; of IPv6 its network counts.
func (m *Meter) TakeAddress(ip string) error { return m.Take(listener.AddressGroup(ip)) }
