package team

import (
	"errors"
	"testing"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/life"
	"etld/internal/core/operator"
	"etld/internal/core/worldtest"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// flag puts a user under a risk flag.
func (w *world) flag(userID string) {
	w.T.Helper()
	w.Update(func(tx *sqldb.Tx) error {
		_, err := w.team.Flags.openFlag(tx, Doubted{UserID: userID}, "same_funding", "staff")
		return err
	})
}

// referred lets a buyer's machine bring a referral share, as a start does.
func (w *world) referred(buyer, share string) (r life.Referral) {
	w.T.Helper()
	w.Update(func(tx *sqldb.Tx) (err error) {
		if r, err = w.team.Rewarding.Referral(tx, life.Share{MachineID: "MACHINE", BuyerID: buyer, Amount: amount(share), At: tx.Now()}); err != nil {
			return err
		}
		cooling := ledger.Of(buyer, ledger.Cooling, money.USDT)
		reward := ledger.Transfer{Type: ledger.ReferralRewards, Debit: cooling, Credit: ledger.AvailableOf(r.ReferrerID, money.USDT), Amount: r.Amount}
		if r.IsDelayed {
			reward = ledger.Transfer{Type: ledger.InternalTransfer, SubType: ledger.RewardDelayed, Debit: cooling, Credit: delayedPool, Amount: r.Amount}
		}
		_, err = w.Ledger.Post(tx, ledger.Entry{RefType: "machine", RefID: "MACHINE", Transfers: []ledger.Transfer{
			worldtest.Deposited(buyer, money.USDT, amount(share)),
			{Type: ledger.PurchaseProduct, Debit: ledger.AvailableOf(buyer, money.USDT), Credit: cooling, Amount: amount(share)}, reward}})
		return err
	})
	return r
}

// rewardsOf are a user's rewards, the oldest first.
func (w *world) rewardsOf(userID string) (list []reward) {
	w.T.Helper()
	w.View(func(tx *sqldb.Tx) (err error) {
		list, err = sqldb.Collect(tx, rewardTable.Scan, rewardTable.Select("WHERE user_id = $1 ORDER BY id"), userID)
		return err
	})
	return list
}

func TestAFlagDelaysRewardsForAWeek(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		w.Fund(ledger.LevelPool, "100 USDT")
		leader, legs := w.leader("3000", "2000")
		w.flag(leader)
		if r := w.referred(legs[0].UserID, "10.5"); !r.IsDelayed || r.Amount != amount("10.5") {
			t.Errorf("the referral reward: %+v", r)
		}
		w.night(1, time.Hour)
		w.has(ledger.AvailableOf(leader, money.USDT), "0")
		w.has(delayedPool, "15.5")
		w.check()
		w.moveTo(c.Now().Add(6*24*time.Hour - 2*time.Hour))
		w.work()
		w.has(ledger.AvailableOf(leader, money.USDT), "0")
		w.moveTo(c.Now().Add(24 * time.Hour))
		w.work()
		w.has(ledger.AvailableOf(leader, money.USDT), "10.5")
		w.moveTo(c.Now().Add(24 * time.Hour))
		w.work()
		w.work()
		w.has(ledger.AvailableOf(leader, money.USDT), "15.5")
		w.has(delayedPool, "0")
		for _, r := range w.rewardsOf(leader) {
			if r.State != Paid || !r.DueAt.Equal(r.At.Add(delay)) && r.Kind == ledger.ReferralRewards {
				t.Errorf("%+v", r)
			}
		}
		if told := w.inbox.told; len(told) != 5 || told[0] != leader+" referral_reward_delayed 10.5 /team" || told[3] != leader+" referral_reward 10.5 /team" {
			t.Errorf("told %q", told)
		}
		w.check()
	})
}

func TestALiftedFlagReleasesAtOnce(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		referrer := w.user("")
		buyer := w.user(referrer)
		w.flag(referrer)
		w.flag(referrer)
		w.referred(buyer, "1.5")
		w.Update(func(tx *sqldb.Tx) error {
			wasOpen, err := w.team.Flags.liftFlag(tx, Doubted{UserID: referrer}, "a relative", "other")
			if !wasOpen {
				t.Error("there was no flag")
			}
			return err
		})
		w.work()
		w.has(ledger.AvailableOf(referrer, money.USDT), "1.5")
		if r := w.referred(buyer, "1.5"); r.IsDelayed {
			t.Error("it is delayed after the flag was lifted")
		}
		w.check()
	})
}

