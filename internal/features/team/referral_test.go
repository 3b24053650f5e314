package team_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/user"
	"etld/internal/features/team"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// inbox keeps what users were told.
type inbox []string

func (b *inbox) Send(_ *sqldb.Tx, userID, kind string, params map[string]string, link string) error {
	*b = append(*b, fmt.Sprint(userID, " ", kind, " ", params["amount"], " ", link))
	return nil
}

// world is a referrer and a buyer.
type world struct {
	t               *testing.T
	db              *sqldb.DB
	team            *team.Service
	inbox           *inbox
	referrer, buyer string
}

func newWorld(t *testing.T, db *sqldb.DB, changes ...func(referrer *user.New)) *world {
	t.Helper()
	w := &world{t: t, db: db, inbox: &inbox{}}
	var err error
	if w.team, err = team.New(w.inbox); err != nil {
		t.Fatal(err)
	}
	referrer := user.New{Address: fmt.Sprintf("0x%040x", 1)}
	for _, change := range changes {
		change(&referrer)
	}
	w.do(func(tx *sqldb.Tx) error {
		r, err := user.Create(tx, entropy.System(), referrer)
		if err != nil {
			return err
		}
		b, err := user.Create(tx, entropy.System(), user.New{Address: fmt.Sprintf("0x%040x", 2), ParentID: r.ID})
		w.referrer, w.buyer = r.ID, b.ID
		return err
	})
	return w
}

func (w *world) do(body func(tx *sqldb.Tx) error) {
	w.t.Helper()
	if err := w.db.Update(context.Background(), body); err != nil {
		w.t.Fatal(err)
	}
}

// want asks for the reward of a share, as a command would.
func (w *world) want(share string, at time.Time, want string) {
	w.t.Helper()
	var referrer string
	var reward money.Amount
	err := w.db.Command(context.Background(), func(tx *sqldb.Tx) (err error) {
		referrer, reward, err = w.team.Referral(tx, w.buyer, money.MustParse(share), at)
		return err
	}, w.team.Hints(w.buyer)...)
	if err != nil || reward != money.MustParse(want) || (reward > 0) != (referrer == w.referrer) {
		w.t.Errorf("of %s %q gets %s, want %s (%v)", share, referrer, reward, want, err)
	}
}

func TestReferralRewardHasAMonthlyCap(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		w := newWorld(t, db)
		end := time.Date(2026, 3, 31, 23, 59, 59, 0, clock.Zone)
		for _, want := range []string{"150", "150", "150", "50", "0"} {
			w.want("150", end, want)
		}
		// The month begins at midnight of the platform's zone.
		w.want("1.5", end.Add(time.Second), "1.5")
		w.want("0", end.Add(time.Second), "0")
		if told := *w.inbox; len(told) != 5 || told[3] != w.referrer+" referral_reward 50 /team" {
			t.Errorf("told %q", told)
		}
	})
}

func TestWhoGetsNoReward(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db)
		w.do(func(tx *sqldb.Tx) error {
			_, err := user.SetSuspended(tx, w.referrer, "barred")
			return err
		})
		w.want("1.5", c.Now(), "0")
		w.buyer = w.referrer
		w.want("1.5", c.Now(), "0")
		if len(*w.inbox) > 0 {
			t.Errorf("told %q", *w.inbox)
		}
	})
}

func TestAPlatformAccountGetsNoReward(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		w := newWorld(t, db, func(referrer *user.New) { referrer.IsRobot = true })
		w.want("1.5", c.Now(), "0")
	})
}
