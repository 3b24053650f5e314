package signer_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"etld/internal/base/money"
	"etld/internal/infra/chain/signer"
	"etld/internal/infra/chain/walletsig/wallettest"
)

// files are a journal and its index as they lie on the disk.
type files struct{ journal, index []byte }

func (w *world) files() files {
	w.t.Helper()
	journal, err := os.ReadFile(w.journal)
	if err != nil {
		w.t.Fatal(err)
	}
	index, err := os.ReadFile(w.journal + signer.IndexSuffix)
	if err != nil {
		w.t.Fatal(err)
	}
	return files{journal, index}
}

// place puts files into a folder of their own; an index of none is left out.
func (f files) place(t testing.TB) (journal string) {
	t.Helper()
	journal = filepath.Join(t.TempDir(), "journal")
	if err := os.WriteFile(journal, f.journal, 0o600); err != nil {
		t.Fatal(err)
	}
	if f.index != nil {
		if err := os.WriteFile(journal+signer.IndexSuffix, f.index, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return journal
}

// alter runs statements on an index, as somebody with a database tool would.
func alter(t *testing.T, journal, script string) {
	t.Helper()
	conn, err := sqlite.OpenConn(journal+signer.IndexSuffix, sqlite.OpenReadWrite)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(sqlitex.ExecuteScript(conn, script, nil), conn.Close()); err != nil {
		t.Fatal(err)
	}
}

func (w *world) closed() files {
	w.t.Helper()
	if err := w.local.Close(); err != nil {
		w.t.Fatal(err)
	}
	return w.files()
}

// TestTheIndexIsHeldToTheJournal: files that do not belong together are refused
// when the signer starts, without any chain.
func TestTheIndexIsHeldToTheJournal(t *testing.T) {
	t.Parallel()
	w, stranger := newWorld(t), newWorld(t)
	w.mustSign(w.request("w1", 0, "50"))
	early := w.closed()
	w.open()
	w.mustSign(w.request("w2", 1, "60"))
	late := w.closed()
	stranger.mustSign(stranger.request("w1", 0, "50"))
	stranger.mustSign(stranger.request("w2", 1, "60"))
	other := stranger.closed()
	changed := bytes.Replace(late.journal, []byte(`"nonce":1`), []byte(`"nonce":7`), 1)

	for name, test := range map[string]struct {
		files
		script string
		isFine bool
	}{
		"as they were":                    {files{late.journal, late.index}, "", true},
		"the index is gone":               {files{late.journal, nil}, "", true},
		"the index is older":              {files{late.journal, early.index}, "", true},
		"the journal is older":            {files{early.journal, late.index}, "", false},
		"the journal is gone":             {files{nil, late.index}, "", false},
		"the journal is another signer's": {files{other.journal, late.index}, "", false},
		"the last line was changed":       {files{changed, late.index}, "", false},
		"a line after the index's was":    {files{changed, early.index}, "", false},
		"the index is no database":        {files{late.journal, bytes.Repeat([]byte("x"), 4096)}, "", false},
		"the index forgot its sums":       {files{late.journal, late.index}, "DELETE FROM chain_signer_page", false},
		"a sum was changed":               {files{late.journal, late.index}, "UPDATE chain_signer_page SET sums = zeroblob(4096)", false},
		"the index forgot how far it is":  {files{late.journal, late.index}, "DELETE FROM chain_signer_checkpoint", false},
	} {
		journal := test.place(t)
		if test.script != "" {
			alter(t, journal, test.script)
		}
		local, err := w.tryOpen(journal)
		if test.isFine != (err == nil) || err != nil && !errors.Is(err, signer.ErrJournal) {
			t.Errorf("%s: %v", name, err)
		}
		if err != nil {
			continue
		}
		again := w.request("w1", 9, "50")
		if _, err := local.SignPayout(context.Background(), again); !errors.Is(err, signer.ErrWithdrawalUsed) {
			t.Errorf("%s: the first payout is forgotten: %v", name, err)
		}
		if err := local.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestNothingIsDecidedByAnAlteredIndex: whoever makes the index forget a payout
// does not have it paid again.
func TestNothingIsDecidedByAnAlteredIndex(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mustSign(w.request("w1", 0, "50"))
	whole := w.closed()
	for name, script := range map[string]string{
		"a fact taken away": "DELETE FROM chain_signer_fact WHERE key LIKE 'withdrawal|%'",
		"a fact changed":    "UPDATE chain_signer_fact SET value = '[]' WHERE key LIKE 'withdrawal|%'",
		"a fact renamed":    "UPDATE chain_signer_fact SET key = key || 'x' WHERE key LIKE 'withdrawal|%'",
		"all facts gone":    "DELETE FROM chain_signer_fact",
	} {
		journal := whole.place(t)
		alter(t, journal, script)
		local, err := w.tryOpen(journal)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		signed, err := local.SignPayout(context.Background(), w.request("w1", 1, "50"))
		if !errors.Is(err, signer.ErrUnavailable) || signer.IsRefusal(err) || len(signed.Raw) > 0 {
			t.Errorf("%s: %v", name, err)
		}
		if err := local.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestAnOldLineThatWasChangedIsNoticed: a start reads the journal's end, and the
// rest beside the work.
func TestAnOldLineThatWasChangedIsNoticed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mustSign(w.request("w1", 0, "50"))
	w.mustSign(w.request("w2", 1, "60"))
	if err := w.local.VerifyJournal(t.Context()); err != nil {
		t.Errorf("a whole journal: %v", err)
	}
	whole := w.closed()
	whole.journal = bytes.Replace(whole.journal, []byte(`"nonce":0`), []byte(`"nonce":7`), 1)
	local, err := w.tryOpen(whole.place(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = local.Close() })
	// What rests on the line is not decided, before anybody read all of it.
	if _, err := local.SignPayout(t.Context(), w.request("w1", 0, "50")); !errors.Is(err, signer.ErrUnavailable) {
		t.Errorf("a repetition: %v", err)
	}
	if err := local.VerifyJournal(t.Context()); !errors.Is(err, signer.ErrJournal) {
		t.Errorf("a changed journal: %v", err)
	}
	if _, err := local.SignPayout(t.Context(), w.request("w3", 2, "50")); !errors.Is(err, signer.ErrUnavailable) {
		t.Errorf("a payout after that: %v", err)
	}
}

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

// heap is what the open signer holds, in bytes.
func (w *world) heap() int64 {
	w.t.Helper()
	if err := w.local.Close(); err != nil {
		w.t.Fatal(err)
	}
	w.local = nil
	without := inUse()
	w.open()
	return inUse() - without
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
	few.restart()
	many.restart()
	if a, b := allocated(few.restart), allocated(many.restart); b > workFactor*a {
		t.Errorf("a start takes %.0f bytes after 1,000 payouts and %.0f after 10,000", a, b)
	}
	if a, b := few.heap(), many.heap(); b > 2*a {
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
				b.ReportMetric(float64(w.heap())/1e6, "heap-MB")
			}
			b.ReportMetric(made.Seconds(), "made-s")
			for name, path := range map[string]string{"journal-MB": w.journal, "index-MB": w.journal + signer.IndexSuffix} {
				info, err := os.Stat(path)
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(info.Size())/1e6, name)
			}
			before = time.Now()
			if err := w.local.VerifyJournal(context.Background()); err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(time.Since(before).Seconds(), "verify-s")
		})
	}
}
