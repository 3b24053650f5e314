package signin

import (
	"strconv"

	"etld/internal/core/operator"
	"etld/internal/core/user"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

const kindPlatform = "user_platform"

// marking says that an account is run by the platform, or no longer.
type marking struct {
	UserID     httpapi.ID `json:"userId"`
	IsPlatform bool       `json:"isPlatform"`
}

// registerPlatform adds the marking of accounts that the platform runs. It takes two
// both ways: a marked account buys and plays nothing and invites nobody, and one that is
// not marked counts as somebody.
func registerPlatform(o *operator.Service) {
	operator.Handle(o, operator.Kind[marking]{Name: kindPlatform, Path: "users/platform", Makers: []operator.Role{operator.Risk},
		Checkers: []operator.Role{operator.FinanceChecker},
		Describe: func(tx *sqldb.Tx, m marking) (operator.Description, error) {
			p, err := user.Find(tx, string(m.UserID))
			if err == nil && p.IsRobot == m.IsPlatform {
				err = operator.ErrNothing
			}
			return operator.Description{Subject: p.ID, Approvals: 1, Diff: []operator.Change{
				{Field: "run by the platform: " + user.Mask(p.Address), Before: strconv.FormatBool(p.IsRobot), After: strconv.FormatBool(m.IsPlatform)}}}, err
		},
		Execute: func(tx *sqldb.Tx, m marking, _ operator.Decision) error {
			_, err := user.SetRobot(tx, string(m.UserID), m.IsPlatform)
			return err
		},
		Barred: func(tx *sqldb.Tx, m marking, who operator.Staff) error {
			return operator.RefuseOwn(tx, string(m.UserID), who)
		}})
}
