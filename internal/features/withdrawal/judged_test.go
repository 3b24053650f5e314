package withdrawal

import (
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common/hexutil"

	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/core/user"
	"etld/internal/features/withdrawal/terms"
	"etld/internal/infra/chain/walletsig/wallettest"
	"etld/internal/infra/httpapi/apitest"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// What is below every limit goes to a reviewer all the same where the account or the price
// is in doubt.
func TestADoubtGoesToAReviewer(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		asset, cause string
		doubt        func(w *world, userID string)
	}{
		"none":                         {"USDT", terms.CauseAutomatic, func(*world, string) {}},
		"an open risk flag":            {"USDT", terms.CauseFlagged, func(w *world, userID string) { w.flagged.users[userID] = true }},
		"a flag of somebody else":      {"USDT", terms.CauseAutomatic, func(w *world, userID string) { w.flagged.users[userID+"0"] = true }},
		"an account that nobody holds": {"USDT", terms.CauseFlagged, (*world).makeRobot},
		"a price of a while ago":       {"ETLD", terms.CauseNoPrice, func(w *world, _ string) { w.prices.isStale = true }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dbtest.In(t, newWorld, func(t *testing.T, w *world) {
				anna := w.user("anna", "100 USDT", "100 ETLD")
				test.doubt(w, anna)
				w.wantCause(w.withdraw(anna, "20", test.asset).WithdrawNo, test.cause)
				w.check()
			})
		})
	}
}

// A contract wallet may be asked for a while; what is known about its account by then decides.
func TestAnAccountInDoubtWhileItsWalletIsAsked(t *testing.T) {
	t.Parallel()
	for name, doubt := range map[string]func(w *world, userID string){
		"suspended": func(w *world, userID string) {
			w.Update(func(tx *sqldb.Tx) error {
				_, err := user.Suspend(tx, userID, "a stolen key", time.Time{})
				return err
			})
		},
		"a robot": (*world).makeRobot,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dbtest.In(t, newWorld, func(t *testing.T, w *world) {
				anna := w.user("anna", "100 USDT")
				w.kinds.contract[wallettest.Address(w.keys[anna]).Hex()] = true
				p := w.press(anna, "20", "USDT")
				p.signature = hexutil.Encode([]byte("whatever the contract takes"))
				out := apitest.Data[RequestOut](t, w.send(p))
				doubt(w, anna)
				w.asked.say(nil)
				w.run()
				w.wantCause(out.WithdrawNo, terms.CauseFlagged)
				w.check()
			})
		})
	}
}

func (w *world) makeRobot(userID string) {
	w.Update(func(tx *sqldb.Tx) error {
		_, err := user.SetRobot(tx, userID, true)
		return err
	})
}

func (w *world) wantCause(id, want string) {
	w.T.Helper()
	w.View(func(tx *sqldb.Tx) error {
		one, err := w.service.Changes.find(tx, id)
		if approvals := terms.ReviewersFew; one.Cause != want || want != terms.CauseAutomatic && (one.Approvals != approvals || one.Status != Pending) {
			w.T.Errorf("%s: %s with %d reviewers for %s, want %s", id, one.Status, one.Approvals, one.Cause, want)
		}
		return err
	})
}

// A day's limit is that of the platform's day, which begins at 16:00 UTC.
func TestADaysLimitBeginsAnewAtThePlatformsMidnight(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		anna := w.user("anna", "60000 USDT")
		midnight := (clock.DayOf(w.Clock.Now()) + 1).Start()
		w.Clock.Set(midnight.Add(-time.Microsecond))
		for range 2 {
			w.withdraw(anna, "10000", "USDT")
		}
		if got := w.send(w.press(anna, "10", "USDT")); got.Code != 1303 {
			t.Errorf("above the day's limit: %s", got.Body)
		}
		w.Clock.Set(midnight)
		w.withdraw(anna, "10000", "USDT")
		for _, at := range []time.Duration{0, 8 * time.Hour} {
			w.Clock.Set(midnight.Add(at))
			if got := apitest.Data[ConfigOut](t, w.client.Call(configPath, anna, "currency", "USDT")).Networks[0].DayRest; got != money.Units(10_000) {
				t.Errorf("%s after midnight %s are left", at, got)
			}
		}
		w.check()
	})
}

// A lock of the game never becomes shorter, also where the parameter does.
func TestTheLaterOfTwoLocksHolds(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		anna := w.user("anna", "1000 USDT")
		until := w.Clock.Now().Add(24 * time.Hour)
		if got := w.cancel(anna, w.withdraw(anna, "500", "USDT").WithdrawNo); got.Code != 200 {
			t.Fatal(got.Body)
		}
		w.setParameter("withdrawal.game_lock_hours", 1)
		if got := w.cancel(anna, w.withdraw(anna, "500", "USDT").WithdrawNo); got.Code != 200 {
			t.Fatal(got.Body)
		}
		w.View(func(tx *sqldb.Tx) error {
			got, err := w.service.GameLockedUntil(tx, anna)
			if !got.Equal(until) {
				t.Errorf("locked until %s, want %s", got, until)
			}
			return err
		})
	})
}
