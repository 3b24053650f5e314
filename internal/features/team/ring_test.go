package team

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/life"
	"etld/internal/core/worldtest"
	"etld/internal/infra/jobs"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// bought is a machine with what became of its fee.
type bought struct {
	life.Machine
	fee, reward money.Amount
}

// buy lets a machine start whose fee of 5 % is shared out as the defaults say.
func (w *world) buy(userID string, newPart money.Amount) (b bought) {
	w.T.Helper()
	w.bought++
	part := func(hundredths int64) money.Amount { return money.Percent(hundredths).Floor(newPart) }
	b = bought{Machine: life.Machine{ID: fmt.Sprintf("MACHINE%06d", w.bought), UserID: userID, NewPart: newPart, Price: newPart, At: w.Clock.Now()}, fee: part(500)}
	cooling := ledger.Of(userID, ledger.Cooling, money.USDT)
	internal := func(sub ledger.SubType, to ledger.Account, sum money.Amount) ledger.Transfer {
		return ledger.Transfer{Type: ledger.InternalTransfer, SubType: sub, Debit: cooling, Credit: to, Amount: sum}
	}
	w.Update(func(tx *sqldb.Tx) error {
		r, err := w.team.Rewarding.Referral(tx, life.Share{MachineID: b.ID, BuyerID: userID, Amount: part(150), At: b.At})
		if err != nil {
			return err
		}
		b.reward = r.Amount
		transfers := []ledger.Transfer{
			worldtest.Deposited(userID, money.USDT, newPart+b.fee),
			{Type: ledger.PurchaseProduct, Debit: ledger.AvailableOf(userID, money.USDT), Credit: cooling, Amount: newPart + b.fee},
			internal(ledger.MachineStarted, ledger.Of(userID, ledger.Principal, money.USDT), newPart),
			internal(ledger.DividendShare, ledger.House(ledger.DividendDiamond, money.USDT), part(40)),
			internal(ledger.DividendShare, ledger.House(ledger.DividendStar, money.USDT), part(60)),
			internal(ledger.DividendShare, ledger.House(ledger.DividendKing, money.USDT), part(100)),
			internal(ledger.LevelShare, levelPool, part(50)),
			internal(ledger.ServiceFee, ledger.House(ledger.RevenueService, money.USDT), part(100)),
			internal(ledger.Unallocated, interestFree, part(150)-r.Amount),
			{Type: ledger.ReferralRewards, Debit: cooling, Credit: ledger.AvailableOf(r.ReferrerID, money.USDT), Amount: r.Amount}}
		transfers = slices.DeleteFunc(transfers, func(t ledger.Transfer) bool { return t.Amount == 0 })
		if _, err := w.Ledger.Post(tx, ledger.Entry{At: b.At, RefType: "machine", RefID: b.ID, Transfers: transfers}); err != nil {
			return err
		}
		return w.team.Members.MachineStarted(tx, b.Machine)
	})
	return b
}

// total is what all accounts of a class hold.
func (w *world) total(class ledger.Class) (sum money.Amount) {
	w.T.Helper()
	w.View(func(tx *sqldb.Tx) (err error) {
		sum, err = w.Ledger.ClassTotal(tx, class, money.USDT)
		return err
	})
	return sum
}

// One person owns every account and every node. Whatever the tree, the purchases
// and the ends of machines: the level pool, which begins empty, is never short, no
// machine's rewards are above its fee, and the ring loses a hundredth of what it
// bought.
func TestARingLosesByItself(t *testing.T) {
	t.Parallel()
	seed := uint64(time.Now().UnixNano())
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		chance := rand.New(rand.NewPCG(seed, 1))
		w := newWorld(t, db, c)
		users := []string{w.user("")}
		for range 30 {
			// Deep rather than wide, so that purchases count for many.
			users = append(users, w.user(users[max(0, len(users)-1-chance.IntN(3))]))
		}
		var paid, fees, inMachines money.Amount
		var running []bought
		for range 12 {
			for range 1 + chance.IntN(8) {
				b := w.buy(users[chance.IntN(len(users))], money.Units(100)*money.Amount(1+chance.IntN(100)))
				running = append(running, b)
				paid += b.NewPart
				fees += b.fee
				inMachines += b.NewPart
				if rewards := b.reward + money.Percent(250).Floor(b.NewPart); rewards > b.fee {
					t.Errorf("seed %d: rewards of %s for a fee of %s", seed, rewards, b.fee)
				}
			}
			if len(running) > 3 {
				w.end(running[0].Machine)
				inMachines -= running[0].NewPart
				running = running[1:]
			}
			w.night(1, time.Hour)
			w.reachedIsPaid(seed, users)
			// What is in the wallets came back from machines, or as rewards.
			rewards := w.total(ledger.Available) - (paid - inMachines)
			dividends := w.total(ledger.DividendDiamond) + w.total(ledger.DividendStar) + w.total(ledger.DividendKing)
			if loss := fees - rewards - dividends; loss < money.Percent(100).Floor(paid) {
				t.Errorf("seed %d: of fees of %s a ring gets %s and %s back", seed, fees, rewards, dividends)
			}
		}
		w.check()
	})
}

// reachedIsPaid fails where somebody's level was not rewarded in full: the pool
// was short.
func (w *world) reachedIsPaid(seed uint64, users []string) {
	w.T.Helper()
	var rules Rules
	w.View(func(tx *sqldb.Tx) (err error) {
		rules, err = rulesAt(tx, w.Clock.Now())
		return err
	})
	for _, id := range users {
		if m := w.member(id); rules.rewardDue(int(m.Earned), m.Rewarded) != 0 {
			w.T.Errorf("seed %d: %s reached V%d and got %s", seed, id, m.Earned, m.Rewarded)
		}
	}
	w.View(func(tx *sqldb.Tx) error {
		parked, err := jobs.Parked(tx, "")
		if len(parked) > 0 {
			w.T.Errorf("seed %d: parked %+v", seed, parked)
		}
		return err
	})
}

// Nobody can be above oneself: the parent is named when the account is made, and
// there already; later nothing changes it.
func TestNobodyIsAboveOneself(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		first := w.user("")
		second := w.user(first)
		for _, id := range []string{first, second} {
			if m := w.member(id); slices.Contains(m.Above[:], id) {
				t.Errorf("%s is above itself: %v", id, m.Above)
			}
		}
		// A change of the row later is one of the database's, and it is found.
		w.Update(func(tx *sqldb.Tx) error {
			_, err := tx.Exec(`UPDATE team_member SET above1 = $1 WHERE id = $2`, second, first)
			return err
		})
		if len(w.violations()) == 0 {
			t.Error("a ring in the tree is not found")
		}
	})
}
