package machinetest_test

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"strconv"
	"testing"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/payment"
	"etld/internal/features/machine"
	"etld/internal/features/machine/machinetest"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// silent stands for everything the machines talk to and these tests do not
// look at.
type silent struct{}

func (silent) Send(*sqldb.Tx, string, string, map[string]string, string) error { return nil }
func (silent) Open(*sqldb.Tx, payment.IntentRequest) (payment.Intent, error) {
	return payment.Intent{}, payment.ErrNotOpen
}
func (silent) Cancel(*sqldb.Tx, string) error { return payment.ErrNotOpen }
func (silent) Hints(string) []sqldb.Hint      { return nil }
func (silent) Referral(*sqldb.Tx, machine.ReferralShare) (machine.Referral, error) {
	return machine.Referral{}, nil
}
func (silent) Handle(string, payment.Purpose) {}
func (silent) OpenHints(string) []sqldb.Hint  { return nil }
func (silent) ETLDPrice() money.Amount        { return 0 }

type world struct {
	db       *sqldb.DB
	clock    dbtest.Clock
	books    *ledger.Ledger
	machines *machine.Service
}

func newWorld(t testing.TB, db *sqldb.DB, c dbtest.Clock, count int) *world {
	t.Helper()
	w := &world{db: db, clock: c, books: ledger.New(entropy.System())}
	var err error
	w.machines, err = machine.New(machine.Config{DB: db, Ledger: w.books, Chance: entropy.System(), Notices: silent{}, Payments: silent{}, Books: w.books, Prices: silent{}, Rewards: silent{}})
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	if err := db.Update(ctx, func(tx *sqldb.Tx) error {
		if err := w.machines.Seed(tx); err != nil {
			return err
		}
		if err := w.fund(tx, ledger.InterestFree, money.USDT, money.Units(int64(2*count+100))); err != nil {
			return err
		}
		return w.fund(tx, ledger.Emission, money.ETLD, money.Units(10_000_000))
	}); err != nil {
		t.Fatal(err)
	}
	plan := machinetest.Plan{Users: count / 10, MachinesPerUser: 10, Product: "machineSmall", SpreadHours: 24}
	if err := machinetest.Fill(ctx, db, w.books, w.machines, entropy.System(), plan); err != nil {
		t.Fatal(err)
	}
	return w
}

func (w *world) fund(tx *sqldb.Tx, pool ledger.Class, asset money.Asset, amount money.Amount) error {
	_, err := w.books.Post(tx, ledger.Entry{Transfers: []ledger.Transfer{
		{Type: ledger.InternalTransfer, SubType: ledger.CapitalIn, Debit: ledger.House(ledger.ChainBEP20, asset), Credit: ledger.House(ledger.Capital, asset), Amount: amount},
		{Type: ledger.InternalTransfer, SubType: ledger.PoolFunding, Debit: ledger.House(ledger.Capital, asset), Credit: ledger.House(pool, asset), Amount: amount},
	}})
	return err
}

// nextDay moves to shortly after the day's end, when the day is closed, and
// lets the jobs do all that is due.
func (w *world) nextDay(t testing.TB) {
	t.Helper()
	w.clock.Set(clock.DayOf(w.clock.Now()).End().Add(2 * time.Minute))
	if err := jobs.NewRunner(slog.New(slog.DiscardHandler), nil, w.machines.Jobs()...).Drain(context.Background()); err != nil {
		t.Fatal(err)
	}
}

func (w *world) check(t testing.TB) {
	t.Helper()
	err := w.db.View(context.Background(), func(tx *sqldb.Tx) error {
		books, err := ledger.Check(tx)
		if err != nil {
			return err
		}
		own, err := w.machines.Check(tx)
		for _, v := range append(books, own...) {
			t.Error(v)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// What Fill makes is a world like any other: its books are right, and it earns.
func TestFilledWorldIsConsistent(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c, 300)
		w.check(t)
		w.nextDay(t)
		w.nextDay(t)
		w.check(t)
		err := db.View(context.Background(), func(tx *sqldb.Tx) error {
			reserved, err := w.books.Balance(tx, ledger.House(ledger.InterestReserved, money.USDT))
			// 300 machines have had two days, and the sample one.
			if want := 301*money.MustParse("1.8") - 601*money.MustParse("0.02"); reserved != want {
				t.Errorf("reserved %s, want %s", reserved, want)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

// BenchmarkDailyIncome pays one day's interest and output of many machines,
// ten a user: ETLD_BENCH_MACHINES of them, 100,000 unless set.
func BenchmarkDailyIncome(b *testing.B) {
	count, err := strconv.Atoi(os.Getenv("ETLD_BENCH_MACHINES"))
	if err != nil {
		count = 100_000
	}
	for _, engine := range []sqldb.Engine{sqldb.SQLite, sqldb.Postgres} {
		b.Run(fmt.Sprintf("%s/%d", engine, count), func(b *testing.B) {
			c := dbtest.NewClock()
			began := time.Now()
			w := newWorld(b, dbtest.Open(b, dbtest.Address(b, engine), c), c, count)
			b.Logf("filled in %s", time.Since(began).Round(time.Millisecond))
			b.ResetTimer()
			for range b.N {
				w.nextDay(b)
			}
			b.ReportMetric(b.Elapsed().Seconds()/float64(b.N), "s/day")
		})
	}
}
