package user_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"etld/internal/base/entropy"
	"etld/internal/core/user"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// Somebody is found by what names them, and by nothing that is a part of it.
func TestSearch(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		err := db.Update(t.Context(), func(tx *sqldb.Tx) error {
			ann, err := user.Create(tx, entropy.System(), user.New{Address: "0x1234000000000000000000000000000000abcdef"})
			if err != nil {
				return err
			}
			ben, err := user.Create(tx, entropy.System(), user.New{Address: "0x1234100000000000000000000000000000ABCDEF"})
			if err != nil {
				return err
			}
			if ben, err = user.SetProfile(tx, ben.ID, "Ben", ""); err != nil {
				return err
			}
			for query, want := range map[string][]string{
				ann.ID: {ann.ID}, strings.ToUpper(ann.ReferralCode): {ann.ID}, ann.Address: {ann.ID}, user.Mask(ann.Address): {ann.ID, ben.ID}, " Ben ": {ben.ID},
				"Be": nil, "0x1234": nil, "0x____******abcdef": nil, "%": nil, "": nil,
			} {
				found, err := user.Search(tx, query)
				if err != nil {
					return err
				}
				var got []string
				for _, p := range found {
					got = append(got, p.ID)
				}
				if !slices.Equal(got, want) {
					t.Errorf("%q finds %v, want %v", query, got, want)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

// A suspension lasts until its time or until it is ended, and leaves behind when that
// was.
func TestSuspensions(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		err := db.Update(t.Context(), func(tx *sqldb.Tx) error {
			p, err := user.Create(tx, entropy.System(), user.New{Address: "0x1234000000000000000000000000000000abcdef"})
			if err != nil {
				return err
			}
			now, end := tx.Now(), tx.Now().Add(time.Hour)
			if p, err = user.Suspend(tx, p.ID, "a stolen key", end); err != nil {
				return err
			}
			if p.IsSuspended(end) || !p.IsSuspended(end.Add(-1)) {
				t.Errorf("until %s: %+v", end, p)
			}
			for at, want := range map[time.Time]int{now: 0, end: 1} {
				if due, err := user.SuspendedBefore(tx, at, 10); err != nil || len(due) != want {
					t.Errorf("%d are over at %s, %v; want %d", len(due), at, err, want)
				}
			}
			if p, err = user.Restore(tx, p.ID); err != nil || p.IsSuspended(now) || !p.SuspendedUntil.Equal(now) {
				t.Errorf("ended: %+v, %v", p, err)
			}
			if p, err = user.Suspend(tx, p.ID, "again", time.Time{}); err != nil || !p.IsSuspended(now.AddDate(100, 0, 0)) {
				t.Errorf("without an end: %+v, %v", p, err)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

// Who tells open apps leaves notices too.
var _ user.Notices = user.NoticesAndEvents(nil)
