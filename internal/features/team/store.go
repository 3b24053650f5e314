package team

import (
	"etld/internal/base/money"
	"etld/internal/infra/sqldb"
)

// referral is what a referrer was rewarded in a month.
type referral struct {
	// Month is the referrer's id, a bar, and the month as 2006-01.
	Month  string
	Amount money.Amount
}

var referrals = sqldb.NewTable("team_referral", func(c *sqldb.Columns, r *referral) {
	c.Add("id", &r.Month)
	c.Add("amount", &r.Amount)
})

// store is all SQL of the package.
type store struct {
	referrals    *sqldb.Lookup[referral]
	saveReferral *sqldb.Rows[referral]
}

func newStore() *store {
	return &store{
		referrals:    sqldb.NewLookup("team referrals", referrals.Select("WHERE id"), sqldb.Single(referrals.ByKey(func(r referral) string { return r.Month }))),
		saveReferral: referrals.Upsert(),
	}
}

func (s *store) putReferral(tx *sqldb.Tx, r referral) {
	s.referrals.Set(tx, r.Month, r)
	s.saveReferral.Add(tx, r)
}
