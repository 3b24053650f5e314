package team

import (
	"context"
	"testing"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/life"
	"etld/internal/core/user"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// wantReferral asks for the reward of a share, as a command would.
func (w *world) wantReferral(buyer, referrer, share string, at time.Time, want string) {
	w.T.Helper()
	var got life.Referral
	err := w.DB.Command(context.Background(), func(tx sqldb.Command) (err error) {
		got, err = w.team.Rewarding.Referral(tx, life.Share{MachineID: "MACHINE", BuyerID: buyer, Amount: amount(share), At: at})
		return err
	}, w.team.Rewarding.Hints(buyer)...)
	if err != nil || got.Amount != amount(want) || (got.Amount > 0) != (got.ReferrerID == referrer) {
		w.T.Errorf("of %s %q gets %s, want %s (%v)", share, got.ReferrerID, got.Amount, want, err)
	}
}

func TestReferralRewardHasAMonthlyCap(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		referrer := w.user("")
		buyer := w.user(referrer)
		end := time.Date(2026, 3, 31, 23, 59, 59, 0, clock.Zone)
		for _, want := range []string{"150", "150", "150", "50", "0"} {
			w.wantReferral(buyer, referrer, "150", end, want)
		}
		// The month begins at midnight of the platform's zone.
		w.wantReferral(buyer, referrer, "1.5", end.Add(time.Second), "1.5")
		w.wantReferral(buyer, referrer, "0", end.Add(time.Second), "0")
		if told := w.inbox.told; len(told) != 5 || told[3] != referrer+" referral_reward 50 /team" {
			t.Errorf("told %q", told)
		}
	})
}

func TestWhoGetsNoReward(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		referrer := w.user("")
		buyer := w.user(referrer)
		w.Update(func(tx *sqldb.Tx) error {
			_, err := user.Suspend(tx, referrer, "barred", time.Time{})
			return err
		})
		w.wantReferral(buyer, referrer, "1.5", c.Now(), "0")
		w.wantReferral(referrer, "nobody", "1.5", c.Now(), "0")
		if len(w.inbox.told) > 0 {
			t.Errorf("told %q", w.inbox.told)
		}
	})
}

// What takes effect late is judged by the bar of its own time: a server that stood still
// while a bar ended, or before one began, gives what one that never did gives.
func TestABarCountsAtTheTimeOfTheReward(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		referrer := w.user("")
		buyer := w.user(referrer)
		day := func(n int) time.Time { return c.Now().AddDate(0, 0, n) }
		before := day(-1)
		barred, end := day(1), day(3)
		change := func(do func(tx *sqldb.Tx) (user.Person, error)) {
			w.Update(func(tx *sqldb.Tx) error {
				_, err := do(tx)
				return err
			})
		}
		change(func(tx *sqldb.Tx) (user.Person, error) { return user.Suspend(tx, referrer, "barred", end) })
		w.wantReferral(buyer, referrer, "1.5", before, "1.5")
		w.wantReferral(buyer, referrer, "1.5", barred, "0")
		// Longer, it is the same bar.
		change(func(tx *sqldb.Tx) (user.Person, error) { return user.Suspend(tx, referrer, "barred", day(4)) })
		c.Advance(10 * 24 * time.Hour)
		ended := end.AddDate(0, 0, 2)
		for _, restore := range []bool{false, true} {
			if restore {
				change(func(tx *sqldb.Tx) (user.Person, error) { return user.Restore(tx, referrer) })
			}
			w.wantReferral(buyer, referrer, "1.5", barred, "0")
			w.wantReferral(buyer, referrer, "1.5", ended, "1.5")
		}
		change(func(tx *sqldb.Tx) (user.Person, error) { return user.Suspend(tx, referrer, "again", time.Time{}) })
		w.wantReferral(buyer, referrer, "1.5", c.Now(), "0")
		c.Advance(time.Hour)
		change(func(tx *sqldb.Tx) (user.Person, error) { return user.Restore(tx, referrer) })
		w.wantReferral(buyer, referrer, "1.5", c.Now().Add(-time.Minute), "0")
		w.wantReferral(buyer, referrer, "1.5", c.Now(), "1.5")
	})
}

func TestAPlatformAccountGetsNoReward(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		robot := w.user("")
		w.Update(func(tx *sqldb.Tx) error {
			_, err := user.SetRobot(tx, robot, true)
			return err
		})
		w.wantReferral(w.user(robot), robot, "1.5", c.Now(), "0")
	})
}

// An account that became the platform's after its team had grown earns nothing more:
// neither for a level nor by acceleration, while its machines put out as before.
func TestAPlatformAccountGetsNoLevelRewardAndNoAcceleration(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		w.Fund(ledger.LevelPool, "10 USDT")
		w.Fund(ledger.Emission, "1000 ETLD")
		ours, _ := w.leader("3000", "2000")
		w.Update(func(tx *sqldb.Tx) error {
			_, err := user.SetRobot(tx, ours, true)
			return err
		})
		w.night(1, time.Hour)
		day := clock.DayOf(c.Now())
		w.moveTo(day.End())
		w.output(ours, day, "100")
		w.work()
		if m := w.member(ours); m.Earned != 1 {
			t.Errorf("%+v", m)
		}
		w.has(ledger.AvailableOf(ours, money.USDT), "0")
		w.has(levelPool, "10")
		w.has(ledger.AvailableOf(ours, money.ETLD), "100")
		w.check()
	})
}
