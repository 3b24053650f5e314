package team

import (
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/core/ledger"
	"etld/internal/core/life"
	"etld/internal/core/param"
	"etld/internal/core/user"
	"etld/internal/infra/sqldb"
)

// Hints names what Referral will read for a buyer.
func (s rewarding) Hints(buyerID string) []sqldb.Hint {
	return []sqldb.Hint{user.Hint(buyerID), param.Hint(), s.store.flags.Hint(openFlags)}
}

// Referral decides who gets how much of the referral share of a machine that
// starts: the direct referrer, up to the month's cap. It counts the
// reward and tells the referrer; the caller posts it in the same transaction, to
// L.HLD where it is delayed.
func (s rewarding) Referral(tx sqldb.Command, share life.Share) (life.Referral, error) {
	referrerID, err := referrerOf(tx, share.BuyerID, share.At)
	if err != nil || referrerID == "" || share.Amount == 0 {
		return life.Referral{}, err
	}
	had, left, err := s.monthOf(tx, referrerID, share.At)
	if err != nil {
		return life.Referral{}, err
	}
	given := min(share.Amount, left)
	if given == 0 {
		return life.Referral{}, nil
	}
	had.Amount += given
	s.store.referrals.Put(tx, had)
	r, err := s.give(tx, reward{UserID: referrerID, Kind: ledger.ReferralRewards, Amount: given,
		SourceID: share.BuyerID, MachineID: share.MachineID, At: share.At})
	return life.Referral{ReferrerID: referrerID, Amount: given, IsDelayed: r.State == Delayed}, err
}

// monthOf is what a referrer was rewarded in the month of a time, and what its cap leaves.
func (s rewarding) monthOf(tx sqldb.Command, referrerID string, at time.Time) (had referral, left money.Amount, err error) {
	v, err := param.AsOf(tx, at)
	if err != nil {
		return referral{}, 0, err
	}
	month := monthKey(referrerID, clock.MonthOf(at))
	had, _, err = s.store.referrals.Get(tx, month)
	had.Month = month
	return had, max(0, referralCap.In(v)-had.Amount), err
}

// monthKey is the key of what a referrer was rewarded in a month.
func monthKey(referrerID string, m clock.Month) string { return referrerID + "|" + m.String() }

// referrerOf is who may be rewarded for what a user did at a time; empty where nobody may.
func referrerOf(tx sqldb.Command, userID string, at time.Time) (string, error) {
	u, err := user.Find(tx, userID)
	if err != nil || u.ParentID == "" {
		return "", err
	}
	referrer, err := user.Find(tx, u.ParentID)
	if err != nil || referrer.IsRobot || referrer.WasSuspended(at) {
		return "", err
	}
	return referrer.ID, nil
}
