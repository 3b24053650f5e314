package signer_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"etld/internal/base/money"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/chain/walletsig/wallettest"
)

// grown is a signer with a journal of so many payouts, and caps that bind nobody.
func grown(tb testing.TB, payouts int) *world {
	tb.Helper()
	w := newWorld(tb)
	if err := w.local.Close(); err != nil {
		tb.Fatal(err)
	}
	w.journal = filepath.Join(tb.TempDir(), "journal")
	if err := signer.FillJournal(w.journal, payouts, w.key.Address(), start); err != nil {
		tb.Fatal(err)
	}
	w.chain.final = uint64(payouts)
	n := &w.policy.Networks[0]
	n.NonceAheadMax, n.GasDayMax = 1_000_000, math.MaxInt64
	n.Currencies[0].DayMax, n.Currencies[0].AutomaticDayMax = money.Units(1_000_000), money.Units(1_000_000)
	w.open()
	return w
}

// startTime is the shortest of a few starts.
func (w *world) startTime() time.Duration {
	w.t.Helper()
	best := time.Hour
	for range 5 {
		if err := w.local.Close(); err != nil {
			w.t.Fatal(err)
		}
		before := time.Now()
		w.open()
		best = min(best, time.Since(before))
	}
	return best
}

// heap is what a signer holds once it was opened, in bytes: the least of a few readings, as
// the rest of the process may take something between two.
func (w *world) heap(open func()) int64 {
	w.t.Helper()
	least := int64(math.MaxInt64)
	for range 3 {
		if err := w.local.Close(); err != nil {
			w.t.Fatal(err)
		}
		w.local = nil
		without := inUse()
		open()
		least = min(least, inUse()-without)
	}
	return least
}

func inUse() int64 {
	runtime.GC()
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapAlloc)
}

// workFactor is how much more work ten times the payouts may make: an index is a page
// deeper, and no more.
const workFactor = 1.5

// heldMore is how many bytes more a signer may hold after 9,000 payouts more: seven for each
// of them, in which no index of theirs has room.
const heldMore = 64 << 10

// allocated is what some work takes of the memory, in bytes: it reads, decodes and
// hashes into it, and the figure does not depend on what else the machine does.
func allocated(work func()) float64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	work()
	runtime.ReadMemStats(&after)
	return float64(after.TotalAlloc - before.TotalAlloc)
}

// TestTheSignersWorkIsBounded: ten times the payouts make neither a start nor
// a signature nor the memory grow like that.
func TestTheSignersWorkIsBounded(t *testing.T) {
	few, many := grown(t, 1_000), grown(t, 10_000)
	if a, b := allocated(few.restart), allocated(many.restart); b > workFactor*a {
		t.Errorf("a start takes %.0f bytes after 1,000 payouts and %.0f after 10,000", a, b)
	}
	if a, b := few.heap(few.open), many.heap(many.open); b > a+heldMore {
		t.Errorf("a signer holds %d bytes after 1,000 payouts and %d after 10,000", a, b)
	}
	signs := func(w *world) func() { return func() { w.signTime(30) } }
	if a, b := allocated(signs(few)), allocated(signs(many)); b > workFactor*a {
		t.Errorf("30 signatures take %.0f bytes after 1,000 payouts and %.0f after 10,000", a, b)
	}
	// The measure sees what grows: the journal read as a whole.
	reads := func(w *world) func() {
		return func() {
			if _, err := os.ReadFile(w.journal); err != nil {
				t.Error(err)
			}
		}
	}
	if a, b := allocated(reads(few)), allocated(reads(many)); b < 5*a {
		t.Errorf("the journal takes %.0f bytes after 1,000 payouts and %.0f after 10,000", a, b)
	}
	// And an index of the withdrawals.
	var kept []map[string]bool
	indexes := func(w *world, payouts int) int64 {
		return w.heap(func() {
			w.open()
			index := make(map[string]bool)
			for n := range payouts {
				index[fmt.Sprint("old", n)] = true
			}
			kept = append(kept, index)
		})
	}
	if a, b := indexes(few, 1_000), indexes(many, 10_000); b <= a+heldMore {
		t.Errorf("the %d indexes hold %d bytes after 1,000 payouts and %d after 10,000", len(kept), a, b)
	}
	many.mustRefuse(many.request("old0", 11_000, "50"), signer.ErrWithdrawalUsed)
	many.mustRefuse(many.request("other", 9_999, "50"), signer.ErrNonceUsed)
}

// signTime is the median time of signatures, each for a wallet of its own.
func (w *world) signTime(count int) time.Duration {
	w.t.Helper()
	times := make([]time.Duration, count)
	for i := range times {
		user := wallettest.Key(fmt.Sprint("wallet ", 1_000+i))
		r := w.requestBy(user, "new"+wallettest.Address(user).Hex()[2:10], w.chain.final+uint64(i), "50")
		before := time.Now()
		w.mustSign(r)
		times[i] = time.Since(before)
	}
	slices.Sort(times)
	return times[count/2]
}

// BenchmarkGrownJournal prints how a signer starts and signs after many payouts:
// `make bench/signer`.
func BenchmarkGrownJournal(b *testing.B) {
	for _, payouts := range []int{1_000, 1_000_000} {
		b.Run(fmt.Sprint(payouts), func(b *testing.B) {
			before := time.Now()
			w := grown(b, payouts)
			made := time.Since(before)
			for b.Loop() {
				b.ReportMetric(float64(w.startTime().Microseconds())/1_000, "start-ms")
				b.ReportMetric(float64(w.signTime(400).Microseconds())/1_000, "sign-ms")
				b.ReportMetric(float64(w.heap(w.open))/1e6, "heap-MB")
			}
			b.ReportMetric(made.Seconds(), "made-s")
			info, err := os.Stat(w.journal)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(float64(info.Size())/1e6, "journal-MB")
			before = time.Now()
			if err := w.local.VerifyJournal(context.Background()); err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(time.Since(before).Seconds(), "verify-s")
		})
	}
}
