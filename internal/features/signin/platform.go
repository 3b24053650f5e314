package signin

import (
	"strconv"

	"etld/internal/core/operator"
	"etld/internal/core/payment"
	"etld/internal/core/user"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

const kindPlatform = "user_platform"

var (
	selectIntentOf = payment.Intents().Select("WHERE user_id = $1 LIMIT 1")
	selectSentBy   = payment.Transfers().Select("WHERE sender = $1 LIMIT 1")
)

// marking says that an account is run by the platform, or no longer.
type marking struct {
	UserID     httpapi.ID `json:"userId"`
	IsPlatform bool       `json:"isPlatform"`
}

// registerPlatform adds the marking of accounts that the platform runs. It takes two
// both ways: a marked account buys and plays nothing and invites nobody, and one that is
// not marked counts as somebody. Only an unused account is marked, so that no marked one
// owns, earns or is counted.
func (s *Service) registerPlatform(o *operator.Service) {
	operator.Handle(o, operator.Kind[marking]{Name: kindPlatform, Path: "users/platform", Makers: []operator.Role{operator.Risk},
		Checkers: []operator.Role{operator.FinanceChecker},
		Describe: func(tx *sqldb.Tx, m marking) (operator.Description, error) {
			p, err := user.Find(tx, string(m.UserID))
			if err == nil && p.IsRobot == m.IsPlatform {
				err = operator.ErrNothing
			}
			if err == nil && m.IsPlatform {
				err = s.refuseSomebodys(tx, p)
			}
			return operator.Description{Subject: p.ID, Approvals: 1, Diff: []operator.Change{
				{Field: "run by the platform: " + user.Mask(p.Address), Before: strconv.FormatBool(p.IsRobot), After: strconv.FormatBool(m.IsPlatform)}}}, err
		},
		Execute: func(tx *sqldb.Tx, m marking, _ operator.Decision) error {
			p, err := user.Find(tx, string(m.UserID))
			if err == nil && m.IsPlatform {
				err = s.refuseSomebodys(tx, p)
			}
			if err != nil {
				return err
			}
			_, err = user.SetRobot(tx, p.ID, m.IsPlatform)
			return err
		},
		Barred: func(tx *sqldb.Tx, m marking, who operator.Staff) error {
			return operator.RefuseOwn(tx, string(m.UserID), who)
		}})
}

// refuseSomebodys refuses an account that moved money or has a payment, which may still
// buy it something, or sent a deposit, was invited or invited others: ErrSomebodys.
func (s *Service) refuseSomebodys(tx *sqldb.Tx, p user.Person) error {
	held, err := s.Ledger.Holdings(tx, p.ID)
	if err != nil {
		return err
	}
	_, hasIntent, err := sqldb.Find(tx, payment.Intents().Scan, selectIntentOf, p.ID)
	if err != nil {
		return err
	}
	_, hasSent, err := sqldb.Find(tx, payment.Transfers().Scan, selectSentBy, p.Address)
	if err != nil {
		return err
	}
	hasInvited, err := user.HasInvited(tx, p.ID)
	if err == nil && (len(held) > 0 || hasIntent || hasSent || p.ParentID != "" || hasInvited) {
		err = ErrSomebodys
	}
	return err
}