func TestARefusedRewardIsNobodys(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		referrer := w.user("")
		buyer := w.user(referrer)
		w.flag(referrer)
		w.referred(buyer, "1.5")
		w.Update(func(tx *sqldb.Tx) error {
			return w.team.Rewarding.refuse(tx, w.rewardsOf(referrer)[0], LinkedAccounts, "own machines")
		})
		w.moveTo(c.Now().Add(2 * delay))
		w.work()
		w.has(ledger.AvailableOf(referrer, money.USDT), "0")
		w.has(interestFree, "1.5")
		w.has(delayedPool, "0")
		if r := w.rewardsOf(referrer)[0]; r.State != Refused || r.Cause != LinkedAccounts || r.Reason != "own machines" {
			t.Errorf("%+v", r)
		}
		if told := w.inbox.told[1]; told != referrer+" referral_reward_refused 1.5linked_accountsown machines /team" {
			t.Errorf("told %q", told)
		}
		w.check()
	})
}

// Who objects to a refusal can be granted the reward within 30 days, out of the pool
// that it went to, and while that has it.
func TestARefusedRewardIsGranted(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		referrer := w.user("")
		buyer := w.user(referrer)
		w.flag(referrer)
		w.referred(buyer, "1.5")
		w.referred(buyer, "3")
		appeal := appeals{w.team.Rewarding}
		granted := func(r reward) error {
			return db.Update(t.Context(), func(tx *sqldb.Tx) error {
				if _, err := appeal.describe(tx, ofReward{RewardID: httpapi.ID(r.ID)}); err != nil {
					return err
				}
				found, err := appeal.refused(tx, r.ID)
				if err != nil {
					return err
				}
				return appeal.grant(tx, found)
			})
		}
		for _, r := range w.rewardsOf(referrer) {
			if err := granted(r); !errors.Is(err, operator.ErrNothing) {
				t.Errorf("granted before it was refused: %v", err)
			}
			w.Update(func(tx *sqldb.Tx) error { return w.team.Rewarding.refuse(tx, r, OtherCause, "own machines") })
		}
		rewards := w.rewardsOf(referrer)
		w.moveTo(c.Now().Add(appealTime))
		if err := granted(rewards[0]); err != nil {
			t.Errorf("on the last of thirty days: %v", err)
		}
		if err := granted(rewards[0]); !errors.Is(err, operator.ErrNothing) {
			t.Errorf("granted twice: %v", err)
		}
		w.moveTo(c.Now().Add(time.Millisecond))
		if err := granted(rewards[1]); !errors.Is(err, operator.ErrNothing) {
			t.Errorf("after thirty days: %v", err)
		}
		w.has(ledger.AvailableOf(referrer, money.USDT), rewards[0].Amount.String())
		w.has(interestFree, rewards[1].Amount.String())
		for _, r := range w.rewardsOf(referrer) {
			if isPaid := r.ID == rewards[0].ID; isPaid != (r.State == Paid) || isPaid && (r.Cause != "" || r.Reason != "") {
				t.Errorf("%+v", r)
			}
		}
		w.check()
	})
}

// What was refused is no part of what a referrer got in its month. A grant takes what
// the cap leaves by then.
func TestARefusedRewardLeavesItsMonthsCap(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		referrer := w.user("")
		buyer := w.user(referrer)
		w.flag(referrer)
		w.referred(buyer, "400")
		refused := w.rewardsOf(referrer)[0]
		w.Update(func(tx *sqldb.Tx) error { return w.team.Rewarding.refuse(tx, refused, OtherCause, "own machines") })
		rest := func(want string) {
			t.Helper()
			w.View(func(tx *sqldb.Tx) error {
				left, err := w.team.capOf(tx, referrer, clock.MonthOf(refused.At))
				if left.Rest != amount(want) {
					t.Errorf("%s of the cap is left, want %s", left.Rest, want)
				}
				return err
			})
		}
		rest("500")
		if r := w.referred(buyer, "200"); r.Amount != amount("200") {
			t.Errorf("after the refusal the referrer gets %s of 200", r.Amount)
		}
		appeal := appeals{w.team.Rewarding}
		grant := func() error {
			return db.Update(t.Context(), func(tx *sqldb.Tx) error {
				found, err := appeal.refused(tx, refused.ID)
				if err != nil {
					return err
				}
				return appeal.grant(tx, found)
			})
		}
		if err := grant(); err != nil {
			t.Fatal(err)
		}
		rest("0")
		w.has(ledger.AvailableOf(referrer, money.USDT), "300")
		w.has(interestFree, "100")
		for _, r := range w.rewardsOf(referrer) {
			if r.ID == refused.ID && (r.State != Paid || r.Amount != amount("300")) {
				t.Errorf("%+v", r)
			}
		}
		w.check()
	})
}

