package board

import (
	"etld/internal/base/clock"
	"etld/internal/core/operator"
	"etld/internal/infra/jobs"
	"etld/internal/infra/lists"
	"etld/internal/infra/sqldb"
)

const kindRetry = "job_retry"

// parkedItem names an item that its job is to try again.
type parkedItem struct {
	Job     string `json:"job"`
	Subject string `json:"subject"`
}

func (p parkedItem) item() jobs.Item { return jobs.Item{Job: p.Job, Subject: p.Subject} }

var parkedList = lists.List[jobs.ParkedItem]{Table: jobs.ParkedItems, Key: "id", Orders: []lists.Order{lists.First("since", "since", "id")},
	Filters: []lists.Filter{lists.Is("job", "job")}}

// registerParked registers the list of what jobs have parked, the longest first,
// and the retry of one item. One person may ask for it: a try does only what is
// due, and what fails again stays in the list.
func registerParked(o *operator.Service) {
	roles := []operator.Role{operator.FinanceMaker, operator.FinanceChecker, operator.Risk, operator.Administrator}
	operator.Rows(o, operator.Route{Path: "jobs/parked", Roles: roles}, parkedList, operator.Whole)
	operator.Handle(o, operator.Kind[parkedItem]{Name: kindRetry, Path: "jobs/retry", Makers: roles, Checkers: roles,
		Describe: describeRetry,
		Execute: func(tx *sqldb.Tx, p parkedItem, _ operator.Decision) error {
			_, err := jobs.Retry(tx, p.item())
			return err
		}})
}

// describeRetry refuses what is not parked, and what is due already.
func describeRetry(tx *sqldb.Tx, p parkedItem) (operator.Description, error) {
	parked, found, err := jobs.FindParked(tx, p.item())
	if err == nil && (!found || !parked.RetryAt.After(tx.Now())) {
		err = operator.ErrNothing
	}
	return operator.Description{Subject: p.Job + " " + p.Subject, Diff: []operator.Change{
		{Field: "tried next", Before: clock.Text(parked.RetryAt), After: clock.Text(tx.Now())},
		{Field: "cause", Before: parked.Cause}}}, err
}
