package machinetest_test

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"testing"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/life"
	"etld/internal/core/payment"
	"etld/internal/core/picture"
	"etld/internal/core/worldtest"
	"etld/internal/features/machine"
	"etld/internal/features/machine/machinetest"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// silent stands for everything the machines talk to and these tests do not
// look at.
type silent struct{}

func (silent) Send(sqldb.Command, string, string, map[string]string, string) error { return nil }
func (silent) Open(sqldb.Command, payment.IntentRequest) (payment.Intent, error) {
	return payment.Intent{}, payment.ErrNotOpen
}
func (silent) Cancel(sqldb.Command, string) error { return payment.ErrNotOpen }
func (silent) Hints(string) []sqldb.Hint          { return nil }
func (silent) Referral(sqldb.Command, life.Share) (life.Referral, error) {
	return life.Referral{}, nil
}
func (silent) Handle(payment.Purpose, payment.Handler) {}
func (silent) OpenHints(string) []sqldb.Hint           { return nil }
func (silent) ETLDPrice() money.Amount                 { return 0 }
func (silent) ShownHints([]string) []sqldb.Hint        { return nil }

func (silent) Shown(sqldb.Command, []string, httpapi.Language) ([]picture.Picture, error) {
	return nil, nil
}

type world struct {
	*worldtest.World
	machines *machine.Service
}

func newWorld(t testing.TB, db *sqldb.DB, c dbtest.Clock, count int) *world {
	t.Helper()
	w := &world{World: worldtest.New(t, db, c)}
	w.machines = machine.New(machine.Config{DB: db, Ledger: w.Ledger, Chance: entropy.System(), Notices: silent{}, Payments: silent{}, Prices: silent{}, Pictures: silent{}, Rewards: silent{}})
	w.Update(w.machines.Seed)
	w.Fund(ledger.InterestFree, fmt.Sprint(2*count+100, " USDT"))
	w.Fund(ledger.Emission, "10000000 ETLD")
	plan := machinetest.Plan{Users: count / 10, MachinesPerUser: 10, Product: "machineSmall", SpreadHours: 24}
	w.Must(machinetest.Fill(context.Background(), db, w.Ledger, w.machines, entropy.System(), plan))
	return w
}

// nextDay moves to shortly after the day's end, when the day is closed, and
// lets the jobs do all that is due.
func (w *world) nextDay() {
	w.T.Helper()
	w.Clock.Set(clock.DayOf(w.Clock.Now()).End().Add(2 * time.Minute))
	w.Drain(w.machines.Jobs())
}

// What Fill makes is a world like any other: its books are right, and it earns.
func TestFilledWorldIsConsistent(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c, 300)
		w.Check(worldtest.Alone(w.machines.Check))
		w.nextDay()
		w.nextDay()
		w.Check(worldtest.Alone(w.machines.Check))
		// 300 machines have had two days, and the sample one.
		want := 301*money.MustParse("1.8") - 601*money.MustParse("0.02")
		w.Expect("reserved", ledger.House(ledger.InterestReserved, money.USDT), want.String())
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
				w.nextDay()
			}
			b.ReportMetric(b.Elapsed().Seconds()/float64(b.N), "s/day")
		})
	}
}
