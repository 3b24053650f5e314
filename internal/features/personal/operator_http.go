package personal

import (
	"etld/internal/core/operator"
	"etld/internal/core/user"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

const kindErasure = "personal_erasure"

type ofUser struct {
	UserID httpapi.ID `json:"userId"`
}

// RegisterOperator adds the erasure for somebody who wrote to support: it takes two,
// as it cannot be taken back.
func (s *Service) RegisterOperator(o *operator.Service) {
	makers, checkers := []operator.Role{operator.Support}, []operator.Role{operator.Administrator}
	operator.Handle(o, operator.Kind[ofUser]{Name: kindErasure, Path: "users/erase", Makers: makers, Checkers: checkers, Describe: s.describe,
		Execute: func(tx *sqldb.Tx, u ofUser, d operator.Decision) error {
			_, err := s.erase(tx, erasure{userID: string(u.UserID), proposalID: d.ProposalID})
			return err
		}})
}

func (s *Service) describe(tx *sqldb.Tx, u ofUser) (operator.Description, error) {
	person, err := user.Find(tx, string(u.UserID))
	if err != nil {
		return operator.Description{}, err
	}
	open, err := s.Orders.Open(tx, string(u.UserID))
	if err == nil && open > 0 {
		err = ErrOrdersOpen
	}
	diff := operator.Change{Field: "personal data of " + user.Mask(person.Address), Before: "kept",
		After: "erased for good; balance, journal and wallet address stay"}
	return operator.Description{Subject: string(u.UserID), Approvals: 1, Diff: []operator.Change{diff}}, err
}
