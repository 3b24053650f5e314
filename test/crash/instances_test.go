package crash

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"etld/internal/base/money"
	"etld/internal/infra/sqldb"
	"etld/test/player"
)

const (
	pressesEach = 60
	// One day less than replies are kept for.
	monthDays = 29
)

// TestTwoInstances runs two programs on one PostgreSQL database. Every press
// reaches both at the same moment; then both catch up on a month, and one of
// them is killed in the middle of it.
func TestTwoInstances(t *testing.T) {
	t.Parallel()
	chance := newRandom(t)
	first := newWorld(t, sqldb.Postgres)
	buyers := first.newBuyers(chance)[:wallets]
	second := first.twin()
	pressing, _ := errgroup.WithContext(t.Context())
	for _, b := range buyers {
		pressing.Go(func() error { return b.pressBoth(t.Context(), first, second) })
	}
	if err := pressing.Wait(); err != nil {
		t.Fatal(err)
	}
	t.Log(count(buyers))
	for _, w := range []*world{first, second} {
		for _, b := range buyers {
			b.wallet.Server = w.url()
			if err := b.compare(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
	}
	catchUp(t, chance, first, second, buyers)
	for _, b := range buyers {
		b.wallet.Server = second.url()
		if a, err := b.wallet.Call(t.Context(), "/api/user/getUserInfo", nil); err != nil || a.Code != codeSignIn {
			t.Errorf("a session that nobody used for a month: %d %s %v", a.Code, a.Data, err)
		}
		if err := b.wallet.SignIn(t.Context()); err != nil {
			t.Fatal(err)
		}
		b.compareAfterMonth(t)
	}
	first.start()
	for _, b := range buyers {
		b.wallet.Server = first.url()
		b.compareAfterMonth(t)
	}
	first.running().Stop()
	second.check()
}

// twin is a second program on the same database. It has a copy of the folder,
// so that it recognises the world, and leaves watching the chain to the first.
func (w *world) twin() *world {
	w.t.Helper()
	if code := w.running().Stop(); code != 0 {
		w.t.Fatalf("the program ended with %d", code)
	}
	other := &world{t: w.t, dir: filepath.Join(w.t.TempDir(), "twin"), database: w.database, log: &player.Log{Max: logMax}}
	// Not os.CopyFS, which lets others read what only its owner may: the signer
	// refuses such a passphrase.
	if out, err := exec.CommandContext(w.t.Context(), "cp", "-a", w.dir, other.dir).CombinedOutput(); err != nil {
		w.t.Fatalf("copy the folder: %v, %s", err, out)
	}
	w.start()
	other.open("--watch=false")
	return other
}

// pressBoth sends each command to both programs at once. At least one must
// answer, and those that do must say the same.
func (b *buyer) pressBoth(ctx context.Context, first, second *world) error {
	for range pressesEach {
		r := b.next()
		b.sent = append(b.sent, r)
		for r.answer == nil {
			if err := b.sendBoth(ctx, r, first, second); err != nil {
				return err
			}
		}
		b.open = append(b.open, machinesOf(r)...)
	}
	return nil
}

func (b *buyer) sendBoth(ctx context.Context, r *request, worlds ...*world) error {
	answers := make([]player.Answer, len(worlds))
	calls, ctx := errgroup.WithContext(ctx)
	for i, w := range worlds {
		calls.Go(func() (err error) {
			answers[i], err = w.at(b.wallet).Call(ctx, r.path, r.params)
			return err
		})
	}
	if err := calls.Wait(); err != nil {
		return err
	}
	for _, a := range answers {
		switch {
		case a.Code == codeMaintenance:
		case a.Code == codeSystem || a.Code == codeSignIn:
			return fmt.Errorf("%s %v: %d %s %s", r.path, r.params, a.Code, a.Message, a.Data)
		case r.answer == nil:
			r.answer = &a
		case r.answer.Code != a.Code || !bytes.Equal(r.answer.Data, a.Data):
			return fmt.Errorf("%s %v: one program says %d %s, the other %d %s", r.path, r.params, r.answer.Code, r.answer.Data, a.Code, a.Data)
		}
	}
	return nil
}

// catchUp lets both programs live through a month at once and kills the first
// while they do.
func catchUp(t *testing.T, chance *rand.Rand, first, second *world, buyers []*buyer) {
	t.Helper()
	month := fmt.Sprintf("/demo/advance?seconds=%d", int((monthDays*24*time.Hour+time.Hour)/time.Second))
	victim := make(chan error, 1)
	go func() { victim <- first.running().Operate(context.Background(), month) }()
	go func() {
		time.Sleep(time.Duration(chance.IntN(400)) * time.Millisecond)
		first.running().Kill()
	}()
	loaded, stop := context.WithCancel(t.Context())
	load, _ := errgroup.WithContext(t.Context())
	for _, b := range buyers {
		b.wallet.Server = second.url()
		load.Go(func() error { return b.repeatAll(loaded) })
	}
	if err := second.running().Operate(t.Context(), month); err != nil {
		t.Fatal(err)
	}
	stop()
	if err := load.Wait(); err != nil {
		t.Fatal(err)
	}
	if err := <-victim; err == nil {
		t.Error("the kill did not meet the month")
	}
}

// repeatAll repeats old requests until the context ends or, as the month
// passes, the session does.
func (b *buyer) repeatAll(ctx context.Context) error {
	for i := 0; ctx.Err() == nil; i++ {
		_, err := b.repeat(ctx, b.sent[i%len(b.sent)])
		if errors.Is(err, errSignedOut) {
			return nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// dailyInterest is what a machine of a price earns a day.
var dailyInterest = map[money.Amount]money.Amount{
	money.Units(100): money.MustParse("0.02"), money.Units(1000): money.MustParse("0.25"), money.Units(10_000): money.Units(3),
}

// compareAfterMonth adds a month's interest to what the answers add up to.
// Machines left in the cooling-off started a day late.
func (b *buyer) compareAfterMonth(t *testing.T) {
	t.Helper()
	want, machines, err := b.expected()
	if err != nil {
		t.Fatal(err)
	}
	running := 0
	for _, m := range machines {
		switch m.state {
		case "running":
			want.Available += monthDays * dailyInterest[m.price]
			running++
		case "to_be_confirmed":
			want.Available += (monthDays - 1) * dailyInterest[m.price]
			want.Escrow -= m.price + m.fee
			want.Locked += m.price
			running++
		}
	}
	want.Total = want.Available + want.Locked + want.Escrow
	got, err := b.wallet.Holding(t.Context(), money.USDT)
	if err != nil || got != want {
		t.Errorf("after a month the wallet holds %+v, want %+v (%v)", got, want, err)
	}
	output, err := b.wallet.Holding(t.Context(), money.ETLD)
	if err != nil || (output.Total > 0) != (running > 0) {
		t.Errorf("%d machines gave %s ETLD (%v)", running, output.Total, err)
	}
	again := b.sent[len(b.sent)-1]
	if lost, err := b.repeat(t.Context(), again); lost || err != nil || again.answer.Code < http.StatusOK {
		t.Errorf("a request of a month ago, once more: lost %v, %v", lost, err)
	}
}
