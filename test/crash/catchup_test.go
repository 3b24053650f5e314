package crash

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"etld/internal/base/long"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
	"etld/test/player"
)

const (
	owners = 4
	// sleptDays is longer than the shortest term, so that machines mature too.
	sleptDays = 95
	// nextPostingWithin is for one posting of the work; all of it takes as long as it takes.
	nextPostingWithin = time.Minute
	// catchUpTries bounds the worlds that wake up on a machine that is busy.
	catchUpTries = 4
)

// catchUpKills is how often the work is interrupted.
var catchUpKills = long.Or(4, 8)

// TestKilledWhileItCatchesUp starts a world that slept for three months, kills
// it at random points of the work that is due, and holds its journal against
// that of the same world, which slept as long and was left alone.
func TestKilledWhileItCatchesUp(t *testing.T) {
	t.Parallel()
	dbtest.EachEngine(t, killedWhileItCatchesUp)
}

func killedWhileItCatchesUp(t *testing.T, engine sqldb.Engine) {
	chance := newRandom(t)
	slept := newWorld(t, engine)
	for i, b := range slept.newBuyers(chance)[:owners] {
		for n, params := range [][]string{{"machineSmall", "true"}, {"machineSmall", ""}, {"machineMedium", "true"}} {
			order := purchase(fmt.Sprintf("a-machine-that-sleeps-%d-%d", i, n), params[0], b.terms[params[0]], 1+chance.IntN(3))
			order.Set("startNow", params[1])
			if err := b.wallet.Must(t.Context(), purchasePath, order, nil); err != nil {
				t.Fatal(err)
			}
		}
	}
	if code := slept.running().Stop(); code != 0 {
		t.Fatalf("the program ended with %d", code)
	}
	before := slept.postings(time.Now().Add(time.Hour))
	// Whole days, so that the hour in which things fall due is today's. What is
	// compared is what was due when the first of the two woke up.
	woke := time.Now().Add(sleptDays * 24 * time.Hour)
	slept.moveClock(sleptDays * 24 * time.Hour)
	calm := slept.copied()
	calm.open()
	calm.settle()
	want := calm.postings(woke)
	calm.check()
	due := len(want) - len(before)
	if due < sleptDays*owners {
		t.Fatalf("only %d postings fell due", due)
	}

	killed, interrupted := slept.copied(), 0
	// On a machine that is busy the work may be over before anybody looks.
	for tries := 1; ; tries++ {
		if interrupted = killed.killedAtWork(chance, len(before), due, woke); interrupted > 0 {
			break
		}
		if tries == catchUpTries {
			t.Fatal("no kill met the work")
		}
		killed = slept.copied()
	}
	killed.start()
	killed.settle()
	got := killed.postings(woke)
	comparePostings(t, got, want)
	killed.check()
}

// killedAtWork wakes a world and kills it again and again while it does what is due after
// some postings; it counts the kills that met the work.
func (w *world) killedAtWork(chance *rand.Rand, before, due int, woke time.Time) (interrupted int) {
	w.t.Helper()
	wake, done := w.open, 0
	for n := 0; n < catchUpKills && done < due; n++ {
		// Somewhere in the next third, so that several kills find work.
		target := done + 1 + chance.IntN((due-done)/3+1)
		wake()
		wake = w.start
		w.awaitPostings(before + target)
		w.running().Kill()
		if done = len(w.postings(woke)) - before; done < due {
			interrupted++
		}
		w.t.Logf("killed with %d of %d postings done, wanted at %d", done, due, target)
	}
	return interrupted
}

// copied is a second world with a copy of the folder, and of the database, of one
// that stands still.
func (w *world) copied() *world {
	w.t.Helper()
	other := &world{t: w.t, dir: filepath.Join(w.t.TempDir(), "copy"), log: &player.Log{Max: logMax}}
	other.database = "sqlite:" + filepath.Join(other.dir, "etld.db")
	if !strings.HasPrefix(w.database, "sqlite:") {
		other.database = dbtest.Copy(w.t, w.database)
	}
	// As in twin, a copy that keeps who may read what.
	if out, err := exec.CommandContext(w.t.Context(), "cp", "-a", w.dir, other.dir).CombinedOutput(); err != nil {
		w.t.Fatalf("copy the folder: %v, %s", err, out)
	}
	return other
}

// awaitPostings waits until the journal has as many transfers.
func (w *world) awaitPostings(want int) {
	w.t.Helper()
	for has := w.count(); has < want; {
		had := has
		w.await("the next posting", nextPostingWithin, func() bool { has = w.count(); return has > had })
	}
}

// settle waits until all that is due was done.
func (w *world) settle() {
	w.t.Helper()
	w.advance(time.Second)
}

// advance moves the clock of a world that runs, and waits until all that is due
// was done, for as long as the program itself allows.
func (w *world) advance(by time.Duration) {
	w.t.Helper()
	if err := w.running().Operate(w.t.Context(), fmt.Sprint("/demo/advance?seconds=", int64(by/time.Second))); err != nil {
		w.t.Fatal(err)
	}
}

// postings are the journal's transfers that took effect by an instant, in the
// form in which two worlds are compared, in the order of time. What was paid for gas
// is left out: it takes effect when a block is made, of which two chains have their own.
func (w *world) postings(by time.Time) (lines []string) {
	w.t.Helper()
	for _, row := range w.rows(fmt.Sprint(`SELECT at, type, sub_type, debit, credit, amount, ref_type, ref_id FROM ledger_transfer WHERE sub_type <> 'gas' AND at <= `, by.UnixMicro())) {
		lines = append(lines, strings.Join(row, " "))
	}
	slices.Sort(lines)
	return lines
}

// comparePostings names the first difference between two journals.
func comparePostings(t *testing.T, got, want []string) {
	t.Helper()
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || got[i] != want[i] {
			t.Fatalf("of %d and %d postings number %d differs: %q, want %q", len(got), len(want), i, got[min(i, len(got)-1)], want[min(i, len(want)-1)])
		}
	}
}

// count is how many transfers the journal has.
func (w *world) count() int {
	w.t.Helper()
	n, err := strconv.Atoi(w.rows(`SELECT COUNT(*) FROM ledger_transfer`)[0][0])
	if err != nil {
		w.t.Fatal(err)
	}
	return n
}

// rows reads the world's database, whether or not the program runs.
func (w *world) rows(statement string) [][]string {
	w.t.Helper()
	db, err := player.OpenDatabase(w.database)
	if err != nil {
		w.t.Fatal(err)
	}
	defer db.Close()
	list, err := player.Rows(db, statement)
	if err != nil {
		w.t.Fatal(err)
	}
	return list
}
