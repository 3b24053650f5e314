package rules

import (
	"errors"
	"testing"
	"time"

	"etld/internal/base/entropy"
	"etld/internal/base/money"
	"etld/internal/core/param"
	"etld/internal/features/machine/offer"
	"etld/internal/infra/sqldb"
	"etld/internal/infra/sqldb/dbtest"
)

// Terms follow the parameters from the moment at which a change counts, a share that
// is to fall is promised as what it falls to, and nobody can give away more than the fee.
func TestParameters(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB, c dbtest.Clock) {
		set, err := param.NewSet(Parameters(), SharesWithinFee)
		if err != nil {
			t.Fatal(err)
		}
		change := func(name string, value int64) error {
			return db.Update(t.Context(), func(tx *sqldb.Tx) error {
				_, err := set.Change(tx, entropy.System(), param.Proposal{Name: name, Value: value, EffectiveAt: c.Now().Add(48 * time.Hour), Actor: "a", Reason: "r"})
				return err
			})
		}
		if err := change("machine.share_king", int64(money.Percent(60))); err != nil {
			t.Fatal(err)
		}
		if err := change("machine.share_referral", int64(money.Percent(450))); !errors.Is(err, ErrSharesAboveFee) {
			t.Errorf("shares above the fee: %v", err)
		}
		expect := func(when string, king money.Ratio) {
			t.Helper()
			if err := db.View(t.Context(), func(tx *sqldb.Tx) error {
				terms, err := TermsOf(tx, offer.Product{})
				if err != nil || terms.Shares.King != king || terms.FeeNew != money.Percent(500) || terms.CreditDays != 90 || terms.ExitAfterDays != 15 {
					t.Errorf("%s: %+v", when, terms)
				}
				diamond, star, least, err := DividendShares(tx)
				if diamond != money.Percent(40) || star != money.Percent(60) || least != money.Percent(60) {
					t.Errorf("%s: %v, %v and %v are promised", when, diamond, star, least)
				}
				return err
			}); err != nil {
				t.Fatal(err)
			}
		}
		expect("before", money.Percent(100))
		c.Advance(48 * time.Hour)
		expect("after", money.Percent(60))
	})
}
