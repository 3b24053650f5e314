package operator

import (
	"time"

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

// handleParked registers the list of what jobs have parked, the longest first,
// and the retry of one item. One person may ask for it: a try does only what is
// due, and what fails again stays in the list.
func (s *Service) handleParked() {
	roles := []Role{FinanceMaker, FinanceChecker, Risk, Administrator}
	Rows(s, Route{Path: "jobs/parked", Roles: roles}, parkedList, Whole)
	Handle(s, Kind[parkedItem]{Name: kindRetry, Path: "jobs/retry", Makers: roles, Checkers: roles,
		Describe: describeRetry,
		Execute: func(tx *sqldb.Tx, p parkedItem, _ Decision) error {
			_, err := jobs.Retry(tx, p.item())
			return err
		}})
}

// describeRetry refuses what is not parked, and what is due already.
func describeRetry(tx *sqldb.Tx, p parkedItem) (Description, error) {
	parked, found, err := jobs.FindParked(tx, p.item())
	if err == nil && (!found || !parked.RetryAt.After(tx.Now())) {
		err = ErrNothing
	}
	return Description{Subject: p.Job + " " + p.Subject, Diff: []Change{
		{Field: "tried next", Before: parked.RetryAt.UTC().Format(time.RFC3339), After: tx.Now().UTC().Format(time.RFC3339)},
		{Field: "cause", Before: parked.Cause}}}, err
}
