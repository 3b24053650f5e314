package team

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

func TestBurst(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)
	// Each is a buyer and the minute of a start.
	for _, c := range []struct {
		name   string
		starts string
		want   int
	}{
		{"nothing", "", 0},
		{"one", "a0", 1},
		{"one buyer often", "a0 a1 a2 a59", 1},
		{"within an hour", "a0 b30 c59", 3},
		{"the hour is over", "a0 b60", 1},
		{"over the turn of a clock's hour", "a50 b70 c109", 3},
		{"the fullest hour counts", "a0 b1 c90 d100 e110 f200", 3},
		{"a buyer's later start stays", "a0 a30 b70", 2},
		{"in any order", "c59 a0 b30", 3},
	} {
		var list []purchase
		for _, one := range strings.Fields(c.starts) {
			var minute int
			if _, err := fmt.Sscan(one[1:], &minute); err != nil {
				t.Fatal(err)
			}
			list = append(list, purchase{BuyerID: one[:1], At: start.Add(time.Duration(minute) * time.Minute)})
		}
		if got := burst(list); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
}

func TestIsSharedFunding(t *testing.T) {
	t.Parallel()
	family := []string{"MOTHER", "FATHER", "DAUGHTER", "SON"}
	if isSharedFunding(family, fundedLeast.Default) || isSharedFunding(nil, fundedLeast.Default) {
		t.Error("a family of four is a ring")
	}
	if !isSharedFunding(append(family, "COUSIN"), fundedLeast.Default) {
		t.Error("five accounts are none")
	}
}

// flagOn is the reason of a user's open flag.
func (w *world) flagOn(userID string) (reason string) {
	w.T.Helper()
	w.View(func(tx *sqldb.Tx) (err error) {
		reason, _, err = w.team.Flags.flagOf(tx, Doubted{UserID: userID})
		return err
	})
	return reason
}

// lift lifts a user's flag, as two operators do.
func (w *world) lift(userID string) {
	w.T.Helper()
	w.Update(func(tx *sqldb.Tx) error {
		wasOpen, err := w.team.Flags.liftFlag(tx, Doubted{UserID: userID}, "a club", "staff")
		if !wasOpen {
			w.T.Errorf("%s was not under a flag", userID)
		}
		return err
	})
}

// funded tells who claimed what one address sent.
func (w *world) funded(address string, accounts ...string) {
	w.T.Helper()
	w.Update(func(tx *sqldb.Tx) error { return w.team.Flags.Funded(tx, address, accounts) })
}

// flagRecords are what the audit log says of flags that the program opened.
func (w *world) flagRecords() (list []string) {
	w.T.Helper()
	w.View(func(tx *sqldb.Tx) error {
		return tx.Query(func(row *sqldb.Row) error {
			var staff, subject, reason string
			err := row.Scan(&staff, &subject, &reason)
			list = append(list, staff+subject+" "+reason)
			return err
		}, "SELECT staff_id, subject, reason FROM operator_audit WHERE action = 'users/flag' ORDER BY seq")
	})
	return list
}

func TestARingThatOneAddressFundedIsFlagged(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		first := w.user("")
		ring := []string{first}
		for range 4 {
			ring = append(ring, w.user(first))
		}
		family := []string{w.user(""), w.user("")}
		w.funded("0xFA", family...)
		w.funded("0xA", ring[:4]...)
		for _, id := range append(family, ring...) {
			if reason := w.flagOn(id); reason != "" {
				t.Errorf("below the limit %s is under a flag: %s", id, reason)
			}
		}
		w.funded("0xA", ring...)
		w.funded("0xA", ring...)
		records := w.flagRecords()
		if len(records) != len(ring) {
			t.Fatalf("records: %q", records)
		}
		for i, id := range ring {
			if reason := w.flagOn(id); reason != "Automatic: 0xA funded 5 accounts" || records[i] != id+" "+reason {
				t.Errorf("%s: flag %q, record %q", id, reason, records[i])
			}
		}
		// Rewards wait as under an operator's flag.
		if r := w.referred(ring[1], "1.5"); !r.IsDelayed {
			t.Error("the reward is not delayed")
		}
		// What operators lifted stays lifted; a new account of the ring and another
		// address are new.
		w.lift(first)
		sixth := w.user(first)
		ring = append(ring, sixth)
		w.funded("0xA", ring...)
		if w.flagOn(first) != "" || w.flagOn(sixth) == "" {
			t.Errorf("after a sixth account: the first's flag %q, the sixth's %q", w.flagOn(first), w.flagOn(sixth))
		}
		w.funded("0xB", ring...)
		if reason := w.flagOn(first); !strings.Contains(reason, "0xB funded 6 accounts") {
			t.Errorf("after another address: %q", reason)
		}
		if n := w.openFlagCount(); n != 2 {
			t.Errorf("two addresses opened %d flags", n)
		}
		// The second address was heard while the first's flag was open.
		w.lift(sixth)
		w.funded("0xB", ring...)
		if reason := w.flagOn(sixth); reason != "" {
			t.Errorf("the sixth is flagged again: %q", reason)
		}
		w.check()
	})
}

