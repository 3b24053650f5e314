package config

import "fmt"

// rateMax bounds the rate limits; above it there is none to speak of.
const rateMax = 1_000_000

// Limits are how many calls a minute are served.
type Limits struct {
	// Reads and Writes count per user, SignIns per address, and Address the calls of
	// all users behind one address. WriteBurst is how many writes may come at once.
	Reads, Writes, WriteBurst, SignIns, Address int
}

func (c *Config) declareLimits(s *settings) {
	rate := bounded{s, 1, rateMax, "; --rate-limits=false lifts all limits"}
	rate.IntVar(&c.Limits.Reads, "limit-reads", 120, "reading calls per user and minute")
	rate.IntVar(&c.Limits.Writes, "limit-writes", 30, "writing calls per user and minute")
	rate.IntVar(&c.Limits.WriteBurst, "limit-writes-burst", 60, "writing calls that a user may make at once")
	rate.IntVar(&c.Limits.SignIns, "limit-sign-ins", 10, "sign-ins per address and minute")
	rate.IntVar(&c.Limits.Address, "limit-address", 1_200, "calls of all users behind one address, per minute")
}

func (c *Config) validateLimits() error {
	if c.Limits.WriteBurst < c.Limits.Writes {
		return fmt.Errorf("--limit-writes-burst must not be below --limit-writes, which is %d", c.Limits.Writes)
	}
	return nil
}
