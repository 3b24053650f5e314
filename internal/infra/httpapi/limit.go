package httpapi

import (
	"etld/internal/infra/meter"
)

// Limits are the limits of the classes. The zero value of one switches it off.
type Limits struct {
	// Read and Write count per user, or per address on public calls.
	Read  meter.Limit
	Write meter.Limit
	// SignIn counts per address.
	SignIn meter.Limit
	// Stranger counts per address the calls whose token belongs to nobody: many
	// people share an address, and each app that was left open for long makes some.
	Stranger meter.Limit
	// Export counts per user the exports of a person's data.
	Export meter.Limit
	// Address counts per address the calls of everybody who is signed in behind it,
	// after each one's own: accounts cost nothing, addresses do.
	Address meter.Limit
	// Replay counts per user the commands whose request id is known, and per address
	// those of all behind it, four times as many. They cost nothing else, so it is far
	// more than an app repeats.
	Replay meter.Limit
}

// DefaultLimits are the product's.
var DefaultLimits = Limits{
	Read:   meter.Limit{PerMinute: 120, Burst: 120},
	Write:  meter.Limit{PerMinute: 30, Burst: 60},
	SignIn: meter.Limit{PerMinute: 10, Burst: 10},

	Stranger: DefaultStranger,
	Export:   meter.Limit{PerMinute: 1, Burst: 3},
	Address:  meter.Limit{PerMinute: 1_200, Burst: 1_200},
	Replay:   DefaultReplay,
}

var (
	// DefaultStranger is far more than the people behind one address make by mistake.
	DefaultStranger = meter.Limit{PerMinute: 1_200, Burst: 1_200}
	// DefaultReplay is far more than an app makes when its line comes back.
	DefaultReplay = meter.Limit{PerMinute: 300, Burst: 300}
)

// replayersPerAddress is how many users may repeat behind one address as often as each may.
const replayersPerAddress = 4

// limiter has the meters of all classes.
type limiter struct {
	classes map[RateClass]*meter.Meter
}

func newLimiter(limits Limits) *limiter {
	l := &limiter{classes: make(map[RateClass]*meter.Meter)}
	for class, limit := range map[RateClass]meter.Limit{RateRead: limits.Read, RateWrite: limits.Write, RateSignIn: limits.SignIn,
		rateStranger: limits.Stranger, RateExport: limits.Export, rateAddress: limits.Address,
		rateReplay: limits.Replay, rateReplayAddress: limits.Replay.Times(replayersPerAddress)} {
		l.classes[class] = meter.New(limit)
	}
	return l
}

// countedBy are the buckets of a call: its class's, and with a session also its
// address's.
func (l *limiter) countedBy(class RateClass, c Caller) []meter.Bucket {
	set := l.classes[class]
	switch {
	case class == rateReplay:
		return append(set.Of(c.UserID), l.classes[rateReplayAddress].OfAddress(c.IP)...)
	case c.UserID == "":
		return set.OfAddress(c.IP)
	}
	return append(set.Of(c.UserID), l.classes[rateAddress].OfAddress(c.IP)...)
}

// take counts one call or refuses it. What is refused costs nothing.
func (l *limiter) take(class RateClass, c Caller) error { return meter.Take(l.countedBy(class, c)) }

// isUsedUp refuses what take would refuse, and counts nothing.
func (l *limiter) isUsedUp(class RateClass, c Caller) error {
	return meter.Refuse(l.countedBy(class, c))
}

// refund gives a call back that turned out to cost nothing.
func (l *limiter) refund(class RateClass, c Caller) { meter.Refund(l.countedBy(class, c)) }
