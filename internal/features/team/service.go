package team

import (
	"errors"
	"time"

	"etld/internal/base/clock"
	"etld/internal/base/money"
	"etld/internal/core/param"
	"etld/internal/core/user"
	"etld/internal/infra/sqldb"
)

// referralCap is named after machines as operators know it by that name, and
// what they set is stored under it.
var referralCap = param.NewAmount("machine.referral_cap_month", money.Units(500), param.WorseLower)

// Parameters lists what an operator can change here.
func Parameters() []param.Defined { return []param.Defined{referralCap} }

// Notifier leaves a notice for a user, through lookups and writes only.
type Notifier interface {
	Send(tx *sqldb.Tx, userID, kind string, params map[string]string, link string) error
}

// Service is the capability.
type Service struct {
	notices Notifier
	store   *store
}

// New builds the service.
func New(notices Notifier) (*Service, error) {
	if notices == nil {
		return nil, errors.New("team: notices are needed")
	}
	return &Service{notices: notices, store: newStore()}, nil
}

// Hints names what Referral will read for a buyer.
func (s *Service) Hints(buyerID string) []sqldb.Hint {
	return []sqldb.Hint{user.Hint(buyerID), param.Hint()}
}

// Referral decides who gets how much of the referral share of a machine that
// starts at an instant: the direct referrer, up to the month's cap. It counts the
// reward and tells the referrer; the caller posts it in the same transaction. No
// reward has no referrer. It reads through lookups and writes through writes.
func (s *Service) Referral(tx *sqldb.Tx, buyerID string, share money.Amount, at time.Time) (referrerID string, reward money.Amount, err error) {
	referrerID, err = referrerOf(tx, buyerID)
	if err != nil || referrerID == "" || share == 0 {
		return "", 0, err
	}
	most, err := referralCap.AsOf(tx, at)
	if err != nil {
		return "", 0, err
	}
	month := referrerID + "|" + clock.MonthOf(at).String()
	had, _, err := s.store.referrals.Get(tx, month)
	if err != nil {
		return "", 0, err
	}
	reward = min(share, max(0, most-had.Amount))
	if reward == 0 {
		return "", 0, nil
	}
	s.store.putReferral(tx, referral{Month: month, Amount: had.Amount + reward})
	return referrerID, reward, s.notices.Send(tx, referrerID, "referral_reward", map[string]string{"amount": reward.String()}, "/team")
}

// referrerOf is who may be rewarded for a user; empty where nobody may.
func referrerOf(tx *sqldb.Tx, userID string) (string, error) {
	u, err := user.Find(tx, userID)
	if err != nil || u.ParentID == "" {
		return "", err
	}
	referrer, err := user.Find(tx, u.ParentID)
	if err != nil || referrer.IsRobot || referrer.Suspended != "" {
		return "", err
	}
	return referrer.ID, nil
}