// buys lets that many invited users' machines start, a minute apart, and bring
// their referrer rewards.
func (w *world) buys(referrer string, buyers int) {
	w.T.Helper()
	for range buyers {
		w.Clock.Advance(time.Minute)
		w.referred(w.user(referrer), "1.5")
	}
	w.work()
}

func TestABurstIsFlagged(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, c)
		referrer := w.user("")
		w.buys(referrer, 9)
		// The tenth is of the same hour, but of another day's nine friends.
		w.moveTo(c.Now().Add(2 * time.Hour))
		w.buys(referrer, 9)
		if reason := w.flagOn(referrer); reason != "" {
			t.Errorf("nine of an hour are a burst: %s", reason)
		}
		w.buys(referrer, 1)
		reason := w.flagOn(referrer)
		if records := w.flagRecords(); !strings.HasPrefix(reason, "Automatic: machines of 10 invited users started within an hour") ||
			len(records) != 1 || records[0] != referrer+" "+reason {
			t.Errorf("flag %q, records %q", reason, records)
		}
		if r := w.referred(w.user(referrer), "1.5"); !r.IsDelayed {
			t.Error("the next reward is not delayed")
		}
		w.lift(referrer)
		w.buys(referrer, 9)
		if reason := w.flagOn(referrer); reason != "" {
			t.Errorf("flagged for what operators let pass: %s", reason)
		}
		w.buys(referrer, 1)
		if w.flagOn(referrer) == "" {
			t.Error("a burst after the lift is none")
		}
		w.check()
	})
}

// One buyer's many machines are no burst, and what others brought counts for their
// referrers alone.
func TestHonestFriendsAreNoBurst(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		one, other := w.user(""), w.user("")
		for range 6 {
			w.referred(w.user(one), "1.5")
			w.referred(w.user(other), "1.5")
		}
		loyal := w.user(one)
		for range 20 {
			w.referred(loyal, "1.5")
		}
		w.work()
		if w.flagOn(one) != "" || w.flagOn(other) != "" || len(w.flagRecords()) != 0 {
			t.Errorf("flags %q, %q", w.flagOn(one), w.flagOn(other))
		}
	})
}

// An operator's flag keeps its reason, and a flood of accounts leaves operators
// room for theirs.
func TestTheProgramLeavesOperatorsTheirFlags(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		var ring []string
		for range 5 {
			ring = append(ring, w.user(""))
		}
		w.flag(ring[0])
		w.funded("0xA", ring...)
		if reason := w.flagOn(ring[0]); reason != "same_funding" || len(w.flagRecords()) != 5 {
			t.Errorf("flag %q, records %q", reason, w.flagRecords())
		}
		w.lift(ring[0])
		w.funded("0xA", ring...)
		if reason := w.flagOn(ring[0]); reason != "" {
			t.Errorf("flagged for what operators let pass: %q", reason)
		}
		w.Update(func(tx *sqldb.Tx) error {
			for i := range automaticMax - 1 {
				if _, err := w.team.Flags.openFlag(tx, Doubted{UserID: fmt.Sprintf("SOMEBODY%d", i)}, "many", "staff"); err != nil {
					return err
				}
			}
			return nil
		})
		late := w.user("")
		w.funded("0xB", append(ring, late)...)
		if reason := w.flagOn(late); reason != "" {
			t.Errorf("above the bound: %q", reason)
		}
		w.flag(late)
		w.lift(late)
		w.lift("SOMEBODY0")
		w.funded("0xB", append(ring, late)...)
		if w.flagOn(late) == "" {
			t.Error("with room again the signal is not heard")
		}
	})
}

// However many rewards wait, all are screened, and one burst opens one flag.
func TestEachRewardIsScreenedOnce(t *testing.T) {
	t.Parallel()
	dbtest.In(t, newWorld, func(t *testing.T, w *world) {
		referrer := w.user("")
		for range screenMax + 1 {
			w.referred(w.user(referrer), "0.01")
		}
		w.work()
		w.View(func(tx *sqldb.Tx) error {
			left, err := sqldb.Collect(tx, sqldb.One[string], selectUnscreened, screenMax)
			if len(left) != 0 {
				t.Errorf("left: %d", len(left))
			}
			return err
		})
		if records := w.flagRecords(); len(records) != 1 {
			t.Errorf("records %q", records)
		}
	})
}
