package crash

import (
	"math/big"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/ethclient"

	"etld/internal/base/money"
	"etld/internal/infra/sqldb"
	"etld/test/player"
)

const (
	creditedWithin = 2 * time.Minute
	// aheadMax is how far blocks that are mined at once may be ahead of the clock.
	aheadMax = 15 * time.Second
)

// TestAWorldBeginsAtAStatedMoment in the past and in the future: platform and chain
// begin there, run on, and go on from there after a stop, a jump and a crash.
func TestAWorldBeginsAtAStatedMoment(t *testing.T) {
	t.Parallel()
	for name, begin := range map[string]time.Time{
		"past":   time.Now().UTC().AddDate(0, 0, -45).Truncate(time.Second),
		"future": time.Date(2031, 1, 31, 15, 59, 0, 0, time.UTC),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			launched := time.Now()
			isAt := func(w *world, want time.Time) { w.isAt(want, time.Since(launched)) }
			clock := "--clock=" + begin.Format(time.RFC3339)
			w := newWorld(t, sqldb.SQLite, clock)
			isAt(w, begin)
			if first := w.chainTime(0); first.Before(begin) || first.After(begin.Add(time.Since(launched))) {
				t.Errorf("the chain's first block is of %s", first)
			}
			p := w.fundedPlayer(100)
			if err := w.running().StopWell(); err != nil {
				t.Error(err)
			}
			w.start(clock)
			isAt(w, begin)
			if err := w.running().Operate(t.Context(), "/demo/advance?seconds=86400"); err != nil {
				t.Fatal(err)
			}
			isAt(w, begin.Add(24*time.Hour))
			w.running().Kill()
			w.start(clock)
			isAt(w, begin.Add(24*time.Hour))
			w.deposit(p, money.Units(50))
			w.await("the second deposit is credited", creditedWithin, func() bool {
				held, err := w.at(p).Holding(t.Context(), money.USDT)
				return err == nil && held.Available == money.Units(150)
			})
			w.running().Kill()
			w.start()
			isAt(w, begin.Add(24*time.Hour))
			w.check()
			refused(t, "the demo's world did not begin at the moment of --clock", w.arguments("--clock=2030-01-01T00:00:00Z")...)
		})
	}
}

// isAt holds the platform's clock and the chain's newest block to a moment, from
// which they may have run on for a while.
func (w *world) isAt(want time.Time, since time.Duration) {
	w.t.Helper()
	stranger, err := player.New(w.url())
	if err != nil {
		w.t.Fatal(err)
	}
	facts, err := stranger.Facts(w.t.Context())
	if err != nil {
		w.t.Fatal(err)
	}
	for name, now := range map[string]time.Time{"platform": facts.ServerTime, "chain": w.chainTime(-1)} {
		if now.Before(want) || now.After(want.Add(since+aheadMax)) {
			w.t.Errorf("the %s is at %s, want %s", name, now, want)
		}
	}
}

// chainTime is the time of a block, or of the newest.
func (w *world) chainTime(block int64) time.Time {
	w.t.Helper()
	client, err := ethclient.Dial(w.running().RPCURL)
	if err != nil {
		w.t.Fatal(err)
	}
	defer client.Close()
	var number *big.Int
	if block >= 0 {
		number = big.NewInt(block)
	}
	header, err := client.HeaderByNumber(w.t.Context(), number)
	if err != nil {
		w.t.Fatal(err)
	}
	return time.Unix(int64(header.Time), 0).UTC()
}
