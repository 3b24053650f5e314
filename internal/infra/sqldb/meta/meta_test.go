package meta_test

import (
	"errors"
	"testing"

	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
	"etld/internal/infra/sqldb/meta"
)

func TestWorldIsClaimedOnce(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		for range 2 {
			if err := meta.ClaimWorld(t.Context(), db, meta.Demo, "0xabc"); err != nil {
				t.Fatal(err)
			}
		}
		if err := meta.ClaimWorld(t.Context(), db, meta.Production, "0xabc"); !errors.Is(err, meta.ErrOtherWorld) {
			t.Errorf("another world: %v", err)
		}
		if err := meta.ClaimWorld(t.Context(), db, meta.Demo, "0xdef"); !errors.Is(err, meta.ErrOtherWorld) {
			t.Errorf("another mark: %v", err)
		}
	})
}

func TestTheWorldOfADatabaseIsRead(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		if world, err := meta.World(t.Context(), db); err != nil || world != "" {
			t.Errorf("before it is claimed: %q, %v", world, err)
		}
		if err := meta.ClaimWorld(t.Context(), db, meta.Production, "0xabc"); err != nil {
			t.Fatal(err)
		}
		if world, err := meta.World(t.Context(), db); err != nil || world != meta.Production {
			t.Errorf("the world is %q, %v", world, err)
		}
	})
}

func TestANoteStandsInThePlaceOfTheOneBefore(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, _ dbtest.Clock) {
		for _, want := range []string{"", "first", "second"} {
			err := db.Update(t.Context(), func(tx *sqldb.Tx) error {
				if want != "" {
					if err := meta.KeepNote(tx, "seen", want); err != nil {
						return err
					}
				}
				got, err := meta.ReadNote(tx, "seen")
				if got != want {
					t.Errorf("the note is %q, want %q", got, want)
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	})
}
