package payrun

import (
	"time"

	"etld/internal/core/operator"
	"etld/internal/infra/httpapi"
	"etld/internal/infra/sqldb"
)

const kindTryAgain = "machine_try_again"

// setAsideUser names a user whom the jobs are to try again.
type setAsideUser struct {
	UserID httpapi.ID `json:"userId"`
}

// Check refuses what names no user.
func (u setAsideUser) Check() error { return u.UserID.Check("userId") }

// AsideRow is a user whom the jobs leave out.
type AsideRow struct {
	UserID string    `json:"userId"`
	Since  time.Time `json:"since"`
	Cause  string    `json:"cause" doc:"What the last try failed with; empty while the instance that answers has made none"`
}

// RegisterOperator adds the operators' calls: users who are set aside. One
// person may have one tried again: it pays only what is due, and what still
// fails comes back to the list.
func (s *Service) RegisterOperator(o *operator.Service) {
	makers, checkers := []operator.Role{operator.Risk}, []operator.Role{operator.FinanceChecker}
	operator.View(o, operator.Route{Path: "machines/aside", Roles: append(makers, checkers...)},
		func(tx *sqldb.Tx, _ operator.Caller, _ httpapi.None) (httpapi.List[AsideRow], error) {
			list, err := s.Asides(tx)
			rows := make([]AsideRow, len(list))
			for i, a := range list {
				rows[i] = AsideRow(a)
			}
			return httpapi.All(rows), err
		})
	operator.Handle(o, operator.Kind[setAsideUser]{Name: kindTryAgain, Path: "machines/tryAgain", Makers: makers, Checkers: checkers,
		Describe: s.describeTryAgain,
		Execute: func(tx *sqldb.Tx, u setAsideUser, _ operator.Decision) error {
			return s.EndAside(tx, string(u.UserID))
		}})
}

func (s *Service) describeTryAgain(tx *sqldb.Tx, u setAsideUser) (operator.Description, error) {
	since, isAside, err := s.AsideSince(tx, string(u.UserID))
	if err == nil && !isAside {
		err = operator.ErrNothing
	}
	return operator.Description{Subject: string(u.UserID), Diff: []operator.Change{{Field: "set aside since", Before: since.UTC().Format(time.RFC3339)}}}, err
}
