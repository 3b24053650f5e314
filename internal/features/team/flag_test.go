package team

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// openFlagCount is how many flags are open.
func (w *world) openFlagCount() (n int) {
	w.T.Helper()
	w.View(func(tx *sqldb.Tx) error {
		flags, _, err := w.team.store.flags.Get(tx, openFlags)
		n = len(flags)
		return err
	})
	return n
}

// The program's flags end after seven days, and what they delay is paid; those that
// an operator opened or took over stay.
func TestTheProgramsFlagsEndByThemselves(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		var ring, club []string
		for range 5 {
			ring, club = append(ring, w.user("")), append(club, w.user(""))
		}
		w.funded("0xA", ring...)
		w.funded("0xB", club...)
		doubted := w.user("")
		w.flag(doubted)
		// One of the ring has an operator's flag beside it; the club's is taken over.
		w.flag(ring[0])
		w.Update(func(tx *sqldb.Tx) error {
			_, err := w.team.Flags.openFlag(tx, Doubted{Address: "0xB"}, "looked into", "staff")
			return err
		})
		w.moveTo(c.Now().Add(delay - time.Minute))
		w.work()
		for _, id := range []string{ring[0], ring[1]} {
			w.referred(w.user(id), "1.5")
		}
		if w.flagOn(ring[1]) == "" {
			t.Error("it ended before its time")
		}
		w.moveTo(c.Now().Add(time.Minute))
		w.work()
		w.has(ledger.AvailableOf(ring[1], money.USDT), "1.5")
		w.has(ledger.AvailableOf(ring[0], money.USDT), "0")
		for id, want := range map[string]string{ring[1]: "", ring[0]: "same_funding", club[0]: "looked into", doubted: "same_funding"} {
			if reason := w.flagOn(id); reason != want {
				t.Errorf("after seven days %s: flag %q, want %q", id, reason, want)
			}
		}
		var records []string
		w.View(func(tx *sqldb.Tx) (err error) {
			records, err = sqldb.Collect(tx, sqldb.One[string], "SELECT subject FROM operator_audit WHERE action = 'users/liftFlag'")
			return err
		})
		if len(records) != 1 || records[0] != "0xA" {
			t.Errorf("records of ends: %q", records)
		}
		// The same evidence sets none again.
		w.funded("0xA", ring...)
		if reason := w.flagOn(ring[1]); reason != "" {
			t.Errorf("flagged again: %q", reason)
		}
		w.check()
	})
}

// However many accounts one address funds, they use up one flag, and bursts are
// heard all the same.
func TestOneAddressUsesUpOneFlag(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		ring := make([]string, automaticMax)
		for i := range ring {
			ring[i] = fmt.Sprintf("ACCOUNT%d", i)
		}
		for part := ring; len(part) > 0; part = part[50:] {
			w.funded("0xA", part[:50]...)
		}
		if n := w.openFlagCount(); n != 1 || w.flagOn(ring[len(ring)-1]) == "" {
			t.Errorf("%d flags are open", n)
		}
		referrer := w.user("")
		w.buys(referrer, 10)
		if w.flagOn(referrer) == "" {
			t.Error("a burst is not heard")
		}
		// Lifted by its address, all are free.
		w.Update(func(tx *sqldb.Tx) error {
			wasOpen, err := w.team.Flags.liftFlag(tx, Doubted{Address: "0xA"}, "a club", "staff")
			if !wasOpen {
				t.Error("it was not open")
			}
			return err
		})
		if n := w.openFlagCount(); n != 1 || w.flagOn(ring[0]) != "" {
			t.Errorf("after the lift %d flags are open", n)
		}
	})
}

// Half of the flags that the program sets by itself are a warning in the log.
func TestHalfOfTheFlagsIsWarnedOf(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		var log bytes.Buffer
		w.team.Log = slog.New(slog.NewTextHandler(&log, nil))
		for i := range automaticMax/2 + 1 {
			if i == automaticMax/2-1 && log.Len() != 0 {
				t.Errorf("warned too early: %s", log.String())
			}
			w.flag(fmt.Sprintf("SOMEBODY%d", i))
		}
		if n := strings.Count(log.String(), "half as many risk flags are open"); n != 1 {
			t.Errorf("%d warnings: %s", n, log.String())
		}
	})
}
