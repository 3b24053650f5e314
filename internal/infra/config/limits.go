package config

import (
	"flag"
	"fmt"
)

// rateMax bounds the rate limits; above it there is none to speak of.
const rateMax = 1_000_000

// Limits are how many calls a minute are served.
type Limits struct {
	// Reads and Writes count per user, SignIns per address, and Address the calls of
	// all users behind one address. WriteBurst is how many writes may come at once.
	Reads, Writes, WriteBurst, SignIns, Address int
}

func (c *Config) declareLimits(fs *flag.FlagSet) {
	fs.IntVar(&c.Limits.Reads, "limit-reads", 120, "reading calls per user and minute")
	fs.IntVar(&c.Limits.Writes, "limit-writes", 30, "writing calls per user and minute")
	fs.IntVar(&c.Limits.WriteBurst, "limit-writes-burst", 60, "writing calls that a user may make at once")
	fs.IntVar(&c.Limits.SignIns, "limit-sign-ins", 10, "sign-ins per address and minute")
	fs.IntVar(&c.Limits.Address, "limit-address", 1_200, "calls of all users behind one address, per minute")
}

func (c *Config) validateLimits() error {
	for _, one := range []struct {
		flag  string
		value int
	}{{"limit-reads", c.Limits.Reads}, {"limit-writes", c.Limits.Writes}, {"limit-writes-burst", c.Limits.WriteBurst}, {"limit-sign-ins", c.Limits.SignIns},
		{"limit-address", c.Limits.Address}} {
		if one.value < 1 || one.value > rateMax {
			return fmt.Errorf("--%s must be between 1 and %d; --rate-limits=false lifts all limits", one.flag, rateMax)
		}
	}
	if c.Limits.WriteBurst < c.Limits.Writes {
		return fmt.Errorf("--limit-writes-burst must not be below --limit-writes, which is %d", c.Limits.Writes)
	}
	return nil
}