// Where others took the whole cap meanwhile, there is nothing to grant.
func TestNothingIsGrantedAboveTheCap(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		referrer := w.user("")
		buyer := w.user(referrer)
		w.flag(referrer)
		w.referred(buyer, "400")
		refused := w.rewardsOf(referrer)[0]
		w.Update(func(tx *sqldb.Tx) error { return w.team.Rewarding.refuse(tx, refused, OtherCause, "own machines") })
		w.referred(buyer, "500")
		w.View(func(tx *sqldb.Tx) error {
			appeal := appeals{w.team.Rewarding}
			if _, err := appeal.describe(tx, ofReward{RewardID: httpapi.ID(refused.ID)}); !errors.Is(err, operator.ErrNothing) {
				t.Errorf("a grant above the cap: %v", err)
			}
			return nil
		})
		w.check()
	})
}

// capRest holds what of a month's cap of referral rewards is left.
func (w *world) capRest(userID string, month clock.Month, want string) {
	w.T.Helper()
	w.View(func(tx *sqldb.Tx) error {
		left, err := w.team.capOf(tx, userID, month)
		if left.Rest != amount(want) {
			w.T.Errorf("%s of the cap of %s is left, want %s", left.Rest, month, want)
		}
		return err
	})
}

func (w *world) refuse(r reward) {
	w.T.Helper()
	w.Update(func(tx *sqldb.Tx) error { return w.team.Rewarding.refuse(tx, r, OtherCause, "own machines") })
}

// A reward counts in its own month, whenever it is refused.
func TestARefusalInTheNextMonth(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		referrer := w.user("")
		buyer := w.user(referrer)
		w.flag(referrer)
		w.moveTo(at(t, "2026-03-31 12:00:00"))
		w.referred(buyer, "400")
		march := clock.MonthOf(w.Clock.Now())
		w.capRest(referrer, march, "100")
		w.moveTo(at(t, "2026-04-03 12:00:00"))
		w.refuse(w.rewardsOf(referrer)[0])
		w.capRest(referrer, march, "500")
		w.capRest(referrer, clock.MonthOf(w.Clock.Now()), "500")
		w.check()
	})
}

// A refused level reward was of no month's cap, and is not due again.
func TestARefusedLevelReward(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		w.Fund(ledger.LevelPool, "100 USDT")
		leader, legs := w.leader("3000", "2000")
		w.flag(leader)
		w.referred(legs[0].UserID, "400")
		month := clock.MonthOf(w.Clock.Now())
		w.night(1, time.Hour)
		w.has(delayedPool, "405")
		for _, r := range w.rewardsOf(leader) {
			if r.Kind == ledger.LevelRewards {
				w.refuse(r)
			}
		}
		w.capRest(leader, month, "100")
		w.has(interestFree, "5")
		w.night(1, time.Hour)
		w.has(delayedPool, "400")
		w.has(ledger.AvailableOf(leader, money.USDT), "0")
		w.has(levelPool, "95")
		w.check()
	})
}

// What was delayed at a midnight is known afterwards, whatever was decided or delayed since.
func TestDelayedAtAMidnight(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		released, refused := w.user(""), w.user("")
		buyers := map[string]string{released: w.user(released), refused: w.user(refused)}
		for _, referrer := range []string{released, refused} {
			w.flag(referrer)
		}
		w.referred(buyers[released], "10.5")
		w.referred(buyers[refused], "3")
		midnight := (clock.DayOf(w.Clock.Now()) + 1).Start()
		w.moveTo(midnight.Add(5 * time.Minute))
		w.lift(released)
		w.work()
		w.refuse(w.rewardsOf(refused)[0])
		w.has(ledger.AvailableOf(released, money.USDT), "10.5")
		w.moveTo(midnight.Add(6 * time.Minute))
		w.referred(buyers[refused], "7")
		w.View(func(tx *sqldb.Tx) error {
			got, err := DelayedAt(tx, midnight)
			if len(got) != 2 || got[released] != amount("10.5") || got[refused] != amount("3") {
				t.Errorf("%v, want 10.5 of %s and 3 of %s", got, released, refused)
			}
			return err
		})
		w.check()
	})
}
